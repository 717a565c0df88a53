import type { ShipmentBatch } from '@postroom/contract/shipment-batch'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { batchOf } from '../../testing/shops/batch-of-queue.ts'
import { shopScene, type ShopScene } from '../../testing/shops/shop-scene.ts'
import { startBuyingBatches } from '../batches/buy-batches.ts'
import { done } from '../batches/testing/sent-batch.ts'
import { buyBatchRow } from '../shipments/purchase/buy-batch-row.ts'

let scene: PurchaseScene
let shops: ShopScene
let stop: () => Promise<void>
beforeAll(async () => {
  scene = await purchaseScene(0)
  shops = await shopScene(scene, 500_00)
  stop = startBuyingBatches(scene.context, buyBatchRow, quietLog)
})
afterAll(async () => {
  await stop()
  await shops.close()
  await scene.close()
})

it('ten orders go through import, rules, a batch, print and report, each once; one that was cancelled does not', async () => {
  for (let n = 4; n < 9; n++) for (const stub of [shops.woo, shops.cards]) stub.add(n)
  const cancelled = shops.woo.add(20)
  for (const stub of [shops.woo, shops.cards]) await shops.connect(stub)
  await shops.ask('PUT', '/sendingrule', {
    rules: [
      { destination: 'uk', service: 'TR48' },
      { destination: 'abroad', service: 'IT' },
    ],
  })
  await shops.importNow()
  shops.woo.change(cancelled.id, { status: 'cancelled' })
  await shops.importNow()

  const rows = batchOf(await shops.queue(), shops.buyer.account, '2026-11-20')
  await shops.buyer.post('/stamp/v1/shipment/batch?batch_id=orders-of-today', { rows })
  const batch: ShipmentBatch = await done(shops.buyer, 'orders-of-today')
  expect(batch).toMatchObject({ total: 11, bought: 10, failed: 1 })
  expect(batch.rows.find(({ state }) => state === 'failed')?.error?.code).toBe('order_not_accepted')
  for (const { shipment_id } of batch.rows)
    if (shipment_id)
      expect((await shops.buyer.put(`/stamp/v1/shipment/${shipment_id}/printed`, {})).statusCode).toBe(200)

  for (let time = 0; time < 2; time++) await shops.reportNow()
  const sent = batch.rows.flatMap(({ bought }) => bought?.item_numbers ?? [])
  const reported = [
    ...[...shops.woo.notes.values()].flat(),
    ...shops.cards.fulfillments.map(({ tracking_number }) => tracking_number),
  ]
  expect(reported).toHaveLength(10)
  expect(sent.every((number) => reported.some((text) => text?.includes(number)))).toBe(true)
  expect(shops.woo.notes.has(cancelled.id)).toBe(false)
})
