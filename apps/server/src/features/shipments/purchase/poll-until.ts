import { setTimeout as sleep } from 'node:timers/promises'

const EVERY_MS = 100

/** Polls until the result is `done`. @returns the last result, at the latest at `deadline` (`performance.now()`) */
export async function pollUntil<T>(look: () => Promise<T>, done: (seen: T) => boolean, deadline: number): Promise<T> {
  for (;;) {
    const seen = await look()
    if (done(seen) || performance.now() >= deadline) return seen
    await sleep(EVERY_MS)
  }
}
