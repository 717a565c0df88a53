import type { BatchRowState, BatchTerms, WantedRow } from '@postroom/contract/shipment-batch'
import { sql, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { BatchTables } from '../../db/tables/shipments/batches.ts'

export type Batch = Selectable<BatchTables['batch']>

/** States of a row that has not finished. */
export const OPEN = ['waiting', 'buying', 'unknown'] as const satisfies BatchRowState[]

const batches = (db: Db, organisationId: string) => db.selectFrom('batch').where('organisation_id', '=', organisationId)
const rowsOf = (db: Db, organisationId: string) =>
  db.selectFrom('batch_row').where('organisation_id', '=', organisationId)

/** Lets one transaction at a time begin a batch of the organisation. */
export const lockBatches = (tx: Tx, organisationId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(770012, hashtext(${organisationId}))`.execute(tx)

/** How many batches of the organisation have unfinished rows. */
export async function countRunning(db: Db, organisationId: string): Promise<number> {
  const { running } = await rowsOf(db, organisationId)
    .where('state', 'in', OPEN)
    .select((row) => row.fn.count<number>('batch_id').distinct().as('running'))
    .executeTakeFirstOrThrow()
  return running
}

/** A batch to begin. */
interface NewBatch extends Pick<Batch, 'organisation_id' | 'id' | 'created_by' | 'req_hash'> {
  terms: BatchTerms
  rows: readonly WantedRow[]
}

/** Inserts the batch with its rows, which wait in their order. */
export async function insertBatch(tx: Tx, { rows, terms, ...batch }: NewBatch): Promise<void> {
  await tx
    .insertInto('batch')
    .values({ ...batch, terms: JSON.stringify(terms) })
    .execute()
  const { organisation_id, id: batch_id } = batch
  await tx
    .insertInto('batch_row')
    .values(
      rows.map(({ key, shipment }, position) => {
        return { organisation_id, batch_id, position, key, shipment: JSON.stringify(shipment) }
      }),
    )
    .execute()
}

/** The batch, when it belongs to the organisation. */
export const findBatch = (db: Db, organisationId: string, id: string): Promise<Batch | undefined> =>
  batches(db, organisationId).selectAll().where('id', '=', id).executeTakeFirst()

/** The rows of a batch in their order. Bought rows are without their shipments. */
export const listRows = (db: Db, { organisation_id, id }: Batch) =>
  rowsOf(db, organisation_id)
    .select(['key', 'position', 'state', 'shipment', 'purchase_id', 'error'])
    .where('batch_id', '=', id)
    .orderBy('position')
    .execute()

/** One page of the organisation's batches by start time, and their total. */
export async function pageBatches(
  db: Db,
  organisationId: string,
  { direction, start, length }: { direction: 'asc' | 'desc'; start: number; length: number },
): Promise<{ rows: Batch[]; total: number }> {
  const all = batches(db, organisationId)
  const [rows, { total }] = await Promise.all([
    all.selectAll().orderBy('created_at', direction).orderBy('id', direction).offset(start).limit(length).execute(),
    all.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** How many rows of each state each batch has. */
export const countStates = async (db: Db, organisationId: string, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : rowsOf(db, organisationId)
        .where('batch_id', 'in', ids)
        .groupBy(['batch_id', 'state'])
        .select((row) => ['batch_id', 'state', row.fn.countAll<number>().as('rows')] as const)
        .execute()

/** Stops every row that has not begun, and keeps rows in flight from returning to the queue. @returns whether there was such a row */
export async function stopRows(tx: Tx, { organisation_id, id }: Batch): Promise<boolean> {
  await tx
    .updateTable('batch')
    .set({ stopped_at: sql<Date>`clock_timestamp()` })
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .execute()
  const { numUpdatedRows } = await tx
    .updateTable('batch_row')
    .set({ state: 'stopped' })
    .where('organisation_id', '=', organisation_id)
    .where('batch_id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The batches with more than one of these purchases, and which ones. */
export async function batchesOfSeveral(
  db: Db,
  organisationId: string,
  purchases: readonly string[],
): Promise<Map<string, string[]>> {
  if (purchases.length < 2) return new Map()
  const { rows } = await sql<{ batch_id: string; purchases: string[] }>`
    select batch_id, array_agg(purchase_id::text) as purchases from batch_row
    where organisation_id = ${organisationId} and purchase_id = any(${purchases})
    group by batch_id having count(*) > 1 order by batch_id`.execute(db)
  return new Map(rows.map((row) => [row.batch_id, row.purchases]))
}
