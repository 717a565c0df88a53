import type { Db } from '../../db/database.ts'
import type { Purchase } from './purchase.store.ts'

/** A purchase and its label, as far as drawn. */
export interface ShipmentRow extends Purchase {
  document_id: string | null
  sha256: string | null
}

const shipments = (db: Db, organisationId: string) =>
  db
    .selectFrom('purchase')
    .leftJoin('document', (join) =>
      join.onRef('document.purchase_id', '=', 'purchase.id').on('document.type', '=', 'label'),
    )
    .where('purchase.organisation_id', '=', organisationId)
    .selectAll('purchase')
    .select(['document.id as document_id', 'document.sha256'])

/** The shipment, when it belongs to the organisation. */
export const findShipment = (db: Db, organisationId: string, id: string): Promise<ShipmentRow | undefined> =>
  shipments(db, organisationId).where('purchase.id', '=', id).executeTakeFirst()

/** The shipment bought under a key. */
export const findShipmentByKey = (db: Db, organisationId: string, key: string): Promise<ShipmentRow | undefined> =>
  shipments(db, organisationId).where('purchase.idem_key', '=', key).executeTakeFirst()

interface Page {
  direction: 'asc' | 'desc'
  start: number
  length: number
}

/** One page of the organisation's shipments by the time they were begun, and how many there are; without test prints. */
export async function searchShipments(
  db: Db,
  organisationId: string,
  { direction, start, length }: Page,
): Promise<{ rows: ShipmentRow[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    shipments(db, organisationId)
      .where('is_test', '=', false)
      .orderBy('purchase.created_at', direction)
      .orderBy('purchase.id')
      .offset(start)
      .limit(length)
      .execute(),
    db
      .selectFrom('purchase')
      .where('organisation_id', '=', organisationId)
      .where('is_test', '=', false)
      .select((count) => count.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}
