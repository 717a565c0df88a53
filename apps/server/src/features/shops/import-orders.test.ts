import type { Shop } from '@postroom/contract/shop'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, test } from 'vitest'
import { purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { shopScene, type ShopScene } from '../../testing/shops/shop-scene.ts'
import type { WooCommerceStub } from '../../testing/shops/woocommerce-stub.ts'
import { asOwner } from '../../testing/test-database.ts'
import { aLog } from '../../testing/a-log.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { importDue, reportDue, startFollowingShops } from './follow-shops.ts'

let scene: PurchaseScene
let shops: ShopScene
beforeAll(async () => {
  scene = await purchaseScene(0)
})
afterAll(() => scene.close())
beforeEach(async () => {
  shops = await shopScene(scene, 1_000_00)
})
afterEach(() => shops.close())

const numbers = async () => (await shops.queue()).flatMap(({ order }) => order?.number ?? [])

it('unshipped orders of both shops become rows of the queue, with address, weight and goods for customs', async () => {
  shops.woo.add(1)
  shops.woo.add(8)
  shops.woo.add(2, { status: 'on-hold' })
  shops.cards.add(0)
  shops.cards.add(4, { financial_status: 'pending' })
  for (const stub of [shops.woo, shops.cards]) await shops.connect(stub)
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
  shops.cards.add(8)
  await shops.connect(shops.cards)
  await shops.importNow()
  expect((await shops.queue())[0]!.shipment.customs?.contents_items).toMatchObject([
    { description: 'Greetings cards', hs_code: '490900', origin_country: 'GB', value: 9_99, weight: { value: 120 } },
  ])
})

it('an order becomes one row, however often and by however many processes it is imported', async () => {
  for (let n = 0; n < 250; n++) shops.woo.add(n)
  const shop = await shops.connect(shops.woo)
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
  for (let n = 0; n < 230; n++) shops.woo.add(n)
  await shops.connect(shops.woo)
  let page = 0
  shops.woo.afterPage = () => {
    // the first orders leave the list, or move to its end: what follows them moves up
    if (page++ === 0) for (let n = 0; n < 20; n++) shops.woo.change(1000 + n, n % 2 ? { status: 'completed' } : {})
  }
  await shops.importNow()
  const { total } = (await shops.ask('GET', '/shipment/pending')).json<{ total: number }>()
  expect(total).toBe(230)
})

it('an import that fails in the middle goes on from there, and the list says why', async () => {
  for (let n = 0; n < 150; n++) shops.woo.add(n)
  const shop = await shops.connect(shops.woo)
  let pages = 0
  shops.woo.fault = (call) => (call === 'GET /orders' && pages++ === 1 ? 'down' : undefined)
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
  shops.woo.add(1, change)
  await shops.connect(shops.woo)
  await shops.importNow()
  const rows = await shops.queue()
  expect(rows.map(({ order }) => order?.problems)).toEqual([problems])
  expect(rows[0]!.state).toBe(problems.length > 0 ? 'problem' : 'weighed')
})

it('goods without weight, or in another currency, arrive as problems of an order abroad', async () => {
  const [line] = shops.woo.add(8).line_items
  shops.woo.change(1008, { line_items: [{ ...line!, product_id: 3 }] })
  shops.woo.add(17, { currency: 'EUR' })
  await shops.connect(shops.woo)
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

it('weights and values beyond reason are not known, and break nothing', async () => {
  const [line] = shops.woo.add(0).line_items
  shops.woo.change(1000, { number: '1000\u0000\u202e', line_items: [{ ...line!, quantity: 9_999, total: '1e15' }] })
  await shops.connect(shops.woo)
  await shops.importNow()
  const [row] = await shops.queue()
  expect(row).toMatchObject({ state: 'waiting', order: { number: '#1000' } })
})

it('a row that was given up does not come back, and another purchase of the same order is impossible', async () => {
  const { id } = shops.woo.add(0)
  shops.woo.add(1)
  await shops.connect(shops.woo)
  await shops.importNow()
  const [given, bought] = await shops.queue()
  await shops.ask('DELETE', `/shipment/pending/${given!.pending_id}`)
  expect((await shops.buy(bought!)).statusCode).toBe(200)
  shops.woo.change(id, { billing: { phone: '' } })
  shops.woo.change(id + 1, { billing: { phone: '' } })
  await shops.importNow()
  expect(await numbers()).toEqual([])
})

it('the running server imports what is due and reports what was bought, until it stops', async () => {
  const { id } = shops.woo.add(0)
  await shops.connect(shops.woo)
  let stop = startFollowingShops(scene.context, quietLog)
  await expect.poll(numbers, { timeout: 10_000 }).toEqual(['#1000'])
  await stop()
  await shops.buy((await shops.queue())[0]!)
  stop = startFollowingShops(scene.context, quietLog)
  await expect.poll(() => shops.woo.notes.get(id)?.length, { timeout: 10_000 }).toBe(1)
  await stop()
})

it('an import and a report that fail are logged', async () => {
  shops.woo.add(0)
  const { id: shop } = await shops.connect(shops.woo)
  const { log, lines } = aLog()
  await importDue(scene.context, log)
  const purchase = (await shops.buy((await shops.queue())[0]!)).json<{ id: string }>().id
  expect(lines).toEqual([])
  shops.woo.fault = () => 'down'
  await asOwner(
    scene.database.url,
    `update shop set import_at = now() where id = '${shop}';
     update shop_order set report_at = now() where shop_id = '${shop}'`,
  )
  await importDue(scene.context, log)
  await reportDue(scene.context, log)
  expect(lines).toEqual([
    ['warn', { shop, trouble: 'unreachable' }, 'could not import the orders of a shop'],
    ['warn', { shop, purchase, trouble: 'unreachable' }, 'could not report a shipment to its shop'],
  ])
})

it('imports nothing once the server stops', async () => {
  shops.woo.add(0)
  await shops.connect(shops.woo)
  await importDue(scene.context, quietLog, AbortSignal.abort())
  expect(await numbers()).toEqual([])
})

test.each([
  ['an import', undefined, 3],
  ['trouble', 'down' as const, 1],
])('the next import follows some minutes after %s', async (_what, fault, minutes) => {
  shops.woo.add(0)
  await shops.connect(shops.woo)
  shops.woo.fault = () => fault
  await shops.importNow()
  const { rows } = await asOwner(
    scene.database.url,
    `select round(extract(epoch from import_at - clock_timestamp()) / 60)::int as minutes, imported_at is not null as is_imported,
       trouble from shop where import_at is not null`,
  )
  expect(rows).toEqual([{ minutes, is_imported: !fault, trouble: fault ? 'unreachable' : null }])
})
