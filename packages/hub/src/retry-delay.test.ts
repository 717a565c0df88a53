import { expect, test } from 'vitest'
import { retryDelayMs } from './retry-delay.ts'

test.each([
  // earlier attempts   shortest   longest
  [0, 125, 250],
  [1, 250, 500],
  [5, 4_000, 8_000],
  [6, 7_500, 15_000],
  [1_000, 7_500, 15_000],
])('waits after %i attempts %i to %i ms', (attempts, shortest, longest) => {
  expect(retryDelayMs(attempts, 0)).toBe(shortest)
  expect(retryDelayMs(attempts, 1)).toBe(longest)
})
