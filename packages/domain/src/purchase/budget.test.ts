import { expect, it } from 'vitest'
import { budgetPeriodAt, chargeBudget, type Budget, type BudgetPeriod } from './budget.ts'
import { toPence } from '../money.ts'

it.each<[string, BudgetPeriod, string, string]>([
  // instant, period, first day, first day after
  ['2026-11-20T10:00:00Z', 'month', '2026-11-01', '2026-12-01'],
  ['2026-11-20T10:00:00Z', 'quarter', '2026-10-01', '2027-01-01'],
  ['2026-11-20T10:00:00Z', 'year', '2026-01-01', '2027-01-01'],
  // the last moment of the year, and the first of the next
  ['2026-12-31T23:59:59.999Z', 'month', '2026-12-01', '2027-01-01'],
  ['2026-12-31T23:59:59.999Z', 'quarter', '2026-10-01', '2027-01-01'],
  ['2026-12-31T23:59:59.999Z', 'year', '2026-01-01', '2027-01-01'],
  ['2027-01-01T00:00:00Z', 'month', '2027-01-01', '2027-02-01'],
  ['2027-01-01T00:00:00Z', 'quarter', '2027-01-01', '2027-04-01'],
  ['2027-01-01T00:00:00Z', 'year', '2027-01-01', '2028-01-01'],
  // in summer a day begins in London at 23:00Z
  ['2026-06-30T22:59:59Z', 'quarter', '2026-04-01', '2026-07-01'],
  ['2026-06-30T23:00:00Z', 'quarter', '2026-07-01', '2026-10-01'],
  ['2026-09-30T23:00:00Z', 'month', '2026-10-01', '2026-11-01'],
  // the days when the clock changes
  ['2026-03-29T00:59:59Z', 'month', '2026-03-01', '2026-04-01'],
  ['2026-03-29T01:00:00Z', 'quarter', '2026-01-01', '2026-04-01'],
  ['2026-03-31T22:59:59Z', 'quarter', '2026-01-01', '2026-04-01'],
  ['2026-03-31T23:00:00Z', 'quarter', '2026-04-01', '2026-07-01'],
  ['2026-10-25T00:59:59Z', 'month', '2026-10-01', '2026-11-01'],
  ['2026-10-25T01:00:00Z', 'month', '2026-10-01', '2026-11-01'],
  ['2026-10-31T23:59:59Z', 'month', '2026-10-01', '2026-11-01'],
  ['2026-11-01T00:00:00Z', 'month', '2026-11-01', '2026-12-01'],
  ['2028-02-29T12:00:00Z', 'month', '2028-02-01', '2028-03-01'],
])('at %s the %s is from %s to before %s', (instant, period, from, until) => {
  expect(budgetPeriodAt(period, new Date(instant))).toEqual({ from, until })
})

it.each<[Budget['on_exceed'], number, number, 'bought' | 'notified' | number]>([
  // rule above £10, spent before, price, outcome (a number: rejected, with the amount left)
  ['block', 0, 10_00, 'bought'],
  ['block', 0, 10_01, 10_00],
  ['block', 9_00, 1_00, 'bought'],
  ['block', 9_01, 1_00, 99],
  ['block', 10_00, 1, 0],
  ['block', 12_00, 1, 0],
  ['warn', 9_00, 1_00, 'bought'],
  ['warn', 9_01, 1_00, 'notified'],
  ['warn', 12_00, 1, 'notified'],
])('%s: %i spent, %i more is %s', (on_exceed, spent, price, outcome) => {
  const charged = chargeBudget({ amount: toPence(10_00), period: 'month', on_exceed }, toPence(spent), toPence(price))
  if (charged.ok) expect(charged.exceeded ? 'notified' : 'bought').toBe(outcome)
  else
    expect(charged.refusal).toEqual({
      code: 'budget_exceeded',
      details: { budget: 10_00, left: outcome, total_charge: price },
    })
})
