import { expect, it } from 'vitest'
import { formatDay, formatDayInFrench } from './format-day.ts'

it.each([
  ['2026-12-01T00:00:00Z', 'UTC', '1 December 2026', '1er décembre 2026'],
  ['2026-12-11T00:00:00Z', 'UTC', '11 December 2026', '11 décembre 2026'],
  ['2026-06-30T23:30:00Z', 'UTC', '30 June 2026', '30 juin 2026'],
  ['2026-06-30T23:30:00Z', 'Europe/London', '1 July 2026', '1er juillet 2026'],
] as const)('%s in the zone %s is the %s, the %s', (time, zone, english, french) => {
  expect(formatDay(new Date(time), zone)).toBe(english)
  expect(formatDayInFrench(new Date(time), zone)).toBe(french)
  if (zone === 'UTC') expect([formatDay(new Date(time)), formatDayInFrench(new Date(time))]).toEqual([english, french])
})
