import { connectCarriers, type Carriers } from '../carriers/carriers.ts'
import type { CarrierPort } from '../carriers/carrier-port.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/in-transaction.ts'
import type { AddressFields } from '../features/address-book/address.store.ts'
import type { Requester } from '../access/actor.ts'
import { timingsOf } from '../features/shipments/purchase/purchase-timings.ts'
import { demoAddresses, type Fate } from './demo-rows.ts'
import type { DemoOrganisation, DemoUsername } from './seed-organisation.ts'

const FORTNIGHT_MS = 14 * 24 * 3_600_000

/** What writing the history needs: the product on one transaction, with a clock that is set. */
export interface Demo {
  tx: Tx
  organisation: DemoOrganisation
  setClock(at: Date): void
  /** The product, with a carrier that answers as the fate of a shipment wants. */
  contextFor(fate: Fate): Context
  asking(by: DemoUsername): Requester
  address: (code: string) => AddressFields
  /** The ids of the cost centres by code, once they are saved. */
  costCenters: Map<string, string>
}

/** Something that happened in the demo organisation. */
export interface Step {
  at: Date
  take: () => Promise<unknown>
}

/** What the sandbox carrier answers otherwise than usual. */
const ANSWERS: Readonly<Partial<Record<Fate, Partial<CarrierPort>>>> = {
  on_hold: { purchase: async () => ({ kind: 'unknown' }) },
  rejected: { purchase: async () => ({ kind: 'rejected', reason: 'The address is not served.' }) },
  void_requested: { void: async () => ({ kind: 'unknown' }) },
  refused: { void: async () => ({ kind: 'refused', reason: 'The item is already in the post.' }) },
}

export function demoOn(context: Context, tx: Tx, organisation: DemoOrganisation): Demo {
  let at = context.now()
  const now = () => at
  const addresses = new Map(demoAddresses().map((address) => [address.code, address]))
  const carriers = connectCarriers(tx, { now })
  // what is on hold stays so for a while, though the carrier could be asked at once
  const purchaseTimings = { ...timingsOf(context), lease_ms: FORTNIGHT_MS, wait_ms: 0 }
  const demo = { ...context, db: tx, now, settings: { ...context.settings, purchaseTimings } }
  return {
    tx,
    organisation,
    setClock: (instant) => void (at = instant),
    contextFor: (fate) => ({ ...demo, carriers: answering(carriers, ANSWERS[fate] ?? {}) }),
    asking: (by) => ({ ...organisation.users.get(by)!, needs: {} }),
    address: (code) => addresses.get(code)!,
    costCenters: new Map(),
  }
}

const answering = (carriers: Carriers, change: Partial<CarrierPort>): Carriers =>
  Object.fromEntries(Object.entries(carriers).map(([code, carrier]) => [code, { ...carrier, ...change }]))
