import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { WooCommerceStub, type WooStubOrder } from '../testing/shops/woocommerce-stub.ts'
import { wooCommerce } from './woocommerce.ts'
import type { ShopPort } from './shop-port.ts'

let stub: WooCommerceStub
let shop: ShopPort
beforeEach(async () => {
  stub = await WooCommerceStub.start()
  shop = wooCommerce({ url: stub.url, isPrivateAllowed: true }, 'ck_stub:cs_stub')
})
afterEach(() => stub.stop())

const seen = async (change: Partial<WooStubOrder>) => (await shop.orderNow(String(stub.add(1, change).id)))!
const line = { name: 'Pen', product_id: 2, variation_id: 0, quantity: 1, total: '2.50', sku: 'P' }
const goodsOf = async (...lines: Partial<typeof line>[]) =>
  (await seen({ line_items: lines.map((change) => ({ ...line, ...change })) })).goods

test.each([
  ['processing', 'unshipped'],
  ['completed', 'shipped'],
  ['cancelled', 'cancelled'],
  ['refunded', 'cancelled'],
  ['failed', 'cancelled'],
  ['trash', 'cancelled'],
  ['pending', 'waiting'],
  ['on-hold', 'waiting'],
  ['of-an-extension', 'waiting'],
])('an order that is %s is %s', async (status, state) => expect((await seen({ status })).state).toBe(state))

it('an order has its number, address, and the telephone of the buyer where that of the addressee is empty', async () => {
  const order = stub.add(1)
  const { to, ...rest } = await seen({ id: 5, number: 'A\n7 ', shipping: { ...order.shipping, company: 'Ink\nLtd' } })
  expect(rest).toMatchObject({ id: '5', number: '#A 7' })
  expect(to).toMatchObject({
    name: `${order.shipping['first_name']} ${order.shipping['last_name']}`,
    company_name: 'Ink Ltd',
    address1: order.shipping['address_1'],
    city: order.shipping['city'],
    postal_code: order.shipping['postcode'],
    country: order.shipping['country'],
    phone1: '020 7946 0123',
    email: 'customer@example.com',
  })
  const own = await seen({ id: 6, shipping: { ...order.shipping, phone: ' 0117 496 0123 ' } })
  expect(own.to.phone1).toBe('0117 496 0123')
})

it('goods have the price of a piece, and the codes of their product', async () => {
  expect(await goodsOf({ quantity: 2, total: '5.01' })).toEqual([
    {
      description: 'Pen',
      quantity: 2,
      weight: 1900,
      value: 251,
      sku: 'P',
      hs_code: '621410',
      origin_country: 'GB',
    },
  ])
  expect(await goodsOf({ total: '0.50' })).toMatchObject([{ value: 50 }])
  expect(await goodsOf({ total: '-0.50' })).toMatchObject([{ value: undefined }])
  expect((await seen({ currency: 'EUR' })).goods[0]).toMatchObject({ value: undefined })
})

it('what was returned is left out, and parts of a piece are whole pieces', async () => {
  expect((await goodsOf({ quantity: 0 }, { quantity: 0.5 })).map(({ quantity }) => quantity)).toEqual([1])
})

test.each<[string, object, object]>([
  ['no variation', { variation_id: undefined }, { weight: 1900 }],
  ['no article number', { sku: undefined }, { sku: '' }],
  ['an article number that is no text', { sku: 7 }, { sku: '' }],
  ['a quantity as text', { quantity: '3' }, { quantity: 3 }],
  ['as many pieces as there can be', { quantity: 9_999 }, { quantity: 9_999 }],
  ['no price', { total: undefined }, { value: undefined }],
  ['a price that is none', { total: 'free' }, { value: undefined }],
  ['a price below nothing', { total: '-1' }, { value: undefined }],
])('goods with %s are read', async (_what, change, expected) => expect(await goodsOf(change)).toMatchObject([expected]))

test.each<[string, object]>([
  ['more pieces than there can be', { quantity: 10_000 }],
  ['a piece too few', { quantity: -1 }],
])('an order with %s is not understood', async (_what, change) => {
  await expect(goodsOf(change)).rejects.toMatchObject({ trouble: 'not_understood' })
})

test.each<[string, object, object]>([
  ['no buyer', { billing: undefined }, { to: { phone1: '', email: '' } }],
  ['a mail address that is none', { billing: { email: 7 } }, { to: { phone1: '', email: '' } }],
  ['nothing of an addressee', { shipping: {} }, { to: { name: '', address1: '' } }],
  ['no fields of extensions', { meta_data: undefined }, { state: 'unshipped' }],
  ['a number that is one', { number: 1042 }, { number: '#1042' }],
])('an order with %s is read', async (_what, change, expected) => expect(await seen(change)).toMatchObject(expected))

it('a variation has its own weight, and that of its product where it has none', async () => {
  const lines = [
    { product_id: 1, variation_id: 31 },
    { product_id: 1, variation_id: 32 },
    { product_id: 3 },
    { product_id: 99 },
  ]
  expect((await goodsOf(...lines)).map(({ weight }) => weight)).toEqual([400, 250, undefined, undefined])
  expect(stub.calls.filter((call) => call.endsWith('variations'))).toHaveLength(1)
})

it('of more than fifty products with variations, the weight of further ones is not guessed', async () => {
  const varied = Array.from({ length: 50 }, (_, n) => ({ product_id: 100 + n, variation_id: 31 }))
  const goods = await goodsOf(...varied, { product_id: 2, variation_id: 32 })
  expect(goods.slice(0, 50).every(({ weight }) => weight === 400)).toBe(true)
  expect(goods[50]).toMatchObject({ weight: undefined })
  expect(stub.calls.filter((call) => call.endsWith('variations'))).toHaveLength(50)
})

it('asks for a hundred products at once, and for those of unshipped orders only', async () => {
  await goodsOf(...Array.from({ length: 101 }, (_, n) => ({ product_id: n + 1 })))
  expect(stub.calls.filter((call) => call === 'GET /products')).toHaveLength(2)
  stub.calls.length = 0
  await seen({ status: 'completed' })
  expect(stub.calls).toEqual(['GET /orders/:id'])
})

describe('the unit of weights', () => {
  const UNIT = 'GET /settings/products/woocommerce_weight_unit'

  test.each([
    ['kg', 1900],
    ['g', 2],
    ['lbs', 862],
    ['oz', 54],
  ])('is that of the shop: 1.9 %s are %i grams', async (value, grams) => {
    stub.unit = { value }
    expect(await goodsOf({ product_id: 2 })).toMatchObject([{ weight: grams }])
  })

  it.each([403, 404])('is unknown to a key that may not read it (%i): goods come without a weight', async (status) => {
    stub.unitStatus = status
    expect(await goodsOf({ product_id: 1 })).toMatchObject([{ weight: undefined, hs_code: '482010' }])
  })

  it('fails the import when the shop fails', async () => {
    stub.fault = (call) => (call === UNIT ? 'down' : undefined)
    await expect(goodsOf({ product_id: 1 })).rejects.toMatchObject({ trouble: 'unreachable' })
  })

  it('is not asked for without products', async () => {
    await goodsOf({ product_id: 99 })
    expect(stub.calls).not.toContain(UNIT)
  })
})

it('an order that the shop no longer has is nothing; a key that is refused is an error', async () => {
  expect(await shop.orderNow('404')).toBeUndefined()
  await expect(shop.check()).resolves.toBeUndefined()
  const locked = wooCommerce({ url: stub.url, isPrivateAllowed: true }, 'ck_stub:other')
  await expect(locked.check()).rejects.toMatchObject({ trouble: 'refused' })
  await expect(locked.orderNow('1001')).rejects.toMatchObject({ trouble: 'refused' })
})

async function idsSince(since?: Date): Promise<Set<string>> {
  const ids = new Set<string>()
  for await (const page of shop.ordersSince(since)) for (const { id } of page) ids.add(id)
  return ids
}

it('lists every order once in pages, though a hundred share a moment, and all states only after a first import', async () => {
  const moment = '2026-11-20T10:00:00'
  for (let n = 0; n < 230; n++) stub.add(n, { date_modified_gmt: moment })
  stub.add(300, { status: 'completed', date_modified_gmt: '2026-11-20T10:00:05' })
  expect((await idsSince()).size).toBe(230)
  expect((await idsSince(new Date(`${moment}Z`))).size).toBe(231)
  expect(await idsSince(new Date('2026-11-20T10:00:05Z'))).toEqual(new Set(['1300']))
  expect(await idsSince(new Date('2026-11-20T10:00:06Z'))).toEqual(new Set())
})

describe('a report', () => {
  const report = { reference: 'a1b2c3d4e5f6', service_name: 'Tracked 24', isRepeated: false }
  const tracking = { number: 'AB123456785GB', url: 'https://track.example/AB123456785GB' }

  it('notifies the customer, completes the order, and is made once', async () => {
    const { id } = stub.add(1)
    await shop.reportShipped(String(id), { ...report, tracking })
    await shop.reportShipped(String(id), { ...report, tracking, isRepeated: true })
    expect(stub.notes.get(id)).toEqual([
      `Your order was sent with Royal Mail Tracked 24, tracking number ${tracking.number}: ${tracking.url}. Ref. a1b2c3d4`,
    ])
    expect(stub.orders.get(id)).toMatchObject({
      status: 'completed',
      meta_data: [
        { key: '_postroom_report', value: report.reference },
        { key: '_tracking_number', value: tracking.number },
      ],
    })
  })

  it('without tracking names the service only', async () => {
    const { id } = stub.add(1)
    await shop.reportShipped(String(id), report)
    expect(stub.notes.get(id)).toEqual(['Your order was sent with Royal Mail Tracked 24. Ref. a1b2c3d4'])
    expect(stub.orders.get(id)!.meta_data).toEqual([{ key: '_postroom_report', value: report.reference }])
  })

  it('that is repeated sends no second note, also when only the note had arrived', async () => {
    const { id } = stub.add(1)
    stub.fault = (call) => (call === 'PUT /orders/:id' ? 'down' : undefined)
    await expect(shop.reportShipped(String(id), report)).rejects.toMatchObject({ trouble: 'unreachable' })
    stub.fault = () => undefined
    await shop.reportShipped(String(id), { ...report, isRepeated: true })
    expect(stub.notes.get(id)).toHaveLength(1)
    expect(stub.orders.get(id)!.status).toBe('completed')
  })

  it('that the order has already changes nothing, and one of another shipment is made too', async () => {
    const { id } = stub.add(1)
    await shop.reportShipped(String(id), report)
    stub.orders.get(id)!.status = 'processing' // the shop opened it again
    await shop.reportShipped(String(id), report)
    expect([stub.orders.get(id)!.status, stub.notes.get(id)!.length]).toEqual(['processing', 1])
    await shop.reportShipped(String(id), { ...report, reference: 'f6e5d4c3b2a1' })
    expect([stub.orders.get(id)!.status, stub.notes.get(id)!.length]).toEqual(['completed', 2])
  })

  it('leaves an order cancelled that was cancelled meanwhile', async () => {
    const { id } = stub.add(1, { status: 'cancelled' })
    await shop.reportShipped(String(id), report)
    expect(stub.orders.get(id)!.status).toBe('cancelled')
  })
})
