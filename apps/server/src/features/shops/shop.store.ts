import type { PostalAddress } from '@postroom/contract/address'
import { SHOPS_MAX, type ShopTrouble } from '@postroom/contract/shop'
import { sql, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { ShopTables } from '../../db/tables/shops.ts'

export type StoredShop = Selectable<ShopTables['shop']>
/** A shop with the state of its reports. */
export type CountedShop = StoredShop & { waiting: number; failed: number }

const connectedShops = (db: Db, organisationId: string) =>
  db.selectFrom('shop').where('shop.organisation_id', '=', organisationId).where('credential', 'is not', null)

const OF_SHOP = sql`from shop_order where organisation_id = shop.organisation_id and shop_id = shop.id`
const counted = (shops: ReturnType<typeof connectedShops>) =>
  shops
    .selectAll('shop')
    .select([
      sql<number>`(select count(*)::int ${OF_SHOP} and report_at is not null)`.as('waiting'),
      sql<number>`(select count(*)::int ${OF_SHOP} and purchase_id is not null and report_at is null and reported_at is null)`.as(
        'failed',
      ),
    ])

/** The connected shops of an organisation, by name. */
export const findShops = (db: Db, organisationId: string): Promise<CountedShop[]> =>
  counted(connectedShops(db, organisationId)).orderBy('name').orderBy('id').limit(SHOPS_MAX).execute()

/** A connected shop of the organisation. */
export const findShop = (db: Db, organisationId: string, id: string): Promise<CountedShop | undefined> =>
  counted(connectedShops(db, organisationId)).where('shop.id', '=', id).executeTakeFirst()

interface NewShop extends Pick<StoredShop, 'organisation_id' | 'kind' | 'name' | 'url' | 'connected_by'> {
  sender: PostalAddress
}

/** Lets one transaction at a time connect a shop of the organisation. @returns how many other addresses are connected */
export async function lockShops(tx: Tx, { organisation_id, url }: NewShop): Promise<number> {
  await sql`select pg_advisory_xact_lock(770032, hashtext(${organisation_id}))`.execute(tx)
  const { count } = await connectedShops(tx, organisation_id)
    .where('url', '<>', url)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Connects a shop, or the one at the same address anew. @returns its id */
export async function storeShop(tx: Tx, { sender, ...shop }: NewShop, seal: (id: string) => string): Promise<string> {
  const known = await connectedShops(tx, shop.organisation_id)
    .where('url', '=', shop.url)
    .select('id')
    .executeTakeFirst()
  const id = known?.id ?? crypto.randomUUID()
  const { kind, name, connected_by } = shop
  const facts = { kind, name, connected_by, sender: JSON.stringify(sender), credential: seal(id) }
  await tx
    .insertInto('shop')
    .values({ ...shop, ...facts, id })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ ...facts, import_at: sql<Date>`clock_timestamp()`, trouble: null }),
    )
    .execute()
  return id
}

/** Forgets the credential of a shop, and gives up its outstanding reports. @returns false when there is no such shop */
export async function endShop(tx: Tx, organisationId: string, id: string): Promise<boolean> {
  const ended = await tx
    .updateTable('shop')
    .set({ credential: null, import_at: null })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('credential', 'is not', null)
    .executeTakeFirst()
  await tx
    .updateTable('shop_order')
    .set({ report_at: null, mark: null })
    .where('organisation_id', '=', organisationId)
    .where('shop_id', '=', id)
    .execute()
  return ended.numUpdatedRows === 1n
}

/** The orders of the shop are imported next. */
export const importSoon = (db: Db, organisationId: string, id: string): Promise<unknown> =>
  db
    .updateTable('shop')
    .set({ import_at: sql<Date>`clock_timestamp()` })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('credential', 'is not', null)
    .execute()

/** An import that says nothing for this long has died. Two imports at once do no harm. */
const LEASE = sql<Date>`clock_timestamp() + interval '1 minute'`

/** A shop whose import is due, for one process only. */
export const claimImport = (db: Db): Promise<StoredShop | undefined> =>
  db
    .updateTable('shop')
    .set({ import_at: LEASE })
    .where('id', '=', (of) =>
      of
        .selectFrom('shop')
        .select('id')
        .where('import_at', '<=', sql<Date>`clock_timestamp()`)
        .orderBy('import_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()

/** Orders modified up to a moment are here, and the import goes on. */
export const keepSeen = (db: Db, { id }: StoredShop, seen_until: Date): Promise<unknown> =>
  db
    .updateTable('shop')
    .set({ seen_until: sql<Date>`greatest(seen_until, ${seen_until}::timestamptz)`, import_at: LEASE })
    .where('id', '=', id)
    .where('import_at', 'is not', null)
    .execute()

/** Ends an import. The next one follows in some minutes, sooner after trouble. */
export const endImport = (
  db: Db,
  { id }: StoredShop,
  { began, trouble }: { began: Date; trouble: ShopTrouble | null },
): Promise<unknown> =>
  db
    .updateTable('shop')
    .set({
      trouble,
      ...(trouble === null && { imported_at: began }),
      import_at: sql<Date>`clock_timestamp() + ${trouble === null ? 3 : 1} * interval '1 minute'`,
    })
    .where('id', '=', id)
    .where('import_at', 'is not', null)
    .execute()
