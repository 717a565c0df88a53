import type { Reconciliation } from '@postroom/contract/reconciliation'

/** A day on which nothing moved, with some changes. */
export const reconciled = (day: string, change: Partial<Reconciliation> = {}): Reconciliation => ({
  day,
  provider: { is_read: true, payments: 0, fees: 0, payouts: 0 },
  ledger: { payments: 0, top_ups: 0, seen_on_other_days: 0 },
  bank: { credits: 0, booked_on_other_days: 0, payouts: 0, set_aside: 0 },
  differences: [],
  total: 0,
  ...change,
})
