import type { PendingDraft } from '@postroom/contract/shipment-pending'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { ShipmentTables } from '../../db/tables-shipments.ts'

export type PendingShipment = Selectable<ShipmentTables['pending_shipment']>

const pending = (db: Db, organisationId: string) =>
  db.selectFrom('pending_shipment').where('organisation_id', '=', organisationId)

export const insertPending = (
  db: Db,
  prepared: { organisation_id: string; created_by: string; draft: PendingDraft },
): Promise<PendingShipment> =>
  db
    .insertInto('pending_shipment')
    .values({ ...prepared, draft: JSON.stringify(prepared.draft) })
    .returningAll()
    .executeTakeFirstOrThrow()

/** The prepared shipment, when it belongs to the organisation. */
export const findPending = (db: Db, organisationId: string, id: string): Promise<PendingShipment | undefined> =>
  pending(db, organisationId).selectAll().where('pending_id', '=', id).executeTakeFirst()

interface Page {
  direction: 'asc' | 'desc'
  start: number
  length: number
}

/** One page of the organisation's queue by the time they were prepared, and how many there are. */
export async function pagePending(
  db: Db,
  organisationId: string,
  { direction, start, length }: Page,
): Promise<{ rows: PendingShipment[]; total: number }> {
  const all = pending(db, organisationId)
  const [rows, { total }] = await Promise.all([
    all
      .selectAll()
      .orderBy('created_at', direction)
      .orderBy('pending_id', direction)
      .offset(start)
      .limit(length)
      .execute(),
    all.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** Takes a prepared shipment out of the queue. @returns false when the organisation has no such one */
export async function removePending(db: Db, organisationId: string, id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('pending_shipment')
    .where('organisation_id', '=', organisationId)
    .where('pending_id', '=', id)
    .executeTakeFirst()
  return removed.numDeletedRows === 1n
}
