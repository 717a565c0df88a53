import { sumPence, toPence, type Pence } from '../money.ts'

/** The parts of customer and platform in a refund or a dispute, in pence; never below 0. */
export interface ReversalParts {
  by_customer: Pence
  by_platform: Pence
}

/**
 * Divides a refund or a dispute between customer and platform. The customer pays as far as their balance allows, and the
 * platform pays the rest: a balance never falls below zero. When the amount falls, the customer is repaid first. When it
 * falls to zero, each party has its whole part back.
 *
 * @param before the parts until now
 * @param taken what is taken back now, in pence, 0 or more
 * @param available what the customer can spend, in pence
 */
export function shareReversal(before: ReversalParts, taken: Pence, available: Pence): ReversalParts {
  const change = taken - sumPence(before.by_customer, before.by_platform)
  const from_customer = Math.max(Math.min(change, available), 0 - before.by_customer)
  return {
    by_customer: toPence(before.by_customer + from_customer),
    by_platform: toPence(before.by_platform + change - from_customer),
  }
}
