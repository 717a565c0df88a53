import { toPence, type Pence } from '@postroom/domain/money'
import { shareChargeChange, type ChargeChange } from '@postroom/domain/purchase/carrier-charge'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { findAdjustment, insertAdjustment, lockPurchase, returnsChargeOf } from './adjustment.store.ts'
import { adjustFunds, chargeOf } from './ledger.store.ts'

/** A line of a carrier's invoice that changes what it charged for a purchase. */
interface InvoiceLine {
  purchase: string
  /** The carrier's reference; a repeated reference is the same line. */
  reference: string
  /** Pence: above zero when the carrier charges more, below zero when it refunds. */
  change: Pence
  /** It charges the return label of the purchase, which the platform pays: the customer agreed to no price for it. */
  of_return?: boolean
}

export type AdjustedCharge =
  | { kind: 'booked'; shared: Omit<ChargeChange, 'ok'> }
  | { kind: 'replayed' }
  | { kind: 'refused'; reason: 'not_bought' | 'reference_reused' | 'adjustment_exceeds_charge' }

/** Books a later change of a carrier's charge, once for each reference. The customer is never debited. */
export const adjustCharge = (
  db: Db,
  { purchase: id, reference, change, of_return = false }: InvoiceLine,
): Promise<AdjustedCharge> =>
  inTransaction(db, async (tx) => {
    const purchase = await lockPurchase(tx, id)
    if (!purchase?.carrier_no) return { kind: 'refused', reason: 'not_bought' }
    const earlier = await findAdjustment(tx, purchase.carrier_code, reference)
    if (earlier)
      return earlier.purchase_id === id && earlier.change === change
        ? { kind: 'replayed' }
        : { kind: 'refused', reason: 'reference_reused' }
    const { charged, by_customer } = await chargeOf(tx, id)
    const returned = await returnsChargeOf(tx, purchase)
    const shared = of_return
      ? shareChargeChange({ charged: returned, by_customer: toPence(0) }, change)
      : shareChargeChange({ charged: toPence(charged - returned), by_customer }, change)
    if (!shared.ok) return { kind: 'refused', reason: shared.refusal.code }
    const { to_customer, by_platform } = shared
    await adjustFunds(tx, purchase, { to_customer, by_platform })
    await insertAdjustment(tx, purchase, { reference, change, of_return })
    const { organisation_id } = purchase
    const details = { reference, change, to_customer, by_platform }
    await recordAudit(tx, { organisation_id, event: 'charge_adjusted', subject: id, details })
    return { kind: 'booked', shared: { to_customer, by_platform } }
  })
