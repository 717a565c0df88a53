import type { PendingDraft } from '@postroom/contract/shipment-pending'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import { pageOf, type Page } from '../../db/page.ts'
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

/** One page of the organisation's queue by the time they were prepared, and how many there are. */
export function pagePending(
  db: Db,
  organisationId: string,
  { direction, ...page }: Page & { direction: 'asc' | 'desc' },
): Promise<{ rows: PendingShipment[]; total: number }> {
  const all = pending(db, organisationId)
  return pageOf(all, all.selectAll().orderBy('created_at', direction).orderBy('pending_id', direction), page)
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
