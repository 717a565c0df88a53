import type { Shop } from '@postroom/contract/shop'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { purchaseScene, replaceCarrier, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { shopScene, type ShopScene } from '../../testing/shops/shop-scene.ts'
import type { ShopFault } from '../../testing/shops/shop-server.ts'
import { asOwner } from '../../testing/test-database.ts'

let scene: PurchaseScene
let shops: ShopScene
beforeAll(async () => {
  scene = await purchaseScene(0)
})
afterAll(() => scene.close())
beforeEach(async () => {
  shops = await shopScene(scene, 1_000_00)
  await shops.ask('PUT', '/sendingrule', { rules: [{ destination: 'uk', service: 'TR48' }] })
})
afterEach(() => shops.close())

/** Imports and buys one order of each shop. */
async function buyBoth(): Promise<{ wooId: number; cardsId: number }> {
  const [ordered, carded] = [shops.woo.add(0), shops.cards.add(0)]
  for (const stub of [shops.woo, shops.cards]) await shops.connect(stub)
  await shops.importNow()
  for (const row of await shops.queue()) expect((await shops.buy(row)).statusCode).toBe(200)
  return { wooId: ordered.id, cardsId: carded.id }
}
const listed = async () => (await shops.ask('GET', '/shop')).json<{ data: Shop[] }>().data

it('number and tracking go back to both shops after the purchase, once', async () => {
  const { wooId, cardsId } = await buyBoth()
  expect((await listed()).map(({ reports }) => reports)).toEqual([
    { waiting: 1, failed: 0 },
    { waiting: 1, failed: 0 },
  ])
  for (let time = 0; time < 3; time++) await shops.reportNow()
  await shops.importNow()
  const [note, ...more] = shops.woo.notes.get(wooId)!
  expect([note, more]).toEqual([
    expect.stringMatching(/Royal Mail Tracked 48, tracking number \w{11,}: https:\/\/www\.royalmail\.com/),
    [],
  ])
  expect(shops.woo.orders.get(wooId)).toMatchObject({ status: 'completed' })
  expect(shops.cards.fulfillments).toEqual([
    {
      order_id: cardsId,
      tracking_number: expect.stringMatching(/^\w{11,}$/) as unknown,
      tracking_url: expect.stringContaining('royalmail.com') as unknown,
    },
  ])
  expect((await listed()).map(({ reports }) => reports)).toEqual([
    { waiting: 0, failed: 0 },
    { waiting: 0, failed: 0 },
  ])
})

describe('a report is made once', () => {
  const WRITES = ['POST /orders/:id/notes', 'PUT /orders/:id', 'POST /fulfillments.json']
  const READS = ['GET /orders/:id', 'GET /orders/:id/notes', 'GET /orders/:id/fulfillment_orders.json']
  it.each([...WRITES, ...READS].flatMap((call) => (['lost', 'down'] as const).map((fault) => [call, fault] as const)))(
    'when the answer to %s is %s',
    async (faulty, fault) => {
      const { wooId, cardsId } = await buyBoth()
      const faults: ShopFault[] = [fault, fault]
      for (const stub of [shops.woo, shops.cards]) stub.fault = (call) => (call === faulty ? faults.shift() : undefined)
      for (let time = 0; time < 4; time++) await shops.reportNow()
      expect(shops.woo.notes.get(wooId)).toHaveLength(1)
      expect(shops.woo.orders.get(wooId)?.status).toBe('completed')
      expect(shops.cards.fulfillments.map(({ order_id }) => order_id)).toEqual([cardsId])
    },
  )
})

it('a report that fails is repeated later, and given up after some days', async () => {
  await buyBoth()
  shops.woo.fault = () => 'down'
  await shops.reportNow()
  const state = async () =>
    (
      await asOwner(
        scene.database.url,
        `select report_attempts as attempts, report_trouble as trouble,
      round(extract(epoch from report_at - now()) / 10) * 10 as seconds from shop_order where reported_at is null and report_attempts > 0`,
      )
    ).rows
  expect(await state()).toEqual([{ attempts: 1, trouble: 'unreachable', seconds: '60' }])
  for (const [attempts, seconds] of [
    [1, '120'],
    [7, '7680'],
    [8, '15360'],
    [9, '21600'],
    [18, '21600'],
  ] as const) {
    await asOwner(scene.database.url, `update shop_order set report_attempts = ${attempts} where report_at is not null`)
    await shops.reportNow()
    expect(await state()).toEqual([{ attempts: attempts + 1, trouble: 'unreachable', seconds }])
  }
  await asOwner(scene.database.url, `update shop_order set report_attempts = 19 where report_at is not null`)
  await shops.reportNow()
  expect(await state()).toMatchObject([{ attempts: 20, seconds: null }])
  expect((await listed()).map(({ reports }) => reports.failed)).toEqual([1, 0])
})

it('an order that was cancelled after the purchase gets the report and stays cancelled', async () => {
  const { wooId, cardsId } = await buyBoth()
  shops.woo.change(wooId, { status: 'cancelled' })
  shops.cards.change(cardsId, { cancelled_at: '2026-11-20T10:00:00Z' })
  await shops.reportNow()
  expect(shops.woo.orders.get(wooId)?.status).toBe('cancelled')
  expect(shops.cards.fulfillments).toEqual([])
  expect((await listed()).map(({ reports }) => reports.waiting)).toEqual([0, 0])
})

it('a purchase that the carrier rejects reports nothing; the order is bought again under its new id, and then reported', async () => {
  shops.woo.add(0)
  await shops.connect(shops.woo)
  await shops.importNow()
  const [row] = await shops.queue()
  const carriers = scene.context.carriers
  replaceCarrier(scene.context, { purchase: async () => ({ kind: 'rejected', reason: 'The address is not served.' }) })
  await shops.buy(row!)
  scene.context.carriers = carriers
  await shops.reportNow()
  expect(shops.woo.notes.size).toBe(0)
  const [again] = await shops.queue()
  expect(again).toMatchObject({ code: row!.code, order: { number: '#1000' } })
  expect(again!.pending_id).not.toBe(row!.pending_id)
  expect((await shops.buy(again!)).statusCode).toBe(200)
  await shops.reportNow()
  expect(shops.woo.notes.get(1000)).toHaveLength(1)
})

it('a removed shop gets no further report', async () => {
  const { wooId } = await buyBoth()
  for (const { id } of await listed()) await shops.ask('DELETE', `/shop/${id}`)
  await shops.reportNow()
  expect([shops.woo.notes.get(wooId), shops.cards.fulfillments]).toEqual([undefined, []])
})
