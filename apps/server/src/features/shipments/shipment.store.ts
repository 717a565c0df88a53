import type { Db } from '../../db/database.ts'
import type { Purchase } from './purchase.store.ts'

const shipments = (db: Db, organisationId: string) =>
  db.selectFrom('purchase').where('organisation_id', '=', organisationId)

/** The shipment, when it belongs to the organisation. */
export const findShipment = (db: Db, organisationId: string, id: string): Promise<Purchase | undefined> =>
  shipments(db, organisationId).selectAll().where('id', '=', id).executeTakeFirst()

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
): Promise<{ rows: Purchase[]; total: number }> {
  const real = shipments(db, organisationId).where('is_test', '=', false)
  const [rows, { total }] = await Promise.all([
    real.selectAll().orderBy('created_at', direction).orderBy('id').offset(start).limit(length).execute(),
    real.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}
