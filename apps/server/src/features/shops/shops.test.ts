import type { ErrorBody } from '@postroom/contract/errors'
import type { Shipment } from '@postroom/contract/shipment'
import type { Shop, ShopTest } from '@postroom/contract/shop'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, test } from 'vitest'
import { purchaseScene, replaceCarrier, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { connectionOf, shopScene, type ShopScene } from '../../testing/shops/shop-scene.ts'
import { ShopifyStub } from '../../testing/shops/shopify-stub.ts'
import { WooCommerceStub } from '../../testing/shops/woocommerce-stub.ts'
import { asOwner } from '../../testing/test-database.ts'

let scene: PurchaseScene
let woo: WooCommerceStub
let cards: ShopifyStub
let shops: ShopScene
beforeAll(async () => {
  scene = await purchaseScene(0)
})
afterAll(() => scene.close())
beforeEach(async () => {
  ;[woo, cards] = await Promise.all([WooCommerceStub.start(), ShopifyStub.start()])
  shops = await shopScene(scene, 1_000_00)
})
afterEach(async () => {
  await asOwner(scene.database.url, `update shop set credential = null, import_at = null`)
  await Promise.all([woo.stop(), cards.stop()])
})

const numbers = async () => (await shops.queue()).flatMap(({ order }) => order?.number ?? [])
const codeOf = (answer: LightMyRequestResponse) => answer.json<ErrorBody>().code

it('unshipped orders of both shops become rows of the queue, with address, weight and goods for customs', async () => {
  woo.add(1)
  woo.add(8)
  woo.add(2, { status: 'on-hold' })
  cards.add(0)
  cards.add(4, { financial_status: 'pending' })
  for (const stub of [woo, cards]) await shops.connect(stub)
  await shops.importNow()
  const rows = await shops.queue()
  expect(new Set(rows.map(({ order }) => `${order?.kind} ${order?.number}`))).toEqual(
    new Set(['shopify #2000', 'woocommerce #1001', 'woocommerce #1008']),
  )
  expect(rows.find(({ order }) => order?.number === '#1001')).toMatchObject({
    state: 'weighed',
    order: { shop: 'Bindery', problems: [] },
    shipment: {
      to: {
        name: 'Angharad Kendall',
        address1: '2 Chalcot Road',
        city: 'cardiff',
        postal_code: 'CF10 5AL',
        country: 'GB',
      },
      from: { company_name: 'Llewellyn Bindery Ltd' },
      references: ['#1001'],
      parcels: [{ packaging: 'small_parcel', weight: { value: 1900, units: 'G' } }],
    },
  })
  const abroad = rows.find(({ order }) => order?.number === '#1008')!
  expect(abroad.shipment).toMatchObject({
    to: { city: 'Zürich', country: 'CH' },
    parcels: [{ packaging: 'parcel', weight: { value: 250 } }],
    customs: {
      contents_type: 'S',
      contents_items: [
        {
          description: 'Notebook, dotted paper',
          quantity: 1,
          value: 12_50,
          hs_code: '482010',
          origin_country: 'GB',
          sku: 'SKU-1',
        },
      ],
    },
  })
})

it('the codes that customs ask for come from the stock of Shopify', async () => {
  cards.add(8)
  await shops.connect(cards)
  await shops.importNow()
  expect((await shops.queue())[0]!.shipment.customs?.contents_items).toMatchObject([
    { description: 'Greetings cards', hs_code: '490900', origin_country: 'GB', value: 9_99, weight: { value: 120 } },
  ])
})

it('an order becomes one row, however often and by however many processes it is imported', async () => {
  for (let n = 0; n < 250; n++) woo.add(n)
  const shop = await shops.connect(woo)
  await Promise.all([shops.importNow(), shops.importNow(), shops.importNow()])
  await shops.importNow()
  const { rows } = await asOwner(
    scene.database.url,
    `select count(*)::int as rows, count(distinct pending_id)::int as drafts, count(distinct draft ->> 'references')::int as orders
     from shop_order join pending_shipment using (pending_id) where shop_id = '${shop.id}'`,
  )
  expect(rows).toEqual([{ rows: 250, drafts: 250, orders: 250 }])
})

it('no order is left out when orders change between two pages', async () => {
  for (let n = 0; n < 230; n++) woo.add(n)
  await shops.connect(woo)
  let page = 0
  woo.afterPage = () => {
    // the first orders leave the list, or move to its end: what follows them moves up
    if (page++ === 0) for (let n = 0; n < 20; n++) woo.change(1000 + n, n % 2 ? { status: 'completed' } : {})
  }
  await shops.importNow()
  const { total } = (await shops.ask('GET', '/shipment/pending')).json<{ total: number }>()
  expect(total).toBe(230)
})

it('an import that fails in the middle goes on from there, and the list says why', async () => {
  for (let n = 0; n < 150; n++) woo.add(n)
  const shop = await shops.connect(woo)
  let pages = 0
  woo.fault = (call) => (call === 'GET /orders' && pages++ === 1 ? 'down' : undefined)
  await shops.importNow()
  const listed = async () => (await shops.ask('GET', '/shop')).json<{ data: Shop[] }>().data
  expect(await listed()).toMatchObject([{ id: shop.id, trouble: 'unreachable' }])
  expect((await shops.queue()).length).toBe(100)
  await shops.importNow()
  expect((await shops.ask('GET', '/shipment/pending')).json<{ total: number }>().total).toBe(150)
  expect((await listed())[0]).not.toHaveProperty('trouble')
  expect((await listed())[0]!.imported_at).toBeDefined()
})

test.each<[string, Parameters<WooCommerceStub['add']>[1], string[]]>([
  [
    'a country that is unknown',
    { shipping: { first_name: 'A', address_1: '1 Road', city: 'X', country: 'Narnia' } },
    ['country_unknown', 'text_shortened'],
  ],
  [
    'no postcode',
    { shipping: { first_name: 'A', address_1: '1 Road', city: 'Leeds', country: 'GB' } },
    ['address_invalid'],
  ],
  ['no address at all', { shipping: {} }, ['country_unknown']],
  [
    'a line that is too long',
    { shipping: { first_name: 'A', address_1: 'x'.repeat(3_000), city: 'Leeds', postcode: 'LS1 4DY', country: 'GB' } },
    ['text_shortened'],
  ],
  [
    'hidden characters',
    {
      shipping: {
        first_name: 'A\u202e\u0000\ud800',
        address_1: '1\nRoad',
        city: 'Leeds',
        postcode: 'LS1 4DY',
        country: 'GB',
      },
    },
    [],
  ],
])('an order with %s arrives, and its problem is named', async (_what, change, problems) => {
  woo.add(1, change)
  await shops.connect(woo)
  await shops.importNow()
  const rows = await shops.queue()
  expect(rows.map(({ order }) => order?.problems)).toEqual([problems])
  expect(rows[0]!.state).toBe(problems.length > 0 ? 'problem' : 'weighed')
})

it('goods without weight, or in another currency, arrive as problems of an order abroad', async () => {
  const [line] = woo.add(8).line_items
  woo.change(1008, { line_items: [{ ...line!, product_id: 3 }] })
  woo.add(17, { currency: 'EUR' })
  await shops.connect(woo)
  await shops.importNow()
  const rows = await shops.queue()
  const of = (number: string) => rows.find(({ order }) => order?.number === number)
  expect(of('#1008')).toMatchObject({
    order: { problems: ['goods_incomplete'] },
    shipment: { customs: { contents_items: [] } },
  })
  expect(of('#1008')!.shipment.parcels?.[0]).not.toHaveProperty('weight')
  expect(of('#1017')).toMatchObject({ order: { problems: ['currency'] } })
})

it('a changed order is updated and marked, and not sold before somebody has accepted it', async () => {
  const { id, shipping } = woo.add(0)
  await shops.connect(woo)
  await shops.importNow()
  const [before] = await shops.queue()
  woo.change(id, { shipping: { ...shipping, address_1: '99 New Street' } })
  await shops.importNow()
  const [after] = await shops.queue()
  expect(after).toMatchObject({
    state: 'problem',
    order: { mark: 'changed' },
    shipment: { to: { address1: '99 New Street' } },
  })
  expect(codeOf(await shops.buy(before!))).toBe('order_not_accepted')
  const accept = (version: number) => shops.ask('POST', `/shipment/pending/${after!.pending_id}/order`, { version })
  expect(codeOf(await accept(before!.version))).toBe('pending_changed')
  expect((await accept(after!.version)).statusCode).toBe(200)
  expect((await shops.buy(after!)).statusCode).toBe(200)
})

it('an order that changes while it is being bought returns changed and marked when the carrier rejects it', async () => {
  const { id, shipping } = woo.add(0)
  await shops.connect(woo)
  await shops.importNow()
  const { carriers } = scene.context
  replaceCarrier(scene.context, {
    purchase: async () => {
      woo.change(id, { shipping: { ...shipping, address_1: '99 New Street' } })
      await shops.importNow()
      return { kind: 'rejected', reason: 'The address is not served.' }
    },
  })
  await shops.buy((await shops.queue())[0]!)
  scene.context.carriers = carriers
  expect((await shops.queue())[0]).toMatchObject({
    order: { mark: 'changed' },
    shipment: { to: { address1: '99 New Street' } },
  })
})

it('weights and values beyond reason are not known, and break nothing', async () => {
  const [line] = woo.add(0).line_items
  woo.change(1000, { number: '1000\u0000\u202e', line_items: [{ ...line!, quantity: 9_999, total: '1e15' }] })
  await shops.connect(woo)
  await shops.importNow()
  const [row] = await shops.queue()
  expect(row).toMatchObject({ state: 'waiting', order: { number: '#1000' } })
})

test.each(['cancelled', 'refunded', 'completed'])(
  'an order that is %s at the shop is marked, and not sold',
  async (status) => {
    const { id } = woo.add(0)
    await shops.connect(woo)
    await shops.importNow()
    woo.change(id, { status })
    await shops.importNow()
    const [row] = await shops.queue()
    expect(row).toMatchObject({ state: 'problem', order: { mark: status === 'completed' ? 'shipped' : 'cancelled' } })
    expect(codeOf(await shops.buy(row!))).toBe('order_not_accepted')
    woo.change(id, { status: 'processing' })
    await shops.importNow()
    expect((await shops.queue())[0]).toMatchObject({ order: { mark: 'changed' } })
  },
)

it('an order that was not seen for some minutes is looked at before it is bought', async () => {
  const [cancelled, gone, unchanged] = [cards.add(0), cards.add(2), cards.add(4)]
  await shops.connect(cards)
  await shops.importNow()
  const rows = await shops.queue()
  cards.change(cancelled.id, { cancelled_at: '2026-11-20T09:00:00Z' })
  cards.orders.delete(gone.id)
  await asOwner(
    scene.database.url,
    `update shop set imported_at = now() - interval '1 hour'; update shop_order set looked_at = now() - interval '1 hour'`,
  )
  const buy = ({ name }: { name: string }) => shops.buy(rows.find(({ order }) => order?.number === name)!)
  expect(codeOf(await buy(cancelled))).toBe('order_not_accepted')
  expect(codeOf(await buy(gone))).toBe('order_not_accepted')
  await cards.stop() // no answer holds nothing up
  expect((await buy(unchanged)).statusCode).toBe(200)
})

it('weighing clears no problem; a correction does', async () => {
  woo.add(1, {
    shipping: { first_name: 'A', address_1: 'x'.repeat(100), city: 'Leeds', postcode: 'LS1 4DY', country: 'GB' },
  })
  await shops.connect(woo)
  await shops.importNow()
  const save = async (change: object) => {
    const { pending_id, shipment, version } = (await shops.queue())[0]!
    const body = { ...shipment, note: '', problem: '', version, ...change }
    return shops.ask('PUT', `/shipment/pending/${pending_id}`, body)
  }
  await save({ parcels: [{ packaging: 'small_parcel', weight: { value: 900 } }] })
  expect((await shops.queue())[0]).toMatchObject({ state: 'problem' })
  const { to } = (await shops.queue())[0]!.shipment
  await save({ to: { ...to, address1: 'Unit 4, The Old Brewery' } })
  expect((await shops.queue())[0]).toMatchObject({ state: 'weighed', order: { problems: [] } })
})

it('a row that was given up does not come back, and another purchase of the same order is impossible', async () => {
  const { id } = woo.add(0)
  woo.add(1)
  await shops.connect(woo)
  await shops.importNow()
  const [given, bought] = await shops.queue()
  await shops.ask('DELETE', `/shipment/pending/${given!.pending_id}`)
  expect((await shops.buy(bought!)).statusCode).toBe(200)
  woo.change(id, { billing: { phone: '' } })
  woo.change(id + 1, { billing: { phone: '' } })
  await shops.importNow()
  expect(await numbers()).toEqual([])
})

it('a connection is kept only when the shop accepts the key, and its key is never shown', async () => {
  const refused = await shops.ask('POST', '/shop', { ...connectionOf(woo), consumer_secret: 'wrong' })
  expect(refused.json<ShopTest>()).toEqual({ result: 'refused' })
  expect((await shops.ask('GET', '/shop')).json()).toEqual({ data: [] })
  const { id } = await shops.connect(woo)
  const again = await shops.ask('POST', '/shop', { ...connectionOf(woo), name: 'Renamed' })
  expect(again.json<ShopTest>()).toMatchObject({ result: 'connected', shop: { id, name: 'Renamed' } })
  expect((await shops.ask('POST', `/shop/${id}/test`)).json()).toEqual({ result: 'connected' })
  const listed = await shops.ask('GET', '/shop')
  expect(listed.body).not.toMatch(/cs_stub|ck_stub|v1\./)
  const { rows } = await asOwner(scene.database.url, `select credential from shop where id = '${id}'`)
  expect((rows as { credential: string }[])[0]!.credential).toMatch(/^v1\.[\w-]{40,}$/)
  expect((await shops.ask('DELETE', `/shop/${id}`)).statusCode).toBe(200)
  expect((await shops.ask('DELETE', `/shop/${id}`)).statusCode).toBe(404)
  expect((await shops.ask('GET', '/shop')).json()).toEqual({ data: [] })
})

it('rules choose the service of orders that come, and a preview says what they would have done', async () => {
  for (let n = 0; n < 18; n++) woo.add(n)
  const { id: shop_id } = await shops.connect(woo)
  const rules = [
    { destination: 'uk', over_pence: 50_00, service: '1SF' },
    { destination: 'uk', max_grams: 2000, service: 'TR48', shop_id },
    { destination: 'abroad', service: 'IT', compensation_gbp: 250 },
  ]
  expect((await shops.ask('PUT', '/sendingrule', { rules })).json()).toEqual({ rules })
  await shops.importNow()
  const rows = await shops.queue()
  const of = (number: string) => rows.find(({ order }) => order?.number === number)!.shipment
  expect(of('#1003')).toMatchObject({ service: '1SF', options: [{ code: 'signed_for' }] })
  expect(of('#1001')).toMatchObject({ service: 'TR48', options: [{ code: 'tracked' }] })
  expect(of('#1008')).toMatchObject({
    service: 'IT',
    options: [{ code: 'international_tracked', fields: { compensation: { value: 250 } } }],
  })
  const preview = await shops.ask('POST', '/sendingrule/preview', { rules: rules.slice(0, 1) })
  expect(preview.json()).toEqual({
    orders: 18,
    rules: [{ count: 3, examples: expect.arrayContaining(['#1003']) as unknown }],
    rest: { count: 15, examples: expect.any(Array) as unknown },
  })
})

test.each([
  ['a service that is not sold there', { destination: 'abroad', service: 'TR48' }, 'rules.0.service'],
  ['a shop of somebody else', { service: '1', destination: 'uk', shop_id: crypto.randomUUID() }, 'rules.0.shop_id'],
])('a rule with %s is refused', async (_what, rule, field) => {
  const refused = await shops.ask('PUT', '/sendingrule', { rules: [rule] })
  expect([refused.statusCode, refused.json<ErrorBody>().fields?.[0]?.field]).toEqual([400, field])
})

it('the test print of an order reports nothing', async () => {
  woo.add(0)
  await shops.connect(woo)
  await shops.importNow()
  const [row] = await shops.queue()
  const { by: _by, ...draft } = row!.shipment
  const printed = await shops.buyer.buy(row!.pending_id, shops.buyer.draft({ ...draft, service: '2' } as never), {
    test: true,
  })
  expect(printed.json<Shipment>().status).toBe('test')
  await shops.reportNow()
  expect(woo.notes.size).toBe(0)
})
