import { setTimeout as sleep } from 'node:timers/promises'
import { retryDelayMs } from '@postroom/hub/retry-delay'
import { ServerAway } from './download-document.ts'

/** A document link is good for five minutes. */
const PATIENCE_MS = 240_000
/** Further attempts wait no longer than the fifth. */
const LONGEST_WAIT = 4

/** A server that is away for a moment is waited for: later jobs stay behind, and nobody has to print this one again. */
export async function retryWhileAway<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const until = performance.now() + PATIENCE_MS
  for (let attempts = 0; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      const wait = retryDelayMs(Math.min(attempts, LONGEST_WAIT), Math.random())
      if (!(error instanceof ServerAway) || performance.now() + wait > until) throw error
      await sleep(wait, undefined, { signal }).catch(() => {
        throw error
      })
    }
  }
}
