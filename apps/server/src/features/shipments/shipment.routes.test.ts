import type { ErrorBody } from '@postroom/contract/errors'
import type { RateQuote } from '@postroom/contract/rate'
import type { Shipment } from '@postroom/contract/shipment'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBuyer, aShipmentDraft, purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'

let scene: PurchaseScene
beforeAll(async () => {
  scene = await purchaseScene(100_00)
})
afterAll(() => scene.close())

interface Rates {
  data: RateQuote[]
  messages: { service?: { code: string }; code: string }[]
}

const item = (change: object = {}) => {
  const { options, shipping_date, parcels } = aShipmentDraft({ by: scene.buyer.account })
  return { options, shipping_date, parcels, ...change }
}
const rates = async (change: object, query = '', buyer = scene.buyer) =>
  (await buyer.post(`/stamp/v1/shipment/rate${query}`, item(change))).json<Rates>()
const codes = (found: Rates) => found.data.map((quote) => quote.service.code)
const special = { options: [{ code: 'special_delivery' }] }

it('prices every service the options allow, cheapest first, and says why others are not available', async () => {
  expect(codes(await rates({}))).toEqual(['2', '1'])
  const found = await rates({ ...special, shipping_date: '2026-11-21' })
  expect(codes(found)).toEqual(['SD'])
  expect(Object.fromEntries(found.messages.map((row) => [row.service?.code, row.code]))).toEqual({
    SD9AM: 'no_published_price',
    SD1PM_SAT: 'saturday_needs_friday',
    SD9AM_SAT: 'saturday_needs_friday',
  })
})

it('prices every service of the destination at once, in the plan of the user', async () => {
  const every = (buyer = scene.buyer) =>
    rates({ ...special, shipping_date: '2026-11-21' }, '?every_service=true', buyer)
  expect(codes(await every())).toEqual(['2', 'TR48', '1', '2SF', 'TR24', 'TR48S', '1SF', 'TR24S', 'SD'])
  const lite = await every(await aBuyer(scene, 0, 'lite'))
  expect(codes(lite)).toEqual(['2SF', '1SF', 'SD'])
  expect(lite.messages).toContainEqual(
    expect.objectContaining({ service: { code: '1', name: '1st Class' }, code: 'service_not_in_plan' }),
  )
})

it('prices only the requested service', async () => {
  expect(codes(await rates({ service: '1' }))).toEqual(['1'])
  expect(codes(await rates({ service: 'SD' }))).toEqual([])
})

it.each([
  ['cheapest', ['2']],
  ['fastest', ['1']],
])('picks the %s', async (mode, expected) => {
  expect(codes(await rates({}, `?rate_shop_mode=${mode}`))).toEqual(expected)
})

it('shows a Lite user only the services of the Lite plan', async () => {
  const lite = await aBuyer(scene, 0, 'lite')
  const found = await rates({}, '', lite)
  expect(codes(found)).toEqual([])
  expect(found.messages.map((row) => row.code)).toEqual(['service_not_in_plan', 'service_not_in_plan'])
  expect(codes(await rates({ options: [{ code: 'signed_for' }] }, '', lite))).toEqual(['2SF', '1SF'])
})

it('accepts every field of a parcel (spec §3); girth and the caller’s own name for it do not affect the price', async () => {
  const dim = { length: 20, width: 15, height: 10, girth: 50 }
  const parcel = { packaging: 'small_parcel', packaging_name: 'Our blue box', weight: { value: 400 } }
  const bare = await rates({ parcels: [{ packaging: 'small_parcel', weight: { value: 400 } }] })
  expect(codes(await rates({ parcels: [{ ...parcel, dim }] }))).toEqual(codes(bare))
})

it('refuses an item that cannot be sent at all, with the limit', async () => {
  const heavy = item({ parcels: [{ packaging: 'letter', weight: { value: 0.2, units: 'KG' } }] })
  const answer = await scene.buyer.post('/stamp/v1/shipment/rate', heavy)
  expect(answer.statusCode).toBe(422)
  expect(answer.json<ErrorBody>()).toMatchObject({
    code: 'packaging_too_heavy',
    details: { limit_g: 100, weight_g: 200 },
  })
})

it('lists shipments newest first, page by page, without test prints', async () => {
  const buyer = await aBuyer(scene, 50_00)
  const bought: string[] = []
  for (let index = 0; index < 5; index++) bought.unshift((await buyer.buy(`list-of-five-${index}`)).json<Shipment>().id)
  await buyer.buy('list-test-print', undefined, { test: true })
  const search = async (query: string) =>
    (await buyer.post(`/stamp/v1/shipment/search${query}`)).json<{ data: Shipment[]; total: number; start: number }>()
  const all = await search('')
  expect(all.total).toBe(5)
  expect(all.data.map((row) => row.id)).toEqual(bought)
  expect((await search('?orderAsc=true')).data.map((row) => row.id)).toEqual(bought.toReversed())
  const page = await search('?start=2&length=2')
  expect(page).toMatchObject({ total: 5, start: 2 })
  expect(page.data.map((row) => row.id)).toEqual(bought.slice(2, 4))
})

it('loads a page of shipments in as many queries as a single one', async () => {
  const buyer = await aBuyer(scene, 50_00)
  for (let index = 0; index < 6; index++) await buyer.buy(`count-queries-${index}`)
  const queriesOf = async (query: string): Promise<number> => {
    let count = 0
    const listen = () => void count++
    scene.database.pool.on('acquire', listen)
    await buyer.post(`/stamp/v1/shipment/search${query}`)
    scene.database.pool.off('acquire', listen)
    return count
  }
  expect(await queriesOf('?length=6')).toBe(await queriesOf('?length=1'))
})

it('lists the accounts of the organisation with their balance', async () => {
  const buyer = await aBuyer(scene, 12_34)
  const list = (await buyer.get('/stamp/v1/carrieraccount?length=100&is_active=true&carrier_code=RM')).json<{
    data: object[]
    total: number
  }>()
  expect(list).toMatchObject({ total: 1, data: [{ id: buyer.account, carrier_code: 'RM', is_active: true }] })
  const balance = (await buyer.get(`/stamp/v1/carrieraccount/${buyer.account}/balance`)).json<object>()
  expect(balance).toEqual({ account_id: buyer.account, currency: 'GBP', balance: 12_34, posted: 12_34, held: 0 })
})
