import { vi } from 'vitest'

const nextTurn = setImmediate

/** Installs a running clock that tests can advance; `setup.ts` removes it after the test. */
export const useMovedClock = (): void => void vi.useFakeTimers({ shouldAdvanceTime: true })

/** Advances the clock, and waits until React has rendered the effects. */
export async function pass(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  for (let turns = 0; turns < 5; turns++) await new Promise(nextTurn)
}
