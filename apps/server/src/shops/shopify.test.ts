import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { SHOPIFY_TOKEN, ShopifyStub, type ShopifyStubOrder } from '../testing/shops/shopify-stub.ts'
import { shopify } from './shopify.ts'
import type { ShopPort } from './shop-port.ts'

let stub: ShopifyStub
let shop: ShopPort
beforeEach(async () => {
  stub = await ShopifyStub.start()
  shop = shopify({ url: stub.url, isPrivateAllowed: true }, SHOPIFY_TOKEN)
})
afterEach(() => stub.stop())

const seen = async (change: Partial<ShopifyStubOrder>) => (await shop.orderNow(String(stub.add(1, change).id)))!
const abroad = () => ({ ...stub.add(1).shipping_address, country_code: 'FR' })
const line = () => stub.add(1).line_items[0]!
const VERSION = 'GET /admin/api/:version'
const ITEMS = `${VERSION}/inventory_items.json`

test.each<[string, Partial<ShopifyStubOrder>, string]>([
  ['paid', {}, 'unshipped'],
  ['refunded in part', { financial_status: 'partially_refunded' }, 'unshipped'],
  ['paid in part', { financial_status: 'partially_paid' }, 'unshipped'],
  ['not paid', { financial_status: 'pending' }, 'waiting'],
  ['authorised only', { financial_status: 'authorized' }, 'waiting'],
  ['refunded', { financial_status: 'refunded' }, 'cancelled'],
  ['voided', { financial_status: 'voided' }, 'cancelled'],
  ['cancelled', { cancelled_at: '2026-11-20T10:00:00Z' }, 'cancelled'],
  ['fulfilled', { fulfillment_status: 'fulfilled' }, 'shipped'],
  ['fulfilled, but refunded', { fulfillment_status: 'fulfilled', financial_status: 'refunded' }, 'cancelled'],
  ['fulfilled in part', { fulfillment_status: 'partial' }, 'unshipped'],
  ['without lines', { line_items: [] }, 'shipped'],
])('an order that is %s is %s', async (_case, change, state) => expect((await seen(change)).state).toBe(state))

it('an order of which nothing is left to send is shipped', async () => {
  expect((await seen({ line_items: [{ ...line(), fulfillable_quantity: 0 }] })).state).toBe('shipped')
  expect((await seen({ line_items: [{ ...line(), requires_shipping: false }] })).state).toBe('shipped')
})

it('goods are what is left to send, with the weight of a piece where the shop knows it', async () => {
  const lines = [
    { ...line(), title: 'Journal', variant_title: 'Blue', fulfillable_quantity: 2, grams: 900, price: '55.00' },
    { ...line(), title: 'Card', variant_title: null, fulfillable_quantity: 1, grams: 0, price: '9.99' },
    { ...line(), fulfillable_quantity: 0 },
    { ...line(), requires_shipping: false },
  ]
  const { goods, number } = await seen({ line_items: lines, name: '#20\n1' })
  expect(number).toBe('#20 1')
  expect(goods).toEqual([
    {
      description: 'Journal, Blue',
      quantity: 2,
      weight: 900,
      value: 55_00,
      sku: 'J-1',
      hs_code: '',
      origin_country: '',
    },
    { description: 'Card', quantity: 1, weight: undefined, value: 9_99, sku: 'J-1', hs_code: '', origin_country: '' },
  ])
  expect((await seen({ line_items: lines, currency: 'EUR' })).goods[0]).toMatchObject({ value: undefined })
})

it('a line is sent and has no weight, where the shop says nothing of either', async () => {
  const { requires_shipping: _sent, grams: _weight, ...silent } = line()
  const order = await seen({ line_items: [silent as never] })
  expect(order).toMatchObject({ state: 'unshipped', goods: [{ weight: undefined }] })
})

test.each<[string, object, object]>([
  ['no payment', { financial_status: undefined }, { state: 'waiting' }],
  [
    'no fulfilment and no cancellation',
    { fulfillment_status: undefined, cancelled_at: undefined },
    { state: 'unshipped' },
  ],
  [
    'a time in another zone',
    { updated_at: '2026-11-20T11:00:00+01:00' },
    { modified_at: new Date('2026-11-20T10:00:00Z') },
  ],
  ['a mail address that is none', { email: { of: 'somebody' } }, { to: { email: '' } }],
  ['no address', { shipping_address: undefined }, { to: { name: '' } }],
])('an order with %s is read', async (_what, change, expected) => expect(await seen(change)).toMatchObject(expected))

test.each<[string, object, object]>([
  ['no article number', { sku: undefined }, { sku: '' }],
  ['one that is no text', { sku: 7 }, { sku: '' }],
  ['no price', { price: undefined }, { value: undefined }],
  ['a price that is none', { price: 'free' }, { value: undefined }],
  ['a price of nothing', { price: 0 }, { value: 0 }],
  ['a price below nothing', { price: -1 }, { value: undefined }],
  ['no product', { product_id: undefined, variant_id: undefined }, { quantity: 1 }],
])('goods with %s are read', async (_what, change, expected) => {
  const order = await seen({ line_items: [{ ...line(), fulfillable_quantity: 1, ...change }] })
  expect(order.goods).toMatchObject([expected])
})

test.each<[string, object]>([
  ['half a piece', { fulfillable_quantity: 0.5 }],
  ['a piece too few', { fulfillable_quantity: -1 }],
  ['a weight below nothing', { grams: -1 }],
])('an order with %s is not understood', async (_what, change) => {
  await expect(seen({ line_items: [{ ...line(), ...change }] })).rejects.toMatchObject({ trouble: 'not_understood' })
})

it('an order has the address it goes to, or none', async () => {
  const { shipping_address } = stub.add(1)
  expect((await seen({ shipping_address: { ...shipping_address, province: 'Kent', phone: '1', address2: 'Flat 2' } })).to)
    .toMatchObject({
      name: shipping_address['name'],
      address1: shipping_address['address1'],
      address2: 'Flat 2',
      city: shipping_address['city'],
      state_province: 'Kent',
      postal_code: shipping_address['zip'],
      country: shipping_address['country_code'],
      phone1: '1',
      email: 'customer@example.com',
    }) // prettier-ignore
  expect((await seen({ shipping_address: null as never })).to).toMatchObject({ name: '', address1: '', country: '' })
})

describe('customs codes', () => {
  it('are asked for where goods leave the United Kingdom', async () => {
    const lines = [
      { ...line(), product_id: 90, variant_id: 900 },
      { ...line(), product_id: null, variant_id: null },
    ]
    const order = await seen({ shipping_address: abroad(), line_items: lines })
    expect(order.goods).toMatchObject([
      { hs_code: '482010', origin_country: 'GB' },
      { hs_code: '', origin_country: '' },
    ])
    stub.calls.length = 0
    await seen({ line_items: lines })
    await seen({ shipping_address: abroad(), line_items: lines, financial_status: 'pending' })
    expect(stub.calls).not.toContain(ITEMS)
  })

  it('are asked for a hundred products at once', async () => {
    const lines = Array.from({ length: 101 }, (_, n) => ({ ...line(), product_id: 1 + n, variant_id: 811 + n }))
    const { goods } = await seen({ shipping_address: abroad(), line_items: lines })
    expect(goods).toHaveLength(101)
    expect(goods.every(({ hs_code }) => hs_code !== '')).toBe(true)
    expect(stub.calls.filter((call) => call === `${VERSION}/products.json`)).toHaveLength(2)
    expect(stub.calls.filter((call) => call === ITEMS)).toHaveLength(2)
  })

  it('fail the import when the shop fails', async () => {
    stub.fault = (call) => (call === ITEMS ? 'down' : undefined)
    await expect(seen({ shipping_address: abroad() })).rejects.toMatchObject({ trouble: 'unreachable' })
  })
})

it('an order that the shop no longer has is nothing; a token that is refused is an error', async () => {
  expect(await shop.orderNow('404')).toBeUndefined()
  await expect(shop.check()).resolves.toBeUndefined()
  const locked = shopify({ url: stub.url, isPrivateAllowed: true }, 'shpat_other')
  await expect(locked.check()).rejects.toMatchObject({ trouble: 'refused' })
  await expect(locked.orderNow('1')).rejects.toMatchObject({ trouble: 'refused' })
})

async function idsSince(since?: Date): Promise<string[]> {
  const ids: string[] = []
  for await (const page of shop.ordersSince(since)) ids.push(...page.map(({ id }) => id))
  return ids
}

it('lists every order once in pages, and all states only after a first import', async () => {
  for (let n = 0; n < 260; n++) stub.add(n)
  const last = stub.add(300, { fulfillment_status: 'fulfilled' })
  const open = await idsSince()
  expect([open.length, new Set(open).size]).toEqual([260, 260])
  expect(await idsSince(new Date(0))).toHaveLength(261)
  expect(await idsSince(new Date(last.updated_at))).toContain(String(last.id))
  expect(await idsSince(new Date(Date.parse(last.updated_at) + 1000))).toEqual([])
})

describe('a report', () => {
  const report = { reference: 'a1b2c3d4', service_name: 'Tracked 24', isRepeated: false }
  const tracking = { number: 'AB123456785GB', url: 'https://track.example/AB123456785GB' }

  it('fulfils the order once, with its tracking', async () => {
    const { id } = stub.add(1)
    await shop.reportShipped(String(id), { ...report, tracking })
    await shop.reportShipped(String(id), { ...report, tracking, isRepeated: true })
    expect(stub.fulfillments).toEqual([{ order_id: id, tracking_number: tracking.number, tracking_url: tracking.url }])
  })

  it('without tracking names none', async () => {
    const { id } = stub.add(1)
    await shop.reportShipped(String(id), report)
    expect(stub.fulfillments).toEqual([{ order_id: id, tracking_number: null, tracking_url: null }])
  })

  it('leaves an order alone that was cancelled meanwhile', async () => {
    const { id } = stub.add(1, { cancelled_at: '2026-11-20T10:00:00Z' })
    await shop.reportShipped(String(id), report)
    expect(stub.fulfillments).toEqual([])
  })
})
