import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { toPence } from '../money.ts'
import { shareReversal } from './share-reversal.ts'

const parts = (by_customer: number, by_platform: number) => ({
  by_customer: toPence(by_customer),
  by_platform: toPence(by_platform),
})

test.each([
  // what,                                  before, taken, available, after
  ['the customer has enough', parts(0, 0), 20_00, 50_00, parts(20_00, 0)],
  ['the customer has spent part of it', parts(0, 0), 20_00, 5_00, parts(5_00, 15_00)],
  ['the customer has spent it', parts(0, 0), 20_00, 0, parts(0, 20_00)],
  ['more is taken later', parts(5_00, 15_00), 30_00, 4_00, parts(9_00, 21_00)],
  ['the same again', parts(5_00, 15_00), 20_00, 90_00, parts(5_00, 15_00)],
  ['a dispute is won', parts(5_00, 15_00), 0, 90_00, parts(0, 0)],
  ['less is taken', parts(5_00, 15_00), 12_00, 0, parts(0, 12_00)],
])('%s', (_what, before, taken, available, after) => {
  expect(shareReversal(before, toPence(taken), toPence(available))).toEqual(after)
})

it('always explains what is taken, and takes from the customer what they have at most', () => {
  const amount = fc.nat(1_000_00).map(toPence)
  fc.assert(
    fc.property(amount, amount, amount, amount, (by_customer, by_platform, taken, available) => {
      const after = shareReversal({ by_customer, by_platform }, taken, available)
      expect(after.by_customer + after.by_platform).toBe(taken)
      expect(after.by_customer - by_customer).toBeLessThanOrEqual(available)
      expect(Math.min(after.by_customer, after.by_platform)).toBeGreaterThanOrEqual(0)
    }),
  )
})
