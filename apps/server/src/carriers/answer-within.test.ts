import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerWithin } from './answer-within.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const UNKNOWN = { kind: 'unknown' }

it.each([
  ['an answer', () => Promise.resolve({ kind: 'accepted' }), { kind: 'accepted' }],
  ['a call that fails', () => Promise.reject(new Error('reset')), UNKNOWN],
])('%s is known at once, and nothing waits any longer', async (_what, call, answer) => {
  expect(await answerWithin(1_000, call)).toEqual(answer)
  expect(vi.getTimerCount()).toBe(0)
})

it('a call that takes longer has an unknown outcome', async () => {
  const answered = vi.fn<(answer: object) => void>()
  void answerWithin(1_000, () => new Promise<never>(() => {})).then(answered)
  await vi.advanceTimersByTimeAsync(999)
  expect(answered).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(answered).toHaveBeenCalledWith(UNKNOWN)
})
