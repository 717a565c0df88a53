import { KEPT_GOODS_MAX, type Goods } from '@postroom/contract/goods'
import { sql, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { ShipmentTables } from '../../db/tables/shipments/shipments.ts'

export type KeptGoods = Pick<Selectable<ShipmentTables['kept_goods']>, 'id' | 'item'>

/** All kept goods of an organisation, the last used first. */
export const findGoods = (db: Db, organisationId: string): Promise<KeptGoods[]> =>
  db
    .selectFrom('kept_goods')
    .select(['id', 'item'])
    .where('organisation_id', '=', organisationId)
    .orderBy('used_at', 'desc')
    .orderBy('id')
    .limit(KEPT_GOODS_MAX)
    .execute()

/**
 * Keeps goods, each under its description in place of those that have it, and forgets those not used for longest.
 *
 * @returns the ids, in the order of the descriptions
 */
export async function keepGoods(
  db: Db,
  organisationId: string,
  goods: readonly Goods[],
  now: Date,
): Promise<KeptGoods[]> {
  const byName = new Map(goods.map((item) => [item.description.toLowerCase(), item]))
  // in one order, so that two purchases of the same goods never wait for each other
  const items = [...byName.keys()].toSorted().map((name) => byName.get(name)!)
  const { rows } = await sql<KeptGoods>`
    insert into kept_goods (organisation_id, description, item, used_at)
    select ${organisationId}::uuid, item ->> 'description', item, ${now}::timestamptz
    from jsonb_array_elements(${JSON.stringify(items)}::jsonb) as item
    on conflict (organisation_id, lower(description))
      do update set description = excluded.description, item = excluded.item, used_at = excluded.used_at
    returning id, item`.execute(db)
  await forgetUnused(db, organisationId)
  return rows
}

const forgetUnused = (db: Db, organisationId: string) =>
  db
    .deleteFrom('kept_goods')
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', (unused) =>
      unused
        .selectFrom('kept_goods')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .orderBy('used_at', 'desc')
        .orderBy('id')
        .offset(KEPT_GOODS_MAX),
    )
    .execute()

/** @returns false when the organisation keeps no such goods */
export async function forgetGoods(db: Db, organisationId: string, id: string): Promise<boolean> {
  const forgotten = await db
    .deleteFrom('kept_goods')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return forgotten.numDeletedRows === 1n
}
