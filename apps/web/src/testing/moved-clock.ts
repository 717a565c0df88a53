import { configure, getConfig } from '@testing-library/dom'
import { vi } from 'vitest'

const nextTurn = setImmediate
const TICK_MS = 20
const FRAME_MS = 17

let isMoved = false
const usual = getConfig()
// `findBy…`, `waitFor` and what a user does need a running clock
configure({ asyncWrapper: (wait) => (isMoved ? whileRunning(wait) : usual.asyncWrapper(wait)) })

async function whileRunning<T>(wait: () => Promise<T>): Promise<T> {
  vi.setTimerTickMode('interval', TICK_MS)
  try {
    return await usual.asyncWrapper(wait)
  } finally {
    if (isMoved) vi.setTimerTickMode('manual')
  }
}

/**
 * Installs a clock that stands still: time passes with `pass`, and while the test waits for the page. So a slow machine sees no other
 * polls than a fast one. `setup.ts` removes it after the test.
 */
export function useMovedClock(): void {
  vi.useFakeTimers({ shouldClearNativeTimers: true })
  isMoved = true
}

/** Advances the clock, and waits until React has rendered the effects. */
export async function pass(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  for (let turns = 0; turns < 5; turns++) await new Promise(nextTurn)
}

/** Restores the clock. jsdom would wait for ever for a frame of the moved one, and give no element the focus any more. */
export function useRealClock(): void {
  if (isMoved) vi.advanceTimersByTime(FRAME_MS)
  isMoved = false
  vi.useRealTimers()
}
