import { expect, test } from 'vitest'
import { addDays, isCalendarDate, ukDateOf, weekdayOf } from './calendar.ts'

test.each([
  ['2026-06-30T23:30:00Z', '2026-07-01'],
  ['2026-06-30T22:59:59Z', '2026-06-30'],
  ['2026-12-31T23:30:00Z', '2026-12-31'],
  ['2026-03-29T00:59:00Z', '2026-03-29'],
  ['2026-10-25T23:59:59Z', '2026-10-25'],
])('at %s it is %s in London', (instant, day) => {
  expect(ukDateOf(new Date(instant))).toBe(day)
})

test.each([
  ['2026-02-28', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['0001-01-01', true],
  ['0000-12-31', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['2026-11-21T00:00:00Z', false],
  ['', false],
])('%s is a day: %s', (date, answer) => {
  expect(isCalendarDate(date)).toBe(answer)
})

test('adds days across the ends of months, years and summer time', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2026-10-24', 2)).toBe('2026-10-26')
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
})

test('21 November 2026 is a Saturday, and the next day is day 0', () => {
  expect(weekdayOf('2026-11-21')).toBe(6)
  expect(weekdayOf('2026-11-22')).toBe(0)
})
