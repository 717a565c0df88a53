import type { ErrorBody } from '@postroom/contract/errors'
import type { Shipment } from '@postroom/contract/shipment'
import type { Shop, ShopTest } from '@postroom/contract/shop'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, test } from 'vitest'
import { purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { connectionOf, shopScene, type ShopScene } from '../../testing/shops/shop-scene.ts'
import { asOwner } from '../../testing/test-database.ts'

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

const auditOf = (subject: string) =>
  scene.context.db
    .selectFrom('audit_event')
    .select(['event', 'details'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()

it('a connection is kept only when the shop accepts the key, and its key is never shown', async () => {
  const refused = await shops.ask('POST', '/shop', { ...connectionOf(shops.woo), consumer_secret: 'wrong' })
  expect(refused.json<ShopTest>()).toEqual({ result: 'refused' })
  expect((await shops.ask('GET', '/shop')).json()).toEqual({ data: [] })
  const { id } = await shops.connect(shops.woo)
  const again = await shops.ask('POST', '/shop', { ...connectionOf(shops.woo), name: 'Renamed' })
  expect(again.json<ShopTest>()).toMatchObject({ result: 'connected', shop: { id, name: 'Renamed' } })
  expect((await shops.ask('POST', `/shop/${id}/test`)).json()).toEqual({ result: 'connected' })
  const listed = await shops.ask('GET', '/shop')
  expect(listed.body).not.toMatch(/cs_stub|ck_stub|v1\./)
  const { rows } = await asOwner(scene.database.url, `select credential from shop where id = '${id}'`)
  expect((rows as { credential: string }[])[0]!.credential).toMatch(/^v1\.[\w-]{40,}$/)
  expect((await shops.ask('DELETE', `/shop/${id}`)).statusCode).toBe(200)
  expect((await shops.ask('DELETE', `/shop/${id}`)).statusCode).toBe(404)
  expect((await shops.ask('GET', '/shop')).json()).toEqual({ data: [] })
  const details = { kind: 'woocommerce', url: shops.woo.url }
  expect(await auditOf(id)).toEqual([
    { event: 'shop_connected', details },
    { event: 'shop_connected', details },
    { event: 'shop_removed', details: {} },
  ])
})

it('an organisation has twenty shops at most, listed by name; one of them is connected again all the same', async () => {
  const { id } = await shops.connect(shops.woo)
  await asOwner(
    scene.database.url,
    `insert into shop (id, organisation_id, kind, name, url, sender, credential, connected_by)
       select gen_random_uuid(), organisation_id, kind, 'Another ' || n, url || n, sender, credential, connected_by
       from shop, generate_series(10, 27) n where id = '${id}'`,
  )
  expect((await shops.connect(shops.cards)).name).toBe('Cards')
  const names = (await shops.ask('GET', '/shop')).json<{ data: Shop[] }>().data.map(({ name }) => name)
  expect(names).toEqual([...Array.from({ length: 18 }, (_, n) => `Another ${n + 10}`), 'Bindery', 'Cards'])
  expect(await shops.connect(shops.woo)).toMatchObject({ id })
  const url = `${shops.woo.url}/`
  expect((await shops.ask('POST', '/shop', { ...connectionOf(shops.woo), url })).json()).toMatchObject({ shop: { id } })
  await shops.ask('DELETE', `/shop/${id}`)
  const [other] = (await shops.ask('GET', '/shop')).json<{ data: Shop[] }>().data
  await asOwner(
    scene.database.url,
    `insert into shop (id, organisation_id, kind, name, url, sender, credential, connected_by)
       select gen_random_uuid(), organisation_id, kind, 'The twentieth', url || 'x', sender, credential, connected_by
       from shop where id = '${other!.id}'`,
  )
  const refused = await shops.ask('POST', '/shop', connectionOf(shops.woo))
  expect([refused.statusCode, refused.json<ErrorBody>().code]).toEqual([409, 'too_many_shops'])
})

it('the next import is three minutes after one that ended and one after trouble, or at once when it is asked for', async () => {
  const { id } = await shops.connect(shops.woo)
  const seconds = async () => {
    const { rows } = await asOwner(
      scene.database.url,
      `select round(extract(epoch from import_at - now()) / 20) * 20 as seconds from shop where id = '${id}'`,
    )
    return Number((rows as { seconds: string }[])[0]!.seconds)
  }
  await shops.importNow()
  expect(await seconds()).toBe(180)
  const now = await shops.ask('POST', `/shop/${id}/import`)
  expect([now.statusCode, now.json<Shop>()]).toMatchObject([202, { id, imported_at: expect.any(String) as unknown }])
  expect(await seconds()).toBe(0)
  shops.woo.fault = () => 'down'
  await shops.importNow()
  expect(await seconds()).toBe(60)
  expect((await shops.ask('POST', `/shop/${crypto.randomUUID()}/import`)).statusCode).toBe(404)
})

it('is called twenty times in a quarter of an hour on behalf of a user', async () => {
  const wrong = { ...connectionOf(shops.woo), consumer_secret: 'wrong' }
  for (let n = 0; n < 20; n++) expect((await shops.ask('POST', '/shop', wrong)).statusCode).toBe(200)
  expect((await shops.ask('POST', '/shop', wrong)).json()).toMatchObject({ code: 'too_many_requests' })
})

it('rules choose the service of orders that come, and a preview says what they would have done', async () => {
  for (let n = 0; n < 18; n++) shops.woo.add(n)
  const { id: shop_id } = await shops.connect(shops.woo)
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

it('a preview looks at the latest thousand orders of the last seven days', async () => {
  shops.woo.add(0)
  await shops.connect(shops.woo)
  await shops.importNow()
  await asOwner(
    scene.database.url,
    `insert into shop_order select (jsonb_populate_record(original, jsonb_build_object('external_id', 'copy-' || n,
         'number', '#' || n, 'pending_id', null, 'came_at', now() - n * interval '1 minute'))).*
       from shop_order original, generate_series(1, 1001) n where original.organisation_id = '${shops.buyer.organisation}'`,
  )
  const preview = async () =>
    (await shops.ask('POST', '/sendingrule/preview', { rules: [] })).json<{ orders: number; rest: object }>()
  const latest = await preview()
  expect(latest.orders).toBe(1000)
  expect(latest.rest).toMatchObject({ examples: expect.arrayContaining(['#1']) as unknown })
  await asOwner(
    scene.database.url,
    `update shop_order set came_at = now() - interval '8 days'
     where number <> '#1' and organisation_id = '${shops.buyer.organisation}'`,
  )
  expect((await preview()).orders).toBe(1)
})

test.each([
  ['a service that is not sold there', { destination: 'abroad', service: 'TR48' }, 'rules.0.service'],
  ['a shop of somebody else', { service: '1', destination: 'uk', shop_id: crypto.randomUUID() }, 'rules.0.shop_id'],
])('a rule with %s is refused', async (_what, rule, field) => {
  const refused = await shops.ask('PUT', '/sendingrule', { rules: [rule] })
  expect([refused.statusCode, refused.json<ErrorBody>().fields?.[0]?.field]).toEqual([400, field])
})

it('the test print of an order reports nothing', async () => {
  shops.woo.add(0)
  await shops.connect(shops.woo)
  await shops.importNow()
  const [row] = await shops.queue()
  const { by: _by, ...draft } = row!.shipment
  const printed = await shops.buyer.buy(row!.pending_id, shops.buyer.draft({ ...draft, service: '2' } as never), {
    test: true,
  })
  expect(printed.json<Shipment>().status).toBe('test')
  await shops.reportNow()
  expect(shops.woo.notes.size).toBe(0)
})
