import type { ErrorBody } from '@postroom/contract/errors'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, test } from 'vitest'
import { purchaseScene, replaceCarrier, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { shopScene, type ShopScene } from '../../testing/shops/shop-scene.ts'
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

const codeOf = (answer: LightMyRequestResponse) => answer.json<ErrorBody>().code

it('a changed order is updated and marked, and not sold before somebody has accepted it', async () => {
  const { id, shipping } = shops.woo.add(0)
  await shops.connect(shops.woo)
  await shops.importNow()
  const [before] = await shops.queue()
  shops.woo.change(id, { shipping: { ...shipping, address_1: '99 New Street' } })
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
  const { id, shipping } = shops.woo.add(0)
  await shops.connect(shops.woo)
  await shops.importNow()
  const { carriers } = scene.context
  replaceCarrier(scene.context, {
    purchase: async () => {
      shops.woo.change(id, { shipping: { ...shipping, address_1: '99 New Street' } })
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

test.each(['cancelled', 'refunded', 'completed'])(
  'an order that is %s at the shop is marked, and not sold',
  async (status) => {
    const { id } = shops.woo.add(0)
    await shops.connect(shops.woo)
    await shops.importNow()
    shops.woo.change(id, { status })
    await shops.importNow()
    const [row] = await shops.queue()
    expect(row).toMatchObject({ state: 'problem', order: { mark: status === 'completed' ? 'shipped' : 'cancelled' } })
    expect(codeOf(await shops.buy(row!))).toBe('order_not_accepted')
    shops.woo.change(id, { status: 'processing' })
    await shops.importNow()
    expect((await shops.queue())[0]).toMatchObject({ order: { mark: 'changed' } })
  },
)

it('an order that was not seen for some minutes is looked at before it is bought', async () => {
  const [cancelled, gone, unchanged] = [shops.cards.add(0), shops.cards.add(2), shops.cards.add(4)]
  await shops.connect(shops.cards)
  await shops.importNow()
  const rows = await shops.queue()
  shops.cards.change(cancelled.id, { cancelled_at: '2026-11-20T09:00:00Z' })
  shops.cards.orders.delete(gone.id)
  await asOwner(
    scene.database.url,
    `update shop set imported_at = now() - interval '1 hour'; update shop_order set looked_at = now() - interval '1 hour'`,
  )
  const buy = ({ name }: { name: string }) => shops.buy(rows.find(({ order }) => order?.number === name)!)
  expect(codeOf(await buy(cancelled))).toBe('order_not_accepted')
  expect(codeOf(await buy(gone))).toBe('order_not_accepted')
  await shops.cards.stop() // no answer holds nothing up
  expect((await buy(unchanged)).statusCode).toBe(200)
})

it('weighing clears no problem; a correction does', async () => {
  shops.woo.add(1, {
    shipping: { first_name: 'A', address_1: 'x'.repeat(100), city: 'Leeds', postcode: 'LS1 4DY', country: 'GB' },
  })
  await shops.connect(shops.woo)
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
