import { vi } from 'vitest'

const nextTurn = setImmediate

/** A clock that goes on by itself and can be moved; `setup.ts` takes it back after the test. */
export const useMovedClock = (): void => void vi.useFakeTimers({ shouldAdvanceTime: true })

/** Moves the clock, and waits until React has shown what came of it. */
export async function pass(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  for (let turns = 0; turns < 5; turns++) await new Promise(nextTurn)
}
