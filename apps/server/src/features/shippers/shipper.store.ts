import type { PostalAddress } from '@postroom/contract/address'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { ShipmentTables } from '../../db/tables-shipments.ts'

export type Shipper = Selectable<ShipmentTables['shipper']>

interface Page {
  organisation_id: string
  alias: string | undefined
  direction: 'asc' | 'desc'
  start: number
  length: number
}

/** One page of the organisation's senders by alias, and how many there are. */
export async function findShippers(db: Db, page: Page): Promise<{ rows: Shipper[]; total: number }> {
  let found = db.selectFrom('shipper').where('organisation_id', '=', page.organisation_id)
  if (page.alias !== undefined) found = found.where('alias', '=', page.alias)
  const [rows, { total }] = await Promise.all([
    found.selectAll().orderBy('alias', page.direction).offset(page.start).limit(page.length).execute(),
    found.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** Saves a sender; one with the same alias gives way to it. */
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
