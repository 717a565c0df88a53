import { expect, test } from 'vitest'
import { printTimeoutMs } from './print-timeout.ts'

test.each([
  // labels   minutes
  [1, 3 + 1 / 6],
  [6, 4],
  [100, 3 + 100 / 6],
])('gives a job of %i labels %d minutes', (labels, minutes) =>
  expect(printTimeoutMs(labels)).toBe(Math.round(minutes * 60_000)),
)
