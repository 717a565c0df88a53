import type { ManualDraft, ManualShipment } from '@postroom/contract/shipment-manual'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { ReturnTables } from '../../db/tables/shipments/returns.ts'

const manual = (db: Db, organisationId: string) =>
  db.selectFrom('manual_shipment').where('organisation_id', '=', organisationId)

const KEPT = ['id', 'draft', 'created_at'] as const
type Kept = Pick<Selectable<ReturnTables['manual_shipment']>, (typeof KEPT)[number]>

const shown = ({ id, draft, created_at }: Kept): ManualShipment => ({
  ...draft,
  id,
  transaction_type: 'manual',
  created_at: created_at.toISOString(),
})

/** Those of these shipments that the organisation has, unordered. */
export async function listManual(db: Db, organisationId: string, ids: readonly string[]): Promise<ManualShipment[]> {
  if (ids.length === 0) return []
  return (await manual(db, organisationId).select(KEPT).where('id', 'in', ids).execute()).map(shown)
}

/** Stores a shipment posted elsewhere. */
export const insertManual = async (
  tx: Tx,
  entered: { organisation_id: string; created_by: string; draft: ManualDraft },
): Promise<ManualShipment> =>
  shown(
    await tx
      .insertInto('manual_shipment')
      .values({ ...entered, draft: JSON.stringify(entered.draft) })
      .returning(KEPT)
      .executeTakeFirstOrThrow(),
  )

/** The user who entered a shipment, locked until the transaction ends; nothing when the organisation has no such one. */
export const lockManual = async (tx: Tx, organisationId: string, id: string): Promise<string | undefined> =>
  (await manual(tx, organisationId).select('created_by').where('id', '=', id).forUpdate().executeTakeFirst())
    ?.created_by

/** Updates a shipment that is locked. */
export const rewriteManual = async (
  tx: Tx,
  organisationId: string,
  id: string,
  draft: ManualDraft,
): Promise<ManualShipment> =>
  shown(
    await tx
      .updateTable('manual_shipment')
      .set({ draft: JSON.stringify(draft) })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .returning(KEPT)
      .executeTakeFirstOrThrow(),
  )

/** Deletes a shipment that is locked. */
export const removeManual = (tx: Tx, organisationId: string, id: string): Promise<unknown> =>
  tx.deleteFrom('manual_shipment').where('organisation_id', '=', organisationId).where('id', '=', id).execute()
