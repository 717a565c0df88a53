import { sql } from 'kysely'
import type { Tx } from '../../db/in-transaction.ts'
import type { Purchase } from '../shipments/purchase/purchase.store.ts'

/** Condition for the purchase of a prepared shipment: its key is the shipment's id. */
type BoughtUnder = Pick<Purchase, 'organisation_id' | 'idem_key'>

/**
 * Deletes a prepared shipment that is now bought; the order of a shop that it was prepared for is due to be reported. One
 * statement, because most purchases have neither.
 */
export function removeFromQueue(tx: Tx, bought: BoughtUnder & { id: string }): Promise<unknown> {
  const { id, organisation_id, idem_key } = bought
  return sql`
    with reported as (
      update shop_order set purchase_id = ${id}::uuid, report_at = clock_timestamp()
      where organisation_id = ${organisation_id}::uuid and pending_id = ${idem_key})
    delete from pending_shipment where organisation_id = ${organisation_id}::uuid and pending_id = ${idem_key}`.execute(
    tx,
  )
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
