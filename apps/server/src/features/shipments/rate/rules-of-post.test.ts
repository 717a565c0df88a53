import type { ErrorBody } from '@postroom/contract/errors'
import type { listOptions, listServices } from '@postroom/contract/carrier'
import type { AnswerOf } from '@postroom/contract/endpoint'
import type { rateShipment } from '@postroom/contract/rate'
import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aGiftToFrance } from '../../../testing/abroad.ts'
import { aBuyer, purchaseScene, type Buyer, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { asOwner } from '../../../testing/test-database.ts'

let scene: PurchaseScene
let buyer: Buyer
beforeAll(async () => {
  scene = await purchaseScene(0)
})
afterAll(() => scene.close())

/** A signed-in buyer on a day. */
async function on(day: string): Promise<void> {
  scene.context.now = () => new Date(`${day}T10:00:00Z`)
  buyer = await aBuyer(scene, 500_00)
}
beforeEach(() => on('2026-11-20'))

const gift = aGiftToFrance()
const item = gift.customs!.contents_items![0]!
const declaring = (change: object): Partial<ShipmentDraftInput> => ({
  ...gift,
  customs: { ...gift.customs, contents_items: [{ ...item, ...change }] },
})
const codesIn = (error: ErrorBody) => (error.fields ?? []).map(({ field, code }) => `${field} ${code}`)

describe('guarantees', () => {
  const saturday = { service: 'SD1PM_SAT' as const, options: [{ code: 'special_delivery' as const, fields: {} }] }

  it.each([
    ['Boxing Day 2026', '2026-12-23', '2026-12-25'],
    ['the day after New Year’s Day 2027', '2026-12-30', '2027-01-01'],
    ['the day after Good Friday 2027', '2027-03-24', '2027-03-26'],
  ])('no Saturday guarantee is sold for %s', async (_case, today, shipping_date) => {
    await on(today)
    const answer = await buyer.buy(`saturday-${shipping_date}`, buyer.draft({ ...saturday, shipping_date }))
    expect(answer.statusCode).toBe(422)
    expect(answer.json<ErrorBody>().code).toBe('saturday_bank_holiday')
    expect(await buyer.balance()).toBe(500_00)
  })

  it('the Saturday guarantee is sold for any other Friday', async () => {
    const answer = await buyer.buy('an-ordinary-friday', buyer.draft(saturday))
    expect(answer.statusCode, answer.body).toBe(200)
  })

  it('prices show the expected delivery, and the days without collection', async () => {
    await on('2026-12-24')
    const rates = await rate({ shipping_date: '2026-12-24' })
    expect(rates.data.find(({ service }) => service.code === '1')?.delivery).toMatchObject({
      earliest: '2026-12-29',
      latest: '2026-12-29',
    })
    const without = rates.posting_days.filter(({ collection }) => !collection)
    expect(without.map(({ day, reason, collected_on }) => [day, reason, collected_on])).toEqual([
      ['2026-12-25', 'bank_holiday', '2026-12-29'],
      ['2026-12-26', 'bank_holiday', '2026-12-29'],
      ['2026-12-27', 'sunday', '2026-12-29'],
      ['2026-12-28', 'bank_holiday', '2026-12-29'],
    ])
  })

  it('no guarantee is given to the forces', async () => {
    const options = [{ code: 'special_delivery', fields: {} }]
    const { data, messages } = await rate({ to: { country: 'GB', postal_code: 'BF1 3AA' }, options })
    expect(data.map(({ service, delivery }) => [service.code, delivery.code])).toEqual([['SD', 'forces']])
    expect(messages.map(({ service, code }) => [service?.code, code])).toContainEqual([
      'SD9AM',
      'service_not_available',
    ])
  })
})

async function rate(change: object): Promise<AnswerOf<typeof rateShipment>> {
  const body = { shipping_date: '2026-11-20', parcels: [{ packaging: 'letter', weight: { value: 80 } }], ...change }
  const answer = await buyer.post('/stamp/v1/shipment/rate', body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

describe('contents', () => {
  it.each([
    ['perfume to France', { description: 'Perfume' }, 'goods_prohibited', ['description goods_prohibited']],
    [
      'lithium batteries, in French',
      { description: 'Piles au lithium' },
      'goods_prohibited',
      ['description goods_prohibited'],
    ],
    ['an HS code outside every heading', { hs_code: '990000' }, 'customs_invalid', ['hs_code unknown_hs_heading']],
    [
      'a vague description',
      { description: 'Some spare parts' },
      'customs_invalid',
      ['description description_too_vague'],
    ],
  ])('%s: refused, nothing is paid', async (what, change, code, fields) => {
    const answer = await buyer.buy(`contents-${what.replaceAll(/\W/g, '-')}`, buyer.draft(declaring(change)))
    expect(answer.statusCode).toBe(422)
    const error = answer.json<ErrorBody>()
    expect(error.code).toBe(code)
    expect(codesIn(error)).toEqual(fields.map((field) => `customs.contents_items.0.${field}`))
    expect(await buyer.balance()).toBe(500_00)
  })

  it('a vague description is refused with an example of a good one', async () => {
    const answer = await buyer.buy('contents-example', buyer.draft(declaring({ description: 'goods' })))
    expect(answer.json<ErrorBody>().fields?.[0]?.message).toContain('men’s cotton shirt')
  })

  it('restricted goods are sold with a warning', async () => {
    const answer = await buyer.buy(
      'contents-wine',
      buyer.draft(declaring({ description: 'Red wine', hs_code: '220421' })),
    )
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json<Shipment>().messages).toMatchObject([
      { code: 'goods_restricted', details: { goods: 'alcohol' } },
    ])
    const plain = await buyer.buy('contents-journal', buyer.draft(declaring({})))
    expect(plain.json<Shipment>()).not.toHaveProperty('messages')
  })

  it('prices show the warning already', async () => {
    const { to: _to, service: _service, ...perfume } = declaring({ description: 'Perfume' })
    const { messages } = await rate({ ...perfume, to: { country: 'FR' } })
    expect(messages[0]).toMatchObject({
      code: 'goods_prohibited',
      details: { field: 'customs.contents_items.0.description', goods: 'perfume', confidence: 'high' },
    })
  })

  it.each([
    ['abroad', { postal_code: '75002', country: 'FR', city: 'Paris' }],
    ['in Jersey', { postal_code: 'JE2 4UE', country: 'JE', city: 'St Helier' }],
  ])('a sender %s is refused at the field', async (where, place) => {
    const from = { name: 'Ann Other', address1: '1 Rue Neuve', ...place }
    const answer = await buyer.buy(`sender-${where.replace(' ', '-')}`, buyer.draft({ from }))
    const error = answer.json<ErrorBody>()
    expect([answer.statusCode, error.code, ...codesIn(error)]).toEqual([
      422,
      'sender_outside_uk',
      'from.country sender_outside_uk',
    ])
  })

  it('a suspended destination gives the start and the source', async () => {
    const body = {
      shipping_date: '2026-11-20',
      parcels: [{ packaging: 'letter', weight: { value: 80 } }],
      to: { country: 'RU' },
    }
    const answer = await buyer.post('/stamp/v1/shipment/rate', body)
    expect(answer.json<ErrorBody>()).toMatchObject({
      code: 'destination_suspended',
      details: { country: 'RU', from: '2022-03-04', source: expect.stringContaining('royalmail.com') },
    })
  })
})

const services = async (query = '') =>
  (await buyer.get(`/stamp/v1/carriers/RM/services${query}`)).json<AnswerOf<typeof listServices>>().data
const nineOClock = async (query?: string) => (await services(query)).find(({ code }) => code === 'SD9AM')
const paysAtTheCounter = () =>
  asOwner(scene.database.url, `update carrier_account set pricing = 'post_office' where id = '${buyer.account}'`)

describe('the catalogue', () => {
  it("sells by the account's price list, as a purchase does", async () => {
    expect((await nineOClock())?.reason).toBe('no_published_price')
    await paysAtTheCounter()
    expect((await nineOClock())?.available).toBe(true)
    expect((await nineOClock('?pricing=online'))?.reason).toBe('no_published_price')
    const options = [{ code: 'special_delivery' as const, fields: {} }]
    const answer = await buyer.buy('by-nine-oclock', buyer.draft({ service: 'SD9AM', options }))
    expect(answer.statusCode, answer.body).toBe(200)
  })

  it('says why a prepaid reply is not available', async () => {
    const { data } = (await buyer.get('/stamp/v1/carriers/RM/options')).json<AnswerOf<typeof listOptions>>()
    expect(data.find(({ code }) => code === 'prepay_reply')).toMatchObject({
      available: false,
      reason: 'no_published_price',
      details: { reason: expect.stringMatching(/\w{3,} .+/) },
    })
    expect(data.find(({ code }) => code === 'signed_for')?.reason).toBeUndefined()
  })
})
