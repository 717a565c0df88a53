import type { SeenOrder } from '../../shops/shop-port.ts'
import { sql, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { ShopTables } from '../../db/tables/shops.ts'
import type { PreparedOrder } from './draft-of-order.ts'
import type { StoredShop } from './shop.store.ts'

export type ShopOrder = Selectable<ShopTables['shop_order']>

/** What is known of orders, by the shop's id. */
export async function fingerprintsOf(
  db: Db,
  { id }: StoredShop,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('shop_order')
    .select(['external_id', 'fingerprint'])
    .where('shop_id', '=', id)
    .where('external_id', 'in', externalIds)
    .execute()
  return new Map(rows.map(({ external_id, fingerprint }) => [external_id, fingerprint]))
}

/** An order with what is taken over from it. */
export interface NewOrder {
  seen: SeenOrder
  fingerprint: string
  prepared: PreparedOrder
}

const columnsOf = ({ seen, fingerprint, prepared: { problems, facts } }: NewOrder) => ({
  number: seen.number,
  modified_at: seen.modified_at,
  fingerprint,
  problems,
  country: facts.country,
  grams: facts.weight ?? null,
  pence: facts.value ?? null,
})

/** Adds orders that are not there yet. @returns those that were added */
export async function addOrders(tx: Tx, shop: StoredShop, orders: readonly NewOrder[]): Promise<NewOrder[]> {
  const added = await tx
    .insertInto('shop_order')
    .values(
      orders.map((order) => ({
        ...columnsOf(order),
        shop_id: shop.id,
        organisation_id: shop.organisation_id,
        external_id: order.seen.id,
        pending_id: null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['shop_id', 'external_id']).doNothing())
    .returning('external_id')
    .execute()
  const ids = new Set(added.map(({ external_id }) => external_id))
  return orders.filter(({ seen }) => ids.has(seen.id))
}

/** Links orders to the shipments prepared for them. */
export async function linkPending(
  tx: Tx,
  { id }: StoredShop,
  links: readonly { external_id: string; pending_id: string }[],
): Promise<void> {
  await sql`update shop_order set pending_id = link.pending_id
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as link (external_id text, pending_id text)
    where shop_order.shop_id = ${id} and shop_order.external_id = link.external_id`.execute(tx)
}

/** An order, locked until the transaction ends: a change and a purchase of it take turns. */
export const lockOrder = (tx: Tx, shopId: string, externalId: string): Promise<ShopOrder | undefined> =>
  tx
    .selectFrom('shop_order')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('external_id', '=', externalId)
    .forUpdate()
    .executeTakeFirst()

/** Keeps what an order is now. `mark`: what happened to it, to be accepted before it is sold. */
export async function changeOrder(
  tx: Tx,
  { shop_id, external_id }: ShopOrder,
  order: NewOrder,
  mark: ShopOrder['mark'],
): Promise<void> {
  await tx
    .updateTable('shop_order')
    .set({ ...columnsOf(order), mark, looked_at: sql<Date>`clock_timestamp()` })
    .where('shop_id', '=', shop_id)
    .where('external_id', '=', external_id)
    .execute()
}

/** The order of a prepared shipment. */
const ofPending = (db: Db, organisationId: string, pendingId: string) =>
  db
    .selectFrom('shop_order')
    .where('shop_order.organisation_id', '=', organisationId)
    .where('shop_order.pending_id', '=', pendingId)

/** The mark on the order of a prepared shipment, which cannot change until the transaction ends; nothing without an order. */
export const lockMark = (
  tx: Tx,
  organisationId: string,
  pendingId: string,
): Promise<Pick<ShopOrder, 'mark' | 'problems'> | undefined> =>
  ofPending(tx, organisationId, pendingId).select(['mark', 'problems']).forShare().executeTakeFirst()

/** An order, with its shop. */
export type StaleOrder = StoredShop & { external_id: string }

/** The order of a prepared shipment and its shop, when neither was looked at in the last `ms` milliseconds. */
export const staleOrder = (
  db: Db,
  organisationId: string,
  pendingId: string,
  ms: number,
): Promise<StaleOrder | undefined> => {
  const fresh = sql<Date>`clock_timestamp() - ${ms} * interval '1 millisecond'`
  return ofPending(db, organisationId, pendingId)
    .innerJoin('shop', 'shop.id', 'shop_order.shop_id')
    .where('shop.credential', 'is not', null)
    .where('looked_at', '<', fresh)
    .where(({ eb, fn }) => eb(fn.coalesce('imported_at', sql<Date>`'-infinity'::timestamptz`), '<', fresh))
    .selectAll('shop')
    .select('external_id')
    .executeTakeFirst()
}

/** The order was looked at now, and is as it was. */
export const noteLook = (db: Db, shopId: string, externalId: string): Promise<unknown> =>
  db
    .updateTable('shop_order')
    .set({ looked_at: sql<Date>`clock_timestamp()` })
    .where('shop_id', '=', shopId)
    .where('external_id', '=', externalId)
    .execute()

/** The shop no longer has the order. */
export const markGone = (db: Db, shopId: string, externalId: string): Promise<unknown> =>
  db
    .updateTable('shop_order')
    .set({ mark: 'cancelled', fingerprint: '' })
    .where('shop_id', '=', shopId)
    .where('external_id', '=', externalId)
    .where('fingerprint', '<>', '')
    .execute()

/**
 * What happened to the order, and what is wrong with it, is accepted: its shipment may be sold. @returns false when there is
 * nothing to accept
 */
export async function acceptAsItIs(tx: Tx, organisationId: string, pendingId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('shop_order')
    .set({ mark: null, problems: [] })
    .where('organisation_id', '=', organisationId)
    .where('pending_id', '=', pendingId)
    .where(sql<boolean>`(mark is not null or problems <> '{}')`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A clerk has corrected the shipment of the order. */
export async function clearProblems(tx: Tx, organisationId: string, pendingId: string): Promise<void> {
  await tx
    .updateTable('shop_order')
    .set({ problems: [] })
    .where('organisation_id', '=', organisationId)
    .where('pending_id', '=', pendingId)
    .execute()
}

const PREVIEWED_MAX = 1_000

/** What rules depend on, of the orders of the last seven days, newest first. */
export const ordersOfTheWeek = (db: Db, organisationId: string) =>
  db
    .selectFrom('shop_order')
    .select(['number', 'shop_id', 'country', 'grams', 'pence'])
    .where('organisation_id', '=', organisationId)
    .where('came_at', '>', sql<Date>`clock_timestamp() - interval '7 days'`)
    .orderBy('came_at', 'desc')
    .orderBy('external_id')
    .limit(PREVIEWED_MAX)
    .execute()
