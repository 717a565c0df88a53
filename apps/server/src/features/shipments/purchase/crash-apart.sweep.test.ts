import { everyNth } from '@postroom/domain/testing/sweep'
import type { Shipment } from '@postroom/contract/shipment'
import type { VoidAnswer } from '@postroom/contract/shipment-void'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sandboxCarrier } from '../../../carriers/sandbox/sandbox-carrier.ts'
import { brokenAfterDrain, drain } from '../../../testing/after-the-drain.ts'
import { PRICE, purchaseScene, replaceCarrier, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { crash, testDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { brokenInvariants } from '../../ledger/invariants.store.ts'
import { settleOverdue } from './settle-purchases.ts'

const CREDIT = 100_00
const TIMINGS = { carrier_ms: 3_000, lease_ms: 300, wait_ms: 300 }

let scene: PurchaseScene
/** The carrier's own system: it shares no transaction with ours, and each fails alone. */
let carrierStore: TestDatabase
beforeEach(async () => {
  carrierStore = await testDatabase()
  scene = await purchaseScene(CREDIT, TIMINGS)
})
afterEach(async () => {
  await scene.close()
  await carrierStore.close()
})

const SYSTEMS = ['ledger', 'carrier'] as const
type System = (typeof SYSTEMS)[number]
const storeOf = (system: System): TestDatabase => (system === 'ledger' ? scene.database : carrierStore)

/** The systems that fail around one carrier call: before it stores anything, or after, so that its answer is lost. */
interface Fault {
  call: 'purchase' | 'void'
  when: 'before' | 'after'
  systems: readonly System[]
}

/** A carrier with its own store, which fails at its first call. @returns how to bring back each failed system */
function carrierWith({ call, when, systems }: Fault): Map<System, () => Promise<void>> {
  const failed = new Map<System, () => Promise<void>>()
  const real = sandboxCarrier(carrierStore.db, () => scene.context.now())
  const fail = async () => {
    for (const system of failed.size === 0 ? systems : []) failed.set(system, (await crash(storeOf(system))).back)
  }
  const around = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (when === 'before') await fail()
    const answer = await ask()
    if (when === 'after') await fail()
    if (systems.includes('carrier')) throw new Error('The connection to the carrier broke')
    return answer
  }
  replaceCarrier(scene.context, {
    ...real,
    purchase: (ref, order) =>
      call === 'purchase' ? around(() => real.purchase(ref, order)) : real.purchase(ref, order),
    void: (ref, n) => (call === 'void' && failed.size === 0 ? around(() => real.void(ref, n)) : real.void(ref, n)),
  })
  return failed
}

/** Brings the systems back one after the other; the settler runs in between, when only one of them is up. */
async function restart(failed: Map<System, () => Promise<void>>, order: readonly System[]): Promise<void> {
  for (const system of order) {
    await settleOverdue(scene.context).catch(() => {})
    await failed.get(system)?.()
  }
  await drain(scene.context)
}

async function booksAreRight(): Promise<void> {
  expect(await brokenInvariants(scene.context.db)).toEqual([])
  expect(await brokenAfterDrain(scene.context.db, carrierStore.db)).toEqual([])
}

const ORDERS = [SYSTEMS, SYSTEMS.toReversed()]
const faults = (['before', 'after'] as const).flatMap((when) =>
  [['ledger'], ['carrier'], SYSTEMS].flatMap((systems) =>
    ORDERS.map((order) => ({
      when,
      systems: systems as System[],
      order,
      name: `${when}: ${systems.join(' and ')}; back: ${order.join(', ')}`,
    })),
  ),
)

describe('when the systems fail around the order', () => {
  it.each(everyNth(5, faults))('$name', { timeout: 120_000 }, async ({ when, systems, order }) => {
    const failed = carrierWith({ call: 'purchase', when, systems })
    const answer = await scene.buyer.buy('apart-key-1')
    expect(answer.statusCode, answer.body).toBe(202)
    expect([...failed.keys()].toSorted()).toEqual([...systems].toSorted())
    await restart(failed, order)
    await booksAreRight()

    // an order that reached the carrier is bought; the reference of one that did not is tombstoned
    const reached = when === 'after' || !systems.includes('carrier')
    const again = await scene.buyer.buy('apart-key-1')
    expect(again.statusCode, again.body).toBe(reached ? 200 : 422)
    expect(await scene.buyer.balance()).toBe(reached ? CREDIT - PRICE : CREDIT)
    if (reached)
      expect(again.json<Shipment>()).toMatchObject({
        status: 'bought',
        docs: [
          { type: 'label', status: 'ready' },
          { type: 'receipt', status: 'pending' },
        ],
      })
    await booksAreRight()
  })
})

describe('when the systems fail around a void', () => {
  it.each(everyNth(5, faults))('$name', { timeout: 120_000 }, async ({ when, systems, order }) => {
    const failed = carrierWith({ call: 'void', when, systems })
    const { id } = (await scene.buyer.buy('apart-key-2')).json<Shipment>()
    const path = `/stamp/v1/shipment/${id}/void`
    const answer = await scene.buyer.put(path, { cancellation_reason: 'Wrong address' })
    expect([answer.statusCode, answer.json<VoidAnswer>().status]).toEqual([202, 'void_requested'])
    expect([...failed.keys()].toSorted()).toEqual([...systems].toSorted())
    await restart(failed, order)
    await booksAreRight()
    expect((await scene.buyer.get(`/stamp/v1/shipment/${id}`)).json<Shipment>().status).toBe('voided')
    expect(await scene.buyer.balance()).toBe(CREDIT)
  })
})
