import type { ShipmentChange } from '@postroom/contract/shipment-change'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../db/in-transaction.ts'
import type { Purchase } from '../purchase/purchase.store.ts'

const shipments = (db: Db, organisationId: string) =>
  db.selectFrom('purchase').where('organisation_id', '=', organisationId)

/** The shipment, when it belongs to the organisation. */
export const findShipment = (db: Db, organisationId: string, id: string): Promise<Purchase | undefined> =>
  shipments(db, organisationId).selectAll().where('id', '=', id).executeTakeFirst()

/** Those of these shipments that the organisation has, unordered. */
export const listShipments = async (db: Db, organisationId: string, ids: readonly string[]): Promise<Purchase[]> =>
  ids.length === 0 ? [] : shipments(db, organisationId).selectAll().where('id', 'in', ids).execute()

/** Changes the fields that may still change. @returns the shipment, when it belongs to the organisation */
export const changeShipment = (
  tx: Tx,
  organisationId: string,
  id: string,
  { references, notes, costcenter }: ShipmentChange,
): Promise<Purchase | undefined> =>
  tx
    .updateTable('purchase')
    .set((now) => ({
      notes: notes ?? now.ref('notes'),
      ...(references && { references }),
      ...(costcenter && { cost_center_id: costcenter[0]?.id ?? null }),
    }))
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
