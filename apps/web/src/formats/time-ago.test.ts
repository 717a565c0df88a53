import { expect, test } from 'vitest'
import { timeAgo } from './time-ago.ts'

test.each([
  ['2026-11-20T09:59:30Z', 'en-gb', 'now'],
  ['2026-11-20T09:58:00Z', 'en-gb', '2 minutes ago'],
  ['2026-11-20T06:30:00Z', 'en-gb', '3 hours ago'],
  ['2026-11-19T09:00:00Z', 'en-gb', 'yesterday'],
  ['2026-11-20T09:59:00.001Z', 'en-gb', 'now'],
  ['2026-11-20T09:59:00Z', 'en-gb', '1 minute ago'],
  ['2026-11-20T09:00:00.001Z', 'en-gb', '59 minutes ago'],
  ['2026-11-20T09:00:00Z', 'en-gb', '1 hour ago'],
  ['2026-11-19T10:00:00.001Z', 'en-gb', '23 hours ago'],
  ['2026-11-19T10:00:00Z', 'en-gb', 'yesterday'],
  ['2026-11-12T09:00:00Z', 'fr-fr', 'il y a 8 jours'],
])('an instant %s is %s %s', (instant, language, words) => {
  expect(timeAgo(new Date(instant), new Date('2026-11-20T10:00:00Z'), language)).toBe(words)
})
