import { ukDateOf, type CalendarDate } from '../calendar.ts'
import type { Pence } from '../money.ts'
import type { PurchaseState } from './purchase-states.ts'
import { refuse, type Refused } from '../refusal.ts'

/** The period of a budget: a calendar month, quarter or year in UK time. */
export const BUDGET_PERIODS = ['month', 'quarter', 'year'] as const
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number]

/** What happens to a purchase beyond the budget: `warn` buys and notifies, `block` refuses. */
export const ON_EXCEED = ['warn', 'block'] as const

/** The purchase states that count as spent: held or paid. Voided and rejected purchases give the budget back. */
export const SPENDING_STATES: readonly PurchaseState[] = ['AUTHORISED', 'BOUGHT', 'VOID_REQUESTED']

/** The amount that may be spent for a cost centre in each period. */
export interface Budget {
  amount: Pence
  period: BudgetPeriod
  on_exceed: (typeof ON_EXCEED)[number]
}

const MONTHS = { month: 1, quarter: 3, year: 12 } as const satisfies Record<BudgetPeriod, number>

/** The period that contains `instant`: its first day and the first day after it. Both begin at midnight in London. */
export function budgetPeriodAt(period: BudgetPeriod, instant: Date): { from: CalendarDate; until: CalendarDate } {
  const [year, month] = ukDateOf(instant).split('-').map(Number) as [number, number]
  const first = month - ((month - 1) % MONTHS[period])
  return { from: firstDayOf(year, first), until: firstDayOf(year, first + MONTHS[period]) }
}

/** Month 13 is January of the next year. */
const firstDayOf = (year: number, month: number): CalendarDate =>
  new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10)

/** Whether a purchase of `price` is allowed after `spent`, and whether it exceeds the budget. */
export function chargeBudget(
  { amount, on_exceed }: Budget,
  spent: Pence,
  price: Pence,
): { ok: true; exceeded: boolean } | Refused<'budget_exceeded'> {
  const left = amount - spent
  if (price <= left) return { ok: true, exceeded: false }
  if (on_exceed === 'warn') return { ok: true, exceeded: true }
  return refuse('budget_exceeded', { budget: amount, left: Math.max(left, 0), total_charge: price })
}
