import { expect, test } from 'vitest'
import { daysOf, periodOf } from './period.ts'

test.each([
  ['today', '2026-11-19', '2026-11-19', '2026-11-19'],
  ['week', '2026-11-19', '2026-11-16', '2026-11-19'],
  ['week', '2026-11-22', '2026-11-16', '2026-11-22'],
  ['week', '2026-11-16', '2026-11-16', '2026-11-16'],
  ['month', '2026-11-19', '2026-11-01', '2026-11-19'],
  ['last_month', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['last_month', '2028-03-01', '2028-02-01', '2028-02-29'],
] as const)('%s on %s begins on %s and ends on %s', (period, today, from, to) => {
  expect(daysOf(period, today)).toEqual({ from, to })
  expect(periodOf({ from, to }, today)).toBeDefined()
})

test('other days are no period', () => {
  expect(periodOf({ from: '2026-11-03', to: '2026-11-19' }, '2026-11-19')).toBeUndefined()
  expect(periodOf({}, '2026-11-19')).toBeUndefined()
})
