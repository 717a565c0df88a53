import { expect, it } from 'vitest'
import { daysIn, periodBefore, rangesOf, stepOf } from './spending-periods.ts'

it.each([
  // period, compared with
  ['the month so far', '2026-11-01', '2026-11-19', '2026-10-01', '2026-10-19'],
  ['the first day of a month', '2026-11-01', '2026-11-01', '2026-10-01', '2026-10-01'],
  ['a whole month with a longer one', '2026-11-01', '2026-11-30', '2026-10-01', '2026-10-31'],
  ['a whole month with a shorter one', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['a month so far, longer than the one before', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
  ['January with December', '2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['a leap February', '2028-03-01', '2028-03-29', '2028-02-01', '2028-02-29'],
  ['a quarter', '2026-10-01', '2026-12-31', '2026-07-01', '2026-09-30'],
  ['a quarter so far', '2026-10-01', '2026-11-19', '2026-08-01', '2026-09-19'],
  ['a year', '2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31'],
  ['a week', '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
  ['one day', '2026-11-19', '2026-11-19', '2026-11-18', '2026-11-18'],
  ['days over the change of the clock', '2026-10-25', '2026-10-26', '2026-10-23', '2026-10-24'],
])('compares %s, %s to %s, with %s to %s', (_what, from, to, ...before) => {
  expect(Object.values(periodBefore({ from, to }))).toEqual(before)
})

it.each([
  ['2026-11-19', '2026-11-19', 1, 'day'],
  ['2026-10-01', '2026-11-30', 61, 'day'],
  ['2026-07-01', '2026-08-31', 62, 'day'],
  ['2026-07-01', '2026-09-01', 63, 'month'],
  ['2026-01-01', '2026-12-31', 365, 'month'],
] as const)('%s to %s is %i days, shown by %s', (from, to, days, step) => {
  expect(daysIn({ from, to })).toBe(days)
  expect(stepOf({ from, to })).toBe(step)
})

it.each([
  ['2026-10-02', '2026-11-19', ['day 2026-10-02 2026-10-31', 'day 2026-11-01 2026-11-19']],
  ['2026-01-01', '2026-12-31', ['month 2026-01-01 2026-12-31']],
  ['2026-01-01', '2026-03-30', ['month 2026-01-01 2026-02-28', 'day 2026-03-01 2026-03-30']],
  ['2026-01-02', '2026-03-31', ['day 2026-01-02 2026-01-31', 'month 2026-02-01 2026-03-31']],
  [
    '2025-11-21',
    '2026-11-20',
    ['day 2025-11-21 2025-11-30', 'month 2025-12-01 2026-10-31', 'day 2026-11-01 2026-11-20'],
  ],
])('%s to %s, shown by month, is read as %j', (from, to, ranges) => {
  expect(rangesOf({ from, to }, 'month').map((range) => `${range.step} ${range.from} ${range.to}`)).toEqual(ranges)
})

it('reads the days of a period that is shown by day', () => {
  const period = { from: '2026-06-01', to: '2026-08-31' }
  expect(rangesOf(period, 'day')).toEqual([{ step: 'day', ...period }])
})
