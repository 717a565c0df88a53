import { REQUEST_LIFE_MAX_MS } from '@postroom/contract/signed-request'
import { expect, test } from 'vitest'
import { isTimely } from './verify-request.ts'

const NOW = Date.UTC(2026, 10, 20)

test.each([
  // from now: valid from, until            is timely
  [-1, 1, true],
  [-1, 0, false],
  [0, REQUEST_LIFE_MAX_MS, true],
  [0, REQUEST_LIFE_MAX_MS + 1, false],
  [-1, REQUEST_LIFE_MAX_MS, false],
  [5_000, 6_000, true],
  [5_001, 6_000, false],
])('a request that is valid from %i to %i ms from now is accepted: %s', (iat, exp, expected) => {
  expect(isTimely({ iat: NOW + iat, exp: NOW + exp } as Parameters<typeof isTimely>[0], NOW)).toBe(expected)
})
