import type { listPrices } from '@postroom/contract/price-list'
import type { AnswerOf } from '@postroom/contract/endpoint'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signInto } from '../../testing/sign-into.ts'
import { comparedPrices, pricesFile } from './compared-prices.ts'
import { purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'

let scene: PurchaseScene
let authorization: string
beforeAll(async () => {
  scene = await purchaseScene(0)
})
afterAll(() => scene.close())
beforeEach(async () => {
  ;({ authorization } = await signInto(scene, scene.buyer.organisation, { permissions: ['administration'] }))
})

const get = (path: string) => scene.app.inject({ url: `/api/stamp/v1/price${path}`, headers: { authorization } })
const prices = async (query: string) => (await get(`?${query}`)).json<AnswerOf<typeof listPrices>>()

describe('a price list', () => {
  it('is the newest of its channel, compared with the one before', async () => {
    const { lists, shown, compared_with } = await prices('channel=post_office')
    expect(lists).toEqual([
      { id: 'post-office-2025-10-06', effective_from: '2025-10-06', state: 'past' },
      { id: 'post-office-2026-04-07', effective_from: '2026-04-07', state: 'current' },
    ])
    expect({ shown, compared_with }).toEqual({
      shown: 'post-office-2026-04-07',
      compared_with: 'post-office-2025-10-06',
    })
  })

  it('has what each price was before, and only the changed ones on request', async () => {
    const { data } = await prices('channel=post_office&service=1&length=100')
    // the figures of both lists, packages/domain/figures
    expect(data[0]).toMatchObject({ format: 'letter', area: 'UK', from_g: 1, to_g: 100, before: 170, price: 180 })
    const changed = await prices('channel=post_office&changed=true&length=100')
    expect(changed.data.every(({ price, before }) => price !== before)).toBe(true)
    expect(changed.total).toBeGreaterThan(0)
    expect(changed.total).toBeLessThan((await prices('channel=post_office')).total)
  })

  it('that is the first of its channel is compared with none', async () => {
    const { compared_with, data } = await prices('channel=franking')
    expect(compared_with).toBeUndefined()
    expect(data.every(({ price, before }) => price === before)).toBe(true)
  })

  it('is paged', async () => {
    const all = await prices('channel=online&length=100')
    const second = await prices('channel=online&start=2&length=2')
    expect(second.data).toEqual(all.data.slice(2, 4))
    expect(second.total).toBe(all.total)
  })

  it('of another channel or of none is not found', async () => {
    for (const list of ['post-office-2026-04-07', 'nothing'])
      expect((await get(`?channel=online&list=${list}`)).statusCode).toBe(404)
  })

  it('is saved as a file in pounds', async () => {
    const [head, first] = (await get('.csv?channel=post_office&service=1')).body.replace('\uFEFF', '').split('\r\n')
    expect(head).toBe('service,format,area,compensation_gbp,from_g,to_g,vat,before_gbp,price_gbp,difference_gbp')
    expect(first).toBe('1,letter,UK,20,1,100,exempt,1.7,1.8,0.1')
  })

  it('is for managers', async () => {
    ;({ authorization } = await signInto(scene, scene.buyer.organisation, { permissions: ['mod_shipping'] }))
    expect((await get('')).statusCode).toBe(403)
  })
})

const compared = (today: string) =>
  comparedPrices({ channel: 'post_office', list: undefined, service: undefined, changed: 'false' }, today)

describe('the lists of a channel', () => {
  it.each([
    ['2025-10-05', ['coming', 'coming']],
    ['2025-10-06', ['current', 'coming']],
    ['2026-04-06', ['current', 'coming']],
    ['2026-04-07', ['past', 'current']],
  ])('are on %s: %s', (today, states) => {
    expect(compared(today).lists.map(({ state }) => state)).toEqual(states)
  })

  it('show the newest one also before it applies, and each one that is named', () => {
    expect(compared('2025-10-06').shown).toBe('post-office-2026-04-07')
    const named = { channel: 'post_office', list: 'post-office-2025-10-06', service: '1', changed: 'false' } as const
    const { shown, compared_with, rows } = comparedPrices(named, '2026-04-07')
    expect([shown, compared_with]).toEqual(['post-office-2025-10-06', undefined])
    expect(new Set(rows.map(({ service }) => service))).toEqual(new Set(['1']))
  })
})

it('a file leaves out what a list does not have, and the difference', () => {
  const row = { service: '1', format: 'letter', area: 'UK', compensation_gbp: 20, from_g: 1, to_g: 100, vat: 'exempt' }
  const rows = [
    { ...row, price: 1_05 },
    { ...row, before: 1_05 },
    { ...row, price: 95, before: 1_00 },
  ]
  const lines = new TextDecoder()
    .decode(pricesFile(rows as never))
    .trimEnd()
    .split('\r\n')
  expect(lines.slice(1).map((line) => line.replace('1,letter,UK,20,1,100,exempt,', ''))).toEqual([
    ',1.05,',
    '1.05,,',
    '1,0.95,-0.05',
  ])
})
