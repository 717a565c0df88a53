import { expect, it } from 'vitest'
import { greetingAt } from './greeting.ts'

it.each([
  [0, 'good_morning'],
  [11, 'good_morning'],
  [12, 'good_afternoon'],
  [17, 'good_afternoon'],
  [18, 'good_evening'],
  [23, 'good_evening'],
])('greets at %i o’clock with %s', (hour, greeting) => expect(greetingAt(new Date(2026, 10, 21, hour))).toBe(greeting))
