import { toPence, type Pence } from '../money.ts'
import { refuse, type Refused } from '../refusal.ts'

/** The carrier's current charge for a purchase and the customer's share of it, in pence. The platform pays the rest. */
export interface CarrierCharge {
  charged: Pence
  by_customer: Pence
}

/** How a change of the charge is booked, in pence. */
export interface ChargeChange {
  ok: true
  /** Repaid to the customer. */
  to_customer: Pence
  /** Paid by the platform; negative when the platform is repaid. */
  by_platform: Pence
}

/**
 * Shares a later change of the carrier's charge. The customer pays the least of the price they agreed to and of every
 * charge there has been: a reduction is theirs, and they are never debited again. The platform pays what is above that.
 *
 * @param change in pence: positive when the carrier charges more, negative when it repays
 */
export function shareChargeChange(
  { charged, by_customer }: CarrierCharge,
  change: Pence,
): ChargeChange | Refused<'adjustment_exceeds_charge'> {
  const total = charged + change
  if (total < 0) return refuse('adjustment_exceeds_charge', { charged })
  const to_customer = toPence(Math.max(by_customer - total, 0))
  return { ok: true, to_customer, by_platform: toPence(change + to_customer) }
}
