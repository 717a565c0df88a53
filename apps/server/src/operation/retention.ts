import type { Context } from '../context.ts'
import type { Log } from '../log.ts'
import type { Metrics } from './metrics.ts'
import { repeatEvery } from './repeat-every.ts'
import { deleteExpired } from './retention.store.ts'

const EVERY_MS = 3600_000

/** Deletes what is past its retention now and every hour. @returns stops it, after the batch in flight */
export const startRetention = (
  { db, now }: Pick<Context, 'db' | 'now'>,
  { days, metrics, log }: { days: number; metrics: Metrics; log: Log },
): (() => Promise<void>) =>
  repeatEvery(
    EVERY_MS,
    async (stopping) => {
      const rows = await deleteExpired(db, days, now(), stopping)
      for (const [table, count] of Object.entries(rows)) metrics.deleted.inc({ table }, count)
      log.info({ rows }, 'deleted expired rows')
    },
    { log, failure: 'could not delete expired rows' },
  ).stop
