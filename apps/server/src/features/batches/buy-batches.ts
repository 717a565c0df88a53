import type { Log } from '../../log.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { asTenant } from '../../db/tenant.ts'
import { repeatEvery } from '../../operation/repeat-every.ts'
import { claimRows, recordRowOutcome, type ClaimedRow, type RowOutcome } from './batch-queue.store.ts'

const LOOK_EVERY_MS = 500
/** Rows that one process buys at the same time, and rows of one batch. */
const AT_ONCE = 8
const OF_ONE_BATCH = 4
/** Longer than a purchase waits for the carrier; when a process dies, its rows are held up for this long. */
const LEASE_MS = 30_000

/** Buys one row under its key, and returns its outcome. A row whose purchase throws is tried again. */
type BuyRow = (context: Context, row: ClaimedRow, log: Log) => Promise<RowOutcome>

/** Buys the rows of all batches, for as long as the server runs. @returns stops it, after the rows in flight */
export function startBuyingBatches(context: Context, buyRow: BuyRow, log: Log): () => Promise<void> {
  const inFlight = new Set<Promise<void>>()
  const { stop, wake } = repeatEvery(LOOK_EVERY_MS, beginRows, { log, failure: 'could not read the batch queue' })

  async function beginRows(): Promise<void> {
    const limit = AT_ONCE - inFlight.size
    if (limit === 0) return
    for (const row of await claimRows(context.db, { lease_ms: LEASE_MS, each: OF_ONE_BATCH, limit })) {
      const bought = buyClaimed(row).finally(() => {
        inFlight.delete(bought)
        wake()
      })
      inFlight.add(bought)
    }
  }

  /** Runs with the rights of the batch's user, and no more. */
  async function buyClaimed(row: ClaimedRow): Promise<void> {
    try {
      await asTenant(row.organisation_id, async () => {
        const outcome = await buyRow(context, row, log)
        await inTransaction(context.db, (tx) => recordRowOutcome(tx, row, outcome))
      })
    } catch (error) {
      log.warn(
        { err: error, batch: row.batch_id, position: row.position },
        'could not buy a row of a batch; it is retried',
      )
    }
  }

  return async () => {
    await stop()
    await Promise.all(inFlight)
  }
}
