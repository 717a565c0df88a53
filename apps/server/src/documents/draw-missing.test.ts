import type { Shipment } from '@postroom/contract/shipment'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findPurchase } from '../features/shipments/purchase/purchase.store.ts'
import { aLog } from '../testing/a-log.ts'
import { purchaseScene, replaceCarrier, type PurchaseScene } from '../testing/purchase-scene.ts'
import { drawMissing } from './draw-missing.ts'

let scene: PurchaseScene
beforeAll(async () => {
  scene = await purchaseScene(100_00)
})
afterAll(() => scene.close())

it('a label that cannot be drawn is logged and stays pending, and the next request draws it', async () => {
  const { buyer, context } = scene
  const carriers = context.carriers
  const err = new Error('no ink')
  replaceCarrier(context, { documents: () => Promise.reject(err) })
  const { id, docs } = (await buyer.buy('not-drawn')).json<Shipment>()
  expect(docs.map(({ type, status }) => [type, status])).toEqual([
    ['label', 'pending'],
    ['receipt', 'pending'],
  ])
  const purchase = (await findPurchase(context.db, id))!
  const { log, lines } = aLog()
  const stillMissing = await drawMissing(context, purchase, log)
  expect(stillMissing.map(({ type, sha256 }) => [type, sha256])).toEqual([
    ['label', null],
    ['receipt', null],
  ])
  expect(lines).toEqual([['error', { err, purchase: id, type: 'label' }, 'could not draw a document']])
  context.carriers = carriers
  const [label, receipt] = await drawMissing(context, purchase, log)
  expect([label?.sha256, receipt?.sha256]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), null])
  expect(lines).toHaveLength(1)
})
