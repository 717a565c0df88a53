import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Reading } from './scale-report.ts'
import { settledReadings } from './settled-readings.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const MOVING: Reading = { state: 'moving' }
const ZERO: Reading = { state: 'zero' }
const OVER: Reading = { state: 'fault', fault: 'over_limit' }
const weight = (grams: number): Reading => ({ state: 'weight', grams })

/** The reports for readings that each last so many milliseconds, at ten readings a second. */
function reportsOf(...readings: (readonly [Reading, number])[]): Reading[] {
  const heard: Reading[] = []
  const settled = settledReadings((reading) => heard.push(reading))
  for (const [reading, ms] of readings)
    for (let passed = 0; passed < ms; passed += 100) {
      settled.take(reading)
      vi.advanceTimersByTime(100)
    }
  settled.stop()
  return heard
}

test.each([
  ['reports a stable weight', [[weight(250), 600]], [MOVING, weight(250)]],
  [
    'ignores a weight that is not stable for long enough',
    [
      [weight(250), 400],
      [MOVING, 600],
    ],
    [MOVING],
  ],
  [
    'reports only the last of rising weights',
    [
      [weight(12), 100],
      [weight(187), 300],
      [weight(250), 600],
    ],
    [MOVING, weight(250)],
  ],
  ['reports a stable weight once', [[weight(250), 60_000]], [MOVING, weight(250)]],
  [
    'reports moving at once for another load',
    [
      [weight(250), 600],
      [weight(251), 100],
    ],
    [MOVING, weight(250), MOVING],
  ],
  [
    'reports moving at once for a touch',
    [
      [weight(250), 600],
      [MOVING, 100],
      [weight(250), 600],
    ],
    [MOVING, weight(250), MOVING, weight(250)],
  ],
  [
    'an empty scale',
    [
      [weight(250), 600],
      [MOVING, 200],
      [ZERO, 600],
    ],
    [MOVING, weight(250), MOVING, ZERO],
  ],
  ['a fault', [[OVER, 600]], [MOVING, OVER]],
  [
    'reports only moving for a load that is never stable',
    Array.from({ length: 50 }, (_, at) => [weight(at + 1), 400] as const),
    [MOVING],
  ],
] as const)('%s', (_, readings, expected) => expect(reportsOf(...readings)).toEqual(expected))

test('works with a scale that reports changes only', () => {
  const heard: Reading[] = []
  settledReadings((reading) => heard.push(reading)).take(weight(250))
  vi.advanceTimersByTime(1_000)
  expect(heard).toEqual([MOVING, weight(250)])
})

test('reports at most four times a second', () => {
  const worst = Array.from({ length: 20 }, (_, at) => [weight(at + 1), 500] as const)
  expect(reportsOf(...worst).length).toBeGreaterThan(20)
  expect(reportsOf(...worst).length).toBeLessThanOrEqual(40)
})
