import type { Log } from '../log.ts'
import type { Context } from '../context.ts'
import type { Metrics } from './metrics.ts'
import { deleteExpired } from './retention.store.ts'

const EVERY_MS = 3600_000

/** Forgets what is due now and every hour. @returns how to end it, which waits for the batch under way */
export function startRetention(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { days, metrics, log }: { days: number; metrics: Metrics; log: Log },
): () => Promise<void> {
  const ending = new AbortController()
  let running = forget()
  const timer = setInterval(() => void (running = running.then(forget)), EVERY_MS).unref()

  async function forget(): Promise<void> {
    try {
      const rows = await deleteExpired(db, days, now(), ending.signal)
      for (const [table, count] of Object.entries(rows)) metrics.forgotten.inc({ table }, count)
      log.info({ rows }, 'forgot what is not to be kept longer')
    } catch (error) {
      log.warn({ err: error }, 'what is due to be forgotten stays until the next round')
    }
  }

  return async () => {
    clearInterval(timer)
    ending.abort()
    await running
  }
}
