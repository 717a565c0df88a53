import type { PurchaseState } from '@postroom/domain/purchase/purchase-states'
import type { Selectable } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../db/in-transaction.ts'
import type { VoidTables } from '../../../db/tables/shipments/void.ts'
import { inMilliseconds, type Purchase } from '../purchase/purchase.store.ts'

/** One void request, and the carrier's answer to it. */
export type VoidRequest = Selectable<VoidTables['void_request']>

/**
 * Begins a void under the next void number; the request belongs to the caller until the lease expires.
 *
 * @returns the purchase with the request; nothing when there is no postage to void, for instance because another void
 * has just begun
 */
export async function insertVoidRequest(
  tx: Tx,
  asked: { shipment: string; organisation_id: string; user_id: string; reason: string },
  lease_ms: number,
): Promise<{ purchase: Purchase; request: VoidRequest } | undefined> {
  const purchase = await tx
    .updateTable('purchase')
    .set((row) => ({
      state: 'VOID_REQUESTED',
      void_no: row('void_no', '+', 1),
      attempts: 0,
      lease_until: inMilliseconds(lease_ms),
      updated_at: inMilliseconds(0),
    }))
    .where('id', '=', asked.shipment)
    .where('organisation_id', '=', asked.organisation_id)
    .where('state', '=', 'BOUGHT')
    .where('is_test', '=', false)
    .returningAll()
    .executeTakeFirst()
  if (!purchase) return undefined
  const request = await tx
    .insertInto('void_request')
    .values({
      purchase_id: purchase.id,
      n: purchase.void_no,
      cancellation_reason: asked.reason,
      asked_by: asked.user_id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { purchase, request }
}

/**
 * Ends the void of this request, only while its void number is the current one: a late answer to an earlier attempt
 * changes nothing.
 *
 * @returns who requested it; nothing when another process has ended it
 */
export async function answerVoidRequest(
  tx: Tx,
  asked: Pick<Purchase, 'id' | 'void_no'>,
  to: { state: PurchaseState; refusal: string | null },
): Promise<Pick<VoidRequest, 'asked_by'> | undefined> {
  const done = await tx
    .updateTable('purchase')
    .set({ state: to.state, updated_at: inMilliseconds(0) })
    .where('id', '=', asked.id)
    .where('state', '=', 'VOID_REQUESTED')
    .where('void_no', '=', asked.void_no)
    .executeTakeFirst()
  if (done.numUpdatedRows !== 1n) return undefined
  return tx
    .updateTable('void_request')
    .set({ answered_at: inMilliseconds(0), refusal: to.refusal })
    .where('purchase_id', '=', asked.id)
    .where('n', '=', asked.void_no)
    .returning('asked_by')
    .executeTakeFirstOrThrow()
}

/** Every void request of these purchases, oldest first. */
export async function listVoidRequests(db: Db, purchaseIds: readonly string[]): Promise<VoidRequest[]> {
  if (purchaseIds.length === 0) return []
  return db.selectFrom('void_request').selectAll().where('purchase_id', 'in', purchaseIds).orderBy('n').execute()
}
