import { sql, type Selectable } from 'kysely'
import type { TrackingEvent } from '../../carriers/carrier-port.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction, type Tx } from '../../db/in-transaction.ts'
import type { TrackingTables } from '../../db/tables/shipments/tracking.ts'
import { reportScans } from '../webhooks/report-events.store.ts'
import { queueDeliveryMails } from './delivery-mail.store.ts'

/** Whether this caller must ask the carrier about a purchase now; nobody else may for `pause_ms`. */
export async function claimTracking(db: Db, purchase_id: string, now: Date, pause_ms: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('tracking')
    .values({ purchase_id, asked_at: now })
    .onConflict((conflict) =>
      conflict
        .column('purchase_id')
        .doUpdateSet({ asked_at: now })
        .where('tracking.is_final', '=', false)
        .where('tracking.asked_at', '<=', new Date(now.getTime() - pause_ms)),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Adds the carrier's events, and queues the mails about them. Earlier events stay, even when the carrier no longer lists
 * them. Without `as_of` the answer left items out, and the age of what is known stays as it was.
 */
export const keepAnswer = (
  db: Db,
  purchase_id: string,
  answer: { events: readonly TrackingEvent[]; as_of: Date | undefined; is_final: boolean },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { events, as_of, is_final } = answer
    await tx
      .updateTable('tracking')
      .set({ ...(as_of && { as_of }), is_final })
      .where('purchase_id', '=', purchase_id)
      .execute()
    await reportScans(tx, purchase_id, await insertScans(tx, purchase_id, events))
    await queueDeliveryMails(tx, purchase_id)
  })

/** @returns those that are new */
async function insertScans(tx: Tx, purchase_id: string, events: readonly TrackingEvent[]): Promise<TrackingEvent[]> {
  if (events.length === 0) return []
  return tx
    .insertInto('tracking_event')
    .values(events.map((event) => ({ purchase_id, ...event })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['item_number', 'at', 'code', 'description', 'place'])
    .execute()
}

/** The stored events of a purchase, oldest first; nothing before the first request. */
export async function findTracking(
  db: Db,
  purchaseId: string,
): Promise<{ about: Selectable<TrackingTables['tracking']> | undefined; events: TrackingEvent[] }> {
  const about = await db.selectFrom('tracking').selectAll().where('purchase_id', '=', purchaseId).executeTakeFirst()
  const events = await db
    .selectFrom('tracking_event')
    .select(['item_number', 'at', 'code', 'description', 'place'])
    .where('purchase_id', '=', purchaseId)
    .orderBy('at')
    .orderBy('item_number')
    .orderBy(sql`code collate "C"`)
    .execute()
  return { about, events }
}

/** The scans of several purchases, by purchase. */
export async function listScans(db: Db, purchaseIds: readonly string[]): Promise<Map<string, TrackingEvent[]>> {
  if (purchaseIds.length === 0) return new Map()
  const rows = await db.selectFrom('tracking_event').selectAll().where('purchase_id', 'in', purchaseIds).execute()
  return Map.groupBy(rows, ({ purchase_id }) => purchase_id)
}
