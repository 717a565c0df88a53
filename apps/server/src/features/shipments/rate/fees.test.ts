import type { ErrorBody } from '@postroom/contract/errors'
import type { RateQuote } from '@postroom/contract/rate'
import type { Shipment } from '@postroom/contract/shipment'
import { toPence } from '@postroom/domain/money'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setSandboxSwitch } from '../../../carriers/sandbox/sandbox.store.ts'
import { aBuyer, aShipmentDraft, PRICE, purchaseScene, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { asOwner } from '../../../testing/test-database.ts'
import { brokenInvariants } from '../../ledger/invariants.store.ts'

const PICKUP = 3_00
const HANDLING = 75

let scene: PurchaseScene
beforeAll(async () => {
  scene = await purchaseScene(100_00)
})
afterAll(async () => {
  expect(await brokenInvariants(scene.context.db)).toEqual([])
  await scene.close()
})
beforeEach(() => {
  scene.context.settings.priceTerms = {}
  scene.context.now = () => new Date('2026-11-20T10:00:00Z')
})

const balanceOf = async (id: string): Promise<number> =>
  (await scene.context.db.selectFrom('account').select('balance').where('id', '=', id).executeTakeFirstOrThrow())
    .balance

const movesOf = (id: string) =>
  scene.context.db
    .selectFrom('transfer')
    .select(['kind', 'credit', 'amount'])
    .where('purchase_id', '=', id)
    .orderBy('id')
    .execute()

interface Rates {
  data: RateQuote[]
  messages: { service: { code: string }; code: string; details?: Record<string, string> }[]
}

const rate = async (query: string, change: object = {}) => {
  const { options, shipping_date, parcels } = aShipmentDraft({ by: scene.buyer.account })
  return scene.buyer.post(`/stamp/v1/shipment/rate${query}`, { options, shipping_date, parcels, ...change })
}

it('a handling charge is ours: the carrier gets the rest', async () => {
  const [carrier, ours, funds] = [
    await balanceOf('carrier:RM'),
    await balanceOf('revenue:fees'),
    await scene.buyer.balance(),
  ]
  const answer = await scene.buyer.buy('with-handling', undefined, { query: { handling_charge: String(HANDLING) } })
  const shipment = answer.json<Shipment>()
  expect(shipment.charges).toMatchObject({
    total_charge: PRICE + HANDLING,
    total_fees: HANDLING,
    fees: [{ code: 'handling_charge', amount: HANDLING }],
  })
  expect(await movesOf(shipment.id)).toEqual([
    { kind: 'hold', credit: `held:${scene.buyer.account}`, amount: PRICE + HANDLING },
    { kind: 'capture', credit: 'carrier:RM', amount: PRICE },
    { kind: 'fee', credit: 'revenue:fees', amount: HANDLING },
  ])
  expect(await balanceOf('carrier:RM')).toBe(carrier + PRICE)
  expect(await balanceOf('revenue:fees')).toBe(ours + HANDLING)
  expect(await scene.buyer.balance()).toBe(funds - PRICE - HANDLING)
})

it('a handling charge is a penny at least, or none', async () => {
  const least = await scene.buyer.buy('with-a-penny', undefined, { query: { handling_charge: '1' } })
  expect(least.json<Shipment>().charges.fees).toMatchObject([{ code: 'handling_charge', amount: 1 }])
  const none = await scene.buyer.buy('without-handling', undefined, { query: { handling_charge: '0' } })
  expect(none.json<Shipment>().charges.fees).toEqual([])
})

it('releases all of it when the carrier rejects', async () => {
  await setSandboxSwitch(scene.context.db, { call: 'purchase', answer: 'refused', delay_ms: 0, remaining: 1 })
  const before = await scene.buyer.balance()
  const answer = await scene.buyer.buy('refused-with-fee', undefined, { query: { handling_charge: '75' } })
  expect(answer.json<ErrorBody>().code).toBe('carrier_rejected')
  expect(await scene.buyer.balance()).toBe(before)
})

it('fees are part of the request: the same key with another charge is another purchase', async () => {
  await scene.buyer.buy('key-with-fee', undefined, { query: { handling_charge: '75' } })
  const other = await scene.buyer.buy('key-with-fee', undefined, { query: { handling_charge: '76' } })
  expect(other.json<ErrorBody>().code).toBe('idempotency_key_reused')
})

it('collection is paid to the carrier, and sold only when it has a price', async () => {
  const query = { with_pickup: 'true' }
  expect((await scene.buyer.buy('no-pickup-price', undefined, { query })).json<ErrorBody>().code).toBe(
    'pickup_not_available',
  )
  expect((await rate('?with_pickup=true')).json<ErrorBody>().code).toBe('pickup_not_available')
  scene.context.settings.priceTerms = { pickup_fee: toPence(PICKUP) }
  const quotes = (await rate('?with_pickup=true')).json<Rates>().data
  expect(quotes.map((quote) => quote.charges.fees)).toEqual([
    [{ code: 'pickup', name: 'Collection', amount: PICKUP }],
    [{ code: 'pickup', name: 'Collection', amount: PICKUP }],
  ])
  const bought = (await scene.buyer.buy('with-pickup', undefined, { query })).json<Shipment>()
  expect((await movesOf(bought.id)).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['hold', PRICE + PICKUP],
    ['capture', PRICE + PICKUP],
  ])
})

it('an account pays by its own price list only', async () => {
  const franking = { query: { pricing: 'franking' } }
  const refused = await scene.buyer.buy('cheapest-list', undefined, franking)
  expect([refused.statusCode, refused.json<ErrorBody>().code]).toEqual([422, 'pricing_not_allowed'])

  const meter = await aBuyer(scene, 100_00)
  await asOwner(scene.database.url, `update carrier_account set pricing = 'franking' where id = '${meter.account}'`)
  // requested by name, or not named
  expect((await meter.buy('by-the-name', undefined, franking)).statusCode).toBe(200)
  const bought = (await meter.buy('by-its-own-list')).json<Shipment>()
  expect(bought.tariff.id).toMatch(/^franking/)
  expect(bought.charges.total_charge).toBeLessThan(PRICE)
  const online = await meter.buy('by-online', undefined, { query: { pricing: 'online' } })
  expect(online.json<ErrorBody>().code).toBe('pricing_not_allowed')
  const accounts = (await meter.get('/stamp/v1/carrieraccount')).json<{ data: object[] }>()
  expect(accounts.data).toMatchObject([{ pricing: 'franking' }])
})

it('everybody may read any list, and gets the reason when it has no price', async () => {
  const quotes = (await rate('?pricing=post_office')).json<Rates>().data
  expect(quotes.map((quote) => quote.tariff.id)).toEqual(quotes.map(() => expect.stringMatching(/^post.office/)))
  const reply = (await rate('', { options: [{ code: 'prepay_reply' }] })).json<Rates>()
  expect(reply.messages).toMatchObject([
    {
      code: 'no_published_price',
      details: { list: expect.stringContaining('online'), reason: expect.stringMatching(/\w+ \w+/) },
    },
    { code: 'no_published_price' },
  ])
})

const postedOn = async (shipping_date: string) =>
  (await rate('?pricing=post_office', { shipping_date }))
    .json<Rates>()
    .data.find((quote) => quote.service.code === '1')!

it('a new list applies from the posting day it begins on', async () => {
  scene.context.now = () => new Date('2026-04-05T12:00:00Z')
  const [before, after] = [await postedOn('2026-04-06'), await postedOn('2026-04-07')]
  expect([before.tariff.effective_from, after.tariff.effective_from]).toEqual(['2025-10-06', '2026-04-07'])
  expect(after.charges.total_charge).not.toBe(before.charges.total_charge)
})

describe('prices that the operator does not trust', () => {
  const saturday = {
    service: 'SD1PM_SAT',
    options: [{ code: 'special_delivery', fields: { saturday: { value: true } } }],
  }
  const rates = async () => (await rate('', { options: saturday.options })).json<Rates>()

  it('are marked, with their sources, where they are sold', async () => {
    const { data } = await rates()
    const quote = data.find(({ service }) => service.code === 'SD1PM_SAT')
    expect(quote?.tariff).toMatchObject({ confidence: 'low', sources: [expect.stringContaining('verbb/shippy')] })
  })

  it('are neither offered nor sold where they are switched off', async () => {
    scene.context.settings.priceTerms = { least_confidence: 'medium' }
    const { data, messages } = await rates()
    expect(data.map(({ service }) => service.code)).not.toContain('SD1PM_SAT')
    expect(messages).toContainEqual(
      expect.objectContaining({
        service: expect.objectContaining({ code: 'SD1PM_SAT' }) as unknown,
        code: 'price_not_confirmed',
      }),
    )
    const before = await scene.buyer.balance()
    const answer = await scene.buyer.buy('doubtful-price', scene.buyer.draft(saturday as never))
    expect([answer.statusCode, answer.json<ErrorBody>().code]).toEqual([422, 'price_not_confirmed'])
    expect(await scene.buyer.balance()).toBe(before)
  })
})

it.each([
  ['999.99 and a penny of our own', 999_99, 1, 422],
  ['999.98 and a penny of our own', 999_98, 1, 200],
])('own postage of £%s is limited by its total price (spec §5)', async (_rule, value, handling_charge, status) => {
  const options = [{ code: 'frank_pay', fields: { amount: { value } } }]
  const answer = await rate(`?handling_charge=${handling_charge}`, { options })
  expect(answer.statusCode).toBe(status)
  if (status === 422) expect(answer.json<ErrorBody>().code).toBe('frank_pay_out_of_range')
})
