import type { PendingDraft } from '@postroom/contract/shipment-pending'
import { sql, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import { pageOf, type Page } from '../../db/page.ts'
import type { ShipmentTables } from '../../db/tables-shipments.ts'
import type { Purchase } from '../shipments/purchase/purchase.store.ts'

export type PendingShipment = Selectable<ShipmentTables['pending_shipment']>

/** A shipment that is being bought under its id has left the queue, even before the carrier answers. */
const UNSOLD = sql<boolean>`not exists (select from purchase
  where purchase.organisation_id = pending_shipment.organisation_id and idem_key = pending_id and not is_test)`

const pending = (db: Db, organisationId: string) =>
  db.selectFrom('pending_shipment').where('organisation_id', '=', organisationId).where(UNSOLD)

/** Puts a prepared shipment into the queue, under a new id. */
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

/** One page of the organisation's queue, oldest first, and its total. */
export function pagePending(
  db: Db,
  organisationId: string,
  { direction, ...page }: Page & { direction: 'asc' | 'desc' },
): Promise<{ rows: PendingShipment[]; total: number }> {
  const all = pending(db, organisationId)
  return pageOf(all, all.selectAll().orderBy('created_at', direction).orderBy('pending_id', direction), page)
}

/** Gives up a prepared shipment. @returns false when the organisation has no such one, or it is being bought */
export async function removePending(db: Db, organisationId: string, id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('pending_shipment')
    .where('organisation_id', '=', organisationId)
    .where('pending_id', '=', id)
    .where(UNSOLD)
    .executeTakeFirst()
  return removed.numDeletedRows === 1n
}

/** Condition for the purchase of a prepared shipment: its key is the shipment's id. */
type BoughtUnder = Pick<Purchase, 'organisation_id' | 'idem_key'>

/** Deletes a prepared shipment that is now bought. */
export async function removeFromQueue(tx: Tx, { organisation_id, idem_key }: BoughtUnder): Promise<void> {
  await tx
    .deleteFrom('pending_shipment')
    .where('organisation_id', '=', organisation_id)
    .where('pending_id', '=', idem_key)
    .execute()
}

/** Puts an unsold shipment back into the queue under a new id, and lets a return that refers to it follow. */
export async function returnToQueue(tx: Tx, { organisation_id, idem_key }: BoughtUnder): Promise<void> {
  const renewed = await tx
    .updateTable('pending_shipment')
    .set({ pending_id: sql`gen_random_uuid()` })
    .where('organisation_id', '=', organisation_id)
    .where('pending_id', '=', idem_key)
    .returning('pending_id')
    .executeTakeFirst()
  if (!renewed) return
  await tx
    .updateTable('returned_item')
    .set(renewed)
    .where('organisation_id', '=', organisation_id)
    .where('pending_id', '=', idem_key)
    .execute()
}
