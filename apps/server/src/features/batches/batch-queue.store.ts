import type { ErrorBody } from '@postroom/contract/errors'
import { sql, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { BatchTables } from '../../db/tables/shipments/batches.ts'
import { OPEN, type Batch } from './batch.store.ts'
import { reportFinished } from './report-finished.ts'

type BatchRow = Selectable<BatchTables['batch_row']>

/** A row to buy, with the user and the terms of its batch. */
export type ClaimedRow = Pick<BatchRow, 'organisation_id' | 'batch_id' | 'position' | 'key' | 'epoch'> &
  Pick<Batch, 'created_by' | 'terms'> & { shipment: NonNullable<BatchRow['shipment']> }

/**
 * Claims up to `limit` rows to buy; each goes to one process only. A batch has at most `each` rows in flight, claimed
 * in order, and every batch gets its first row before another gets its second.
 */
export async function claimRows(
  db: Db,
  { lease_ms, each, limit }: { lease_ms: number; each: number; limit: number },
): Promise<ClaimedRow[]> {
  const open = sql`state in (${sql.join(OPEN)})`
  const { rows } = await sql<ClaimedRow>`
    update batch_row r
    set state = case state when 'waiting' then 'buying' else state end, epoch = epoch + 1,
      lease_until = clock_timestamp() + ${lease_ms} * interval '1 ms'
    from batch b
    where b.organisation_id = r.organisation_id and b.id = r.batch_id
      and (r.organisation_id, r.batch_id, r.position) in (
        select organisation_id, batch_id, position from batch_row
        where (organisation_id, batch_id, position) in (
          select organisation_id, batch_id, position from (
            select *, row_number() over (
              partition by organisation_id, batch_id order by lease_until <= clock_timestamp(), position) as place
            from batch_row where ${open}) queued
          where place <= ${each} and lease_until <= clock_timestamp()
          order by place limit ${limit})
        and ${open} and lease_until <= clock_timestamp()
        for update skip locked)
    returning r.organisation_id, r.batch_id, r.position, r.key, r.epoch, r.shipment, b.created_by, b.terms`.execute(db)
  return rows
}

/**
 * The outcome of a row. `waiting`: nothing was begun, the row returns to the queue. A row that has not finished is
 * tried again after `again_s`.
 */
export type RowOutcome =
  | { state: 'bought'; purchase_id: string }
  | { state: 'failed'; error: ErrorBody; purchase_id?: string }
  | { state: 'unknown'; purchase_id: string; again_s: number }
  | { state: 'waiting'; again_s: number }

/** Records the outcome of a row, unless another process took the row over. */
export async function recordRowOutcome(tx: Tx, held: ClaimedRow, outcome: RowOutcome): Promise<void> {
  const isStopped = await lockBatch(tx, held)
  const state = outcome.state === 'waiting' && isStopped ? 'stopped' : outcome.state
  const { numUpdatedRows } = await tx
    .updateTable('batch_row')
    .set({
      state,
      ...('again_s' in outcome && { lease_until: sql<Date>`clock_timestamp() + ${outcome.again_s} * interval '1 s'` }),
      ...(state === 'bought' && { shipment: null }),
      ...('purchase_id' in outcome && { purchase_id: outcome.purchase_id }),
      ...('error' in outcome && { error: JSON.stringify(outcome.error) }),
    })
    .where('organisation_id', '=', held.organisation_id)
    .where('batch_id', '=', held.batch_id)
    .where('position', '=', held.position)
    .where('epoch', '=', held.epoch)
    .executeTakeFirst()
  const hasEnded = numUpdatedRows === 1n && !(OPEN as readonly string[]).includes(state)
  if (hasEnded) await reportFinished(tx, { ...held, id: held.batch_id })
}

/** Locks the batch, so that no row returns to the queue while the batch is being stopped. @returns whether it is stopped */
async function lockBatch(tx: Tx, { organisation_id, batch_id }: ClaimedRow): Promise<boolean> {
  const { stopped_at } = await tx
    .selectFrom('batch')
    .select('stopped_at')
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', batch_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return stopped_at !== null
}
