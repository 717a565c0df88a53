import { expect, it } from 'vitest'
import { tokenBucket } from './token-bucket.ts'

it('lets a burst through, then as many as have come back, and never more than a burst', () => {
  let now = 5_000
  const takes = tokenBucket(3, 2, () => now)
  const takenAt = (ms: number): number => {
    now = ms
    let taken = 0
    while (takes()) taken++
    return taken
  }
  expect(takenAt(5_000)).toBe(3)
  expect(takenAt(5_499)).toBe(0)
  expect(takenAt(5_500)).toBe(1)
  expect(takenAt(6_500)).toBe(2)
  expect(takenAt(60_000)).toBe(3)
})
