import { sumPence, toPence, type Pence } from '../money.ts'

/** Who has borne what a refund or a dispute took back from a payment, in pence; never below 0. */
export interface ReversalParts {
  by_customer: Pence
  by_platform: Pence
}

/**
 * Shares what a refund or a dispute takes back from a payment. The customer bears it as far as their money goes, and the
 * platform the rest: a balance never falls below zero. When less is taken than before, the customer is repaid first; when
 * nothing is taken any more, everyone has exactly their part back.
 *
 * @param before the parts until now
 * @param taken what is taken back now, in pence, 0 or more
 * @param available what the customer can spend, in pence
 */
export function shareReversal(before: ReversalParts, taken: Pence, available: Pence): ReversalParts {
  const change = taken - sumPence(before.by_customer, before.by_platform)
  const from_customer = change > 0 ? Math.min(change, available) : Math.max(change, 0 - before.by_customer)
  return {
    by_customer: toPence(before.by_customer + from_customer),
    by_platform: toPence(before.by_platform + change - from_customer),
  }
}
