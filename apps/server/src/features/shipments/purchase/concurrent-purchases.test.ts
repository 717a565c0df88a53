import type { Shipment } from '@postroom/contract/shipment'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { brokenAfterDrain } from '../../../testing/after-the-drain.ts'
import { aBuyer, PRICE, purchaseScene, type Buyer, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { brokenInvariants } from '../../ledger/invariants.store.ts'

let scene: PurchaseScene
beforeAll(async () => {
  scene = await purchaseScene(0, { carrier_ms: 10_000, lease_ms: 20_000, wait_ms: 20_000 })
})
afterAll(() => scene.close())

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** Repeats a purchase as clients do: on a busy machine the server asks for patience when no connection is free in time. */
async function untilDecided(buyer: Buyer, key: string): ReturnType<Buyer['buy']> {
  for (;;) {
    const answer = await buyer.buy(key)
    if (answer.statusCode !== 503) return answer
  }
}

it('a hundred simultaneous requests for one purchase: one debit, a hundred equal answers', async () => {
  const buyer = await aBuyer(scene, PRICE)
  const answers = await times(100, () => buyer.buy('clicked-a-hundred-times'))
  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]))
  const seen = answers
    .map((answer) => answer.json<Shipment>())
    .map(({ docs: _links, ...shipment }) => JSON.stringify(shipment))
  expect(new Set(seen).size).toBe(1)
  expect(answers.filter((answer) => answer.headers['idempotent-replayed'] === undefined)).toHaveLength(1)
  expect(await buyer.balance()).toBe(0)
  expect(await brokenInvariants(scene.context.db)).toEqual([])
})

it('of two hundred simultaneous purchases with money for twenty, exactly twenty are bought', async () => {
  const buyer = await aBuyer(scene, 20 * PRICE)
  const answers = await times(200, (index) => untilDecided(buyer, `rush-for-twenty-${index}`))
  const statuses = answers.map((answer) => answer.statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(statuses.filter((status) => status === 402)).toHaveLength(180)
  expect(await buyer.balance()).toBe(0)
  expect(await brokenInvariants(scene.context.db)).toEqual([])
  expect(await brokenAfterDrain(scene.context.db)).toEqual([])
})
