import type { Shipment } from '@postroom/contract/shipment'
import { toPence } from '@postroom/domain/money'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PRICE, purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { adjustCharge } from './adjust-charge.rule.ts'
import { brokenInvariants } from './invariants.store.ts'

let scene: PurchaseScene
beforeAll(async () => {
  scene = await purchaseScene(100_00)
})
afterAll(async () => {
  expect(await brokenInvariants(scene.context.db)).toEqual([])
  await scene.close()
})

let references = 0
/** A further line of the carrier's invoices. */
const adjust = async (purchase: string, pence: number, of_return = false) => {
  const line = { purchase, reference: `line ${++references}`, change: toPence(pence), of_return }
  return (await adjustCharge(scene.context.db, line)).kind
}
const bought = async (key: string) => (await scene.buyer.buy(key)).json<Shipment>().id

it('the charge of a purchase and that of its return label are taken back each by itself', async () => {
  const id = await bought('with-a-return-label')
  expect(await adjust(id, 30)).toBe('booked')
  expect(await adjust(id, 200, true)).toBe('booked')
  expect(await adjust(id, -201, true)).toBe('refused')
  expect(await adjust(id, -(PRICE + 31))).toBe('refused')
  expect(await adjust(id, -200, true)).toBe('booked')
  expect(await adjust(id, -(PRICE + 30))).toBe('booked')
  expect([await adjust(id, -1), await adjust(id, -1, true)]).toEqual(['refused', 'refused'])
})

it('what was charged before a void is not taken back after it', async () => {
  const id = await bought('to-be-voided')
  expect(await adjust(id, 200, true)).toBe('booked')
  await scene.buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Wrong' })
  expect(await adjust(id, -1, true)).toBe('refused')
  expect(await adjust(id, 50, true)).toBe('booked')
  expect(await adjust(id, -50, true)).toBe('booked')
})
