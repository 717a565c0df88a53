import type { Shipment } from '@postroom/contract/shipment'
import { countPdfs } from '@postroom/documents/testing/count-pdfs'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { CarrierPort } from '../../../carriers/carrier-port.ts'
import { defaultCarrier, purchaseScene, replaceCarrier, type PurchaseScene } from '../../../testing/purchase-scene.ts'

let scene: PurchaseScene
beforeAll(async () => {
  scene = await purchaseScene(100_00, { carrier_ms: 10_000, lease_ms: 20_000, wait_ms: 20_000 })
})
afterAll(() => scene.close())

it('a purchase is rated once, laid out once before the carrier is asked, and its label drawn once after it has answered', async () => {
  const carrier = defaultCarrier(scene.context)
  const pdfs = countPdfs()
  const services = vi.fn(() => carrier.services())
  const layOutLabel = vi.fn((...asked: Parameters<CarrierPort['layOutLabel']>) => carrier.layOutLabel(...asked))
  const documents = vi.fn((...asked: Parameters<CarrierPort['documents']>) => carrier.documents(...asked))
  const before: number[] = []
  replaceCarrier(scene.context, {
    services,
    layOutLabel,
    documents,
    purchase: (ref, order) => {
      before.push(services.mock.calls.length, layOutLabel.mock.calls.length, pdfs.mock.calls.length)
      return carrier.purchase(ref, order)
    },
  })
  const shipment = (await scene.buyer.buy('drawn-once')).json<Shipment>()
  const counted = [services, layOutLabel, pdfs].map(({ mock }) => mock.calls.length)
  pdfs.mockRestore()
  expect(shipment.docs.map(({ type, status }) => [type, status])).toEqual([
    ['label', 'ready'],
    ['receipt', 'pending'],
  ])
  expect(before).toEqual([1, 1, 0])
  expect(counted).toEqual([1, 1, 1])
  expect(documents).toHaveBeenCalledTimes(1)
})

/** To read, hold, ask the sandbox, settle, draw and show. Every further statement is a round trip of every purchase. */
const MOST_STATEMENTS = 30
/** To find the purchase and show it. */
const MOST_STATEMENTS_REPEATED = 7

it('a purchase sends few statements to the database, and a repetition fewer', async () => {
  await scene.buyer.buy('counted-one-before')
  const query = vi.spyOn(pg.Client.prototype, 'query')
  expect((await scene.buyer.buy('counted-purchase')).statusCode).toBe(200)
  const statements = query.mock.calls.length
  query.mockClear()
  expect((await scene.buyer.buy('counted-purchase')).statusCode).toBe(200)
  const repeated = query.mock.calls.length
  query.mockRestore()
  expect(statements).toBeLessThanOrEqual(MOST_STATEMENTS)
  expect(repeated).toBeLessThanOrEqual(MOST_STATEMENTS_REPEATED)
})
