import { expect, test } from 'vitest'
import { LIMITS_OF_A_NEW_ACCOUNT } from './spending-limits.ts'

test('a new account buys at most five labels a second, and for £2,000 a day', () => {
  expect(LIMITS_OF_A_NEW_ACCOUNT).toEqual({ purchases_per_minute: 5 * 60, pence_per_day: 200_000 })
})
