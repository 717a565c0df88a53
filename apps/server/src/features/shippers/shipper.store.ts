import type { PostalAddress } from '@postroom/contract/address'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import { pageOf, type Page } from '../../db/page.ts'
import type { ShipmentTables } from '../../db/tables/shipments/shipments.ts'

export type Shipper = Selectable<ShipmentTables['shipper']>

interface ShipperQuery extends Page {
  organisation_id: string
  alias: string | undefined
  direction: 'asc' | 'desc'
}

/** One page of the organisation's senders by alias, and their total. */
export function findShippers(db: Db, query: ShipperQuery): Promise<{ rows: Shipper[]; total: number }> {
  let found = db.selectFrom('shipper').where('organisation_id', '=', query.organisation_id)
  if (query.alias !== undefined) found = found.where('alias', '=', query.alias)
  return pageOf(found, found.selectAll().orderBy('alias', query.direction), query)
}

/** Saves a sender; it replaces the one with the same alias. */
export const storeShipper = (
  db: Db,
  organisation_id: string,
  { alias, address }: { alias: string; address: PostalAddress },
): Promise<Shipper> =>
  db
    .insertInto('shipper')
    .values({ organisation_id, alias, address: JSON.stringify(address) })
    .onConflict((taken) =>
      taken.columns(['organisation_id', 'alias']).doUpdateSet((row) => ({ address: row.ref('excluded.address') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

/** @returns false when the organisation has no such sender */
export async function removeShipper(db: Db, organisationId: string, id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('shipper')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return removed.numDeletedRows === 1n
}

/** The address of a sender of the organisation. */
export const findShipperAddress = async (
  db: Db,
  organisationId: string,
  id: string,
): Promise<PostalAddress | undefined> => {
  const found = db.selectFrom('shipper').select('address').where('organisation_id', '=', organisationId)
  return (await found.where('id', '=', id).executeTakeFirst())?.address
}

/** Whether the organisation has this sender. */
export async function hasShipper(db: Db, organisationId: string, id: string): Promise<boolean> {
  const found = db.selectFrom('shipper').select('id').where('organisation_id', '=', organisationId)
  return (await found.where('id', '=', id).executeTakeFirst()) !== undefined
}
