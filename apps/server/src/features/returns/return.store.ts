import {
  RETURNS_IN_FILE,
  type ReturnChange,
  type ReturnedItem,
  type ReturnNarrowing,
  type ReturnQuery,
} from '@postroom/contract/returned-item'
import type { PostalAddress } from '@postroom/contract/address'
import { sql, type Insertable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import { pageOf } from '../../db/page.ts'
import { ukMidnight } from '../../db/uk-midnight.ts'
import type { ReturnTables } from '../../db/tables/shipments/returns.ts'
import type { PostedItem } from './posted-item.store.ts'

/** Returned items, each with its shipment: a purchase, or one entered by hand. */
const items = (db: Db, organisationId: string) =>
  db
    .selectFrom('returned_item as item')
    .leftJoin('purchase as bought', 'bought.id', 'item.purchase_id')
    .leftJoin('manual_shipment as manual', 'manual.id', 'item.manual_shipment_id')
    .where('item.organisation_id', '=', organisationId)

/** The columns shown of each. */
const shownOf = (found: ReturnType<typeof items>) =>
  found.select([
    'item.id',
    'item.number',
    'item.reason',
    'item.action',
    'item.notes',
    'item.state',
    'item.pending_id',
    'item.created_at',
    'bought.id as purchase_id',
    'manual.id as manual_shipment_id',
    sql<PostalAddress>`coalesce(bought.draft, manual.draft) -> 'to'`.as('to'),
    sql<string>`coalesce(bought.draft, manual.draft) ->> 'shipping_date'`.as('shipping_date'),
  ])

type Shown = Awaited<ReturnType<ReturnType<typeof shownOf>['execute']>>[number]

const presented = ({ purchase_id, manual_shipment_id, pending_id, created_at, ...item }: Shown): ReturnedItem => ({
  ...item,
  shipment_id: (purchase_id ?? manual_shipment_id)!,
  transaction_type: purchase_id === null ? 'manual' : 'postage',
  ...(pending_id !== null && { pending_id }),
  created_at: created_at.toISOString(),
})

/** The item, when it belongs to the organisation. */
export async function findReturn(db: Db, organisationId: string, id: string): Promise<ReturnedItem | undefined> {
  const found = await shownOf(items(db, organisationId)).where('item.id', '=', id).executeTakeFirst()
  return found && presented(found)
}

/** One page of the returned items, and their total. */
export async function pageReturns(
  db: Db,
  organisationId: string,
  { orderAsc, start, length, ...narrowing }: ReturnQuery,
): Promise<{ rows: ReturnedItem[]; total: number }> {
  const found = matching(db, organisationId, narrowing)
  const { rows, total } = await pageOf(found, inOrder(found, orderAsc === 'true' ? 'asc' : 'desc'), { start, length })
  return { rows: rows.map(presented), total }
}

/** The newest returned items, for a file. */
export async function returnsForFile(db: Db, organisationId: string, query: ReturnNarrowing): Promise<ReturnedItem[]> {
  const rows = await inOrder(matching(db, organisationId, query), 'desc')
    .limit(RETURNS_IN_FILE)
    .execute()
  return rows.map(presented)
}

/** How many items came back for each reason, the most frequent first. */
export const countByReason = (db: Db, organisationId: string, query: Omit<ReturnNarrowing, 'reason'>) =>
  matching(db, organisationId, query)
    .select((count) => ['item.reason', count.fn.countAll<number>().as('items')])
    .groupBy('item.reason')
    .orderBy('items', 'desc')
    .orderBy('item.reason')
    .execute()

const inOrder = (found: ReturnType<typeof items>, direction: 'asc' | 'desc') =>
  shownOf(found).orderBy('item.created_at', direction).orderBy('item.id', direction)

function matching(db: Db, organisationId: string, query: ReturnNarrowing): ReturnType<typeof items> {
  const { reason, state, text, dateFrom, dateTo } = query
  let found = items(db, organisationId)
  if (reason) found = found.where('item.reason', '=', reason)
  if (state) found = found.where('item.state', '=', state)
  if (dateFrom !== undefined) found = found.where('item.created_at', '>=', ukMidnight(dateFrom, 0))
  if (dateTo !== undefined) found = found.where('item.created_at', '<', ukMidnight(dateTo, 1))
  if (text !== '')
    found = found.where(sql<boolean>`ts_match_vq(coalesce(bought.words, manual.words), words_wanted(${text}))`)
  return found
}

/** Records a returned item. @returns its id, or nothing while one is open already */
export async function insertReturn(
  tx: Tx,
  item: Insertable<ReturnTables['returned_item']>,
): Promise<string | undefined> {
  const inserted = await tx
    .insertInto('returned_item')
    .values(item)
    .onConflict((open) => open.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** The open return of this label. */
export async function findOpen(
  db: Db,
  organisation_id: string,
  { purchase_id, manual_shipment_id, number }: PostedItem,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('returned_item')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where(sql<boolean>`coalesce(purchase_id, manual_shipment_id) = ${purchase_id ?? manual_shipment_id}`)
    .where('number', '=', number)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return found?.id
}

/** Changes an item. @returns false when the organisation has no such one */
export async function changeReturn(
  tx: Tx,
  organisationId: string,
  id: string,
  { reason, action, notes, state, pending_id }: ReturnChange & { pending_id?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('returned_item')
    .set({
      updated_at: sql`clock_timestamp()`,
      ...(reason && { reason }),
      ...(action && { action }),
      ...(notes !== undefined && { notes }),
      ...(state && { state }),
      ...(pending_id !== undefined && { pending_id }),
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * The draft of the returned shipment, with later changes; locked until the transaction ends, so nobody else sends it
 * again.
 */
export const lockForSending = (tx: Tx, organisationId: string, id: string) =>
  items(tx, organisationId)
    .select(['item.pending_id', 'bought.draft as bought', 'bought.references', 'bought.cost_center_id'])
    .select('manual.draft as manual')
    .where('item.id', '=', id)
    .forUpdate('item')
    .executeTakeFirst()
