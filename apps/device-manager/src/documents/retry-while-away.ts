import { setTimeout as sleep } from 'node:timers/promises'
import { retryDelayMs } from '@postroom/hub/retry-delay'
import { ServerAway } from './download-document.ts'

/** A document link is valid for five minutes. */
const PATIENCE_MS = 240_000
/** Later attempts wait no longer than the fifth. */
const LONGEST_WAIT = 4

/** Retries while the server is unreachable, so that nobody has to print this job again. Later jobs wait. */
export async function retryWhileAway<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const until = performance.now() + PATIENCE_MS
  for (let attempts = 0; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof ServerAway) || performance.now() >= until) throw error
      const wait = retryDelayMs(Math.min(attempts, LONGEST_WAIT), Math.random())
      await sleep(wait, undefined, { signal }).catch(() => {
        throw error
      })
    }
  }
}
