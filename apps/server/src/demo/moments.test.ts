import { expect, it, test } from 'vitest'
import { momentOf } from './moments.ts'

const FRIDAY = new Date('2026-11-20T14:32:10Z')

test.each([
  ['25m', '2026-11-20T14:07:10Z'],
  ['0m', '2026-11-20T14:32:10Z'],
  ['0d 08:00', '2026-11-20T08:00:00Z'],
  ['1d 16:40', '2026-11-19T16:40:00Z'],
  ['4d 09:12', '2026-11-16T09:12:00Z'],
  ['5d 09:12', '2026-11-13T09:12:00Z'],
  ['11d 07:30', '2026-11-05T07:30:00Z'],
])('%s is %s', (when, instant) => expect(momentOf(when, FRIDAY)).toEqual(new Date(instant)))

test.each([
  ['2026-11-21T12:00:00Z', '2026-11-20T09:00:00Z'],
  ['2026-11-22T12:00:00Z', '2026-11-20T09:00:00Z'],
  ['2026-11-23T12:00:00Z', '2026-11-20T09:00:00Z'],
])('one day before %s is the weekday before', (now, instant) =>
  expect(momentOf('1d 09:00', new Date(now))).toEqual(new Date(instant)),
)

it.each(['yesterday', '3d', '3d 9:12', 'x25m', '25m later'])('refuses %s', (when) =>
  expect(() => momentOf(when, FRIDAY)).toThrow(RangeError),
)
