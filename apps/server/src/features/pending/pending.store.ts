import { ATTENTION_COUNTED } from '@postroom/contract/attention'
import {
  CLAIM_MS,
  type PendingDraft,
  type QUEUE_STATES,
  type QueuedShipment,
} from '@postroom/contract/shipment-pending'
import { sql, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import { pageOf, type Page } from '../../db/page.ts'
import type { ShipmentTables } from '../../db/tables/shipments/shipments.ts'

type QueueState = (typeof QUEUE_STATES)[number]

/** A prepared shipment, with its state in the queue and the name of the operator who has claimed it. */
export type PendingShipment = Omit<Selectable<ShipmentTables['pending_shipment']>, 'organisation_id' | 'changed_at'> & {
  state: QueueState
  /** The order of a shop that it was prepared for. */
  order: QueuedShipment['order'] | null
  claimed_name: string | null
}

/** A shipment that is being bought under its id has left the queue, even before the carrier answers. */
const UNSOLD = sql<boolean>`not exists (select from purchase
  where purchase.organisation_id = pending_shipment.organisation_id and idem_key = pending_id and not is_test)`

/** Something about its order of a shop has to be looked at before it is sold. */
const ORDER_IN_TROUBLE = sql<boolean>`exists (select from shop_order
  where shop_order.pending_id = pending_shipment.pending_id and (mark is not null or problems <> '{}'))`

const STATE = sql<QueueState>`case when problem <> '' or ${ORDER_IN_TROUBLE} then 'problem' when draft #> '{parcels,0,weight}' is not null then 'weighed' else 'waiting' end`

const ORDER = sql<PendingShipment['order']>`(
  select jsonb_strip_nulls(jsonb_build_object('shop', shop.name, 'kind', kind, 'number', shop_order.number, 'mark', mark, 'problems', to_jsonb(problems)))
  from shop_order join shop on shop.id = shop_order.shop_id where shop_order.pending_id = pending_shipment.pending_id)`

/** The operator whose claim still holds. */
const CLAIMED_BY = sql<string | null>`case when claimed_until > clock_timestamp() then claimed_by end`

const pending = (db: Db, organisationId: string) =>
  db.selectFrom('pending_shipment').where('pending_shipment.organisation_id', '=', organisationId).where(UNSOLD)

const withState = (found: ReturnType<typeof pending>) =>
  found.select([
    'pending_id',
    'number',
    'draft',
    'note',
    'problem',
    'version',
    'created_by',
    'created_at',
    STATE.as('state'),
    CLAIMED_BY.as('claimed_by'),
    'claimed_until',
    ORDER.as('order'),
    sql<string | null>`(select fullname from app_user where id = ${CLAIMED_BY})`.as('claimed_name'),
  ])

/** Puts a prepared shipment into the queue, under a new id and the next number. @returns its id */
export async function insertPending(
  db: Db,
  { draft, ...prepared }: { organisation_id: string; created_by: string; draft: PendingDraft; note?: string },
): Promise<string> {
  const { pending_id } = await db
    .insertInto('pending_shipment')
    .values({ ...prepared, draft: JSON.stringify(draft) })
    .returning('pending_id')
    .executeTakeFirstOrThrow()
  return pending_id
}

/** Puts prepared shipments into the queue, each under its id and the next number. */
export const insertPendings = (
  db: Db,
  prepared: readonly { pending_id: string; organisation_id: string; created_by: string; draft: PendingDraft }[],
): Promise<unknown> =>
  db
    .insertInto('pending_shipment')
    .values(prepared.map(({ draft, ...row }) => ({ ...row, draft: JSON.stringify(draft) })))
    .execute()

/** The prepared shipment, when it belongs to the organisation. */
export const findPending = (db: Db, organisationId: string, id: string): Promise<PendingShipment | undefined> =>
  withState(pending(db, organisationId)).where('pending_id', '=', id).executeTakeFirst()

/** The prepared shipment, locked until the transaction ends, so that changes and claims of it take turns. */
export const lockPending = (tx: Tx, organisationId: string, id: string): Promise<PendingShipment | undefined> =>
  withState(pending(tx, organisationId)).where('pending_id', '=', id).forUpdate().executeTakeFirst()

/** What was prepared, locked until the transaction ends, also while it is being bought: it returns if the carrier rejects it. */
export const lockPrepared = (
  tx: Tx,
  organisationId: string,
  id: string,
): Promise<Pick<PendingShipment, 'pending_id' | 'draft' | 'note' | 'problem'> | undefined> =>
  tx
    .selectFrom('pending_shipment')
    .select(['pending_id', 'draft', 'note', 'problem'])
    .where('organisation_id', '=', organisationId)
    .where('pending_id', '=', id)
    .forUpdate()
    .executeTakeFirst()

interface QueuePage extends Page {
  direction: 'asc' | 'desc'
  state?: QueueState | undefined
  costcenter?: string | undefined
  number?: number | undefined
  text: string
  since: Date | undefined
}

/** One page of the organisation's queue, and the total of the rows that match. */
export function pagePending(
  db: Db,
  organisationId: string,
  { direction, state, costcenter, number, text, since, ...page }: QueuePage,
): Promise<{ rows: PendingShipment[]; total: number }> {
  let found = pending(db, organisationId)
  if (state) found = found.where(STATE, '=', state)
  if (costcenter)
    found = found.where(sql<boolean>`draft -> 'costcenter' @> ${JSON.stringify([{ id: costcenter }])}::jsonb`)
  if (number !== undefined) found = found.where('number', '=', number)
  if (since) found = found.where('changed_at', '>', since)
  if (text !== '') found = found.where(sql<boolean>`queue_words(draft, number) @@ words_wanted(${text})`)
  return pageOf(found, withState(found).orderBy('created_at', direction).orderBy('pending_id', direction), page)
}

/** A change is dated before its transaction ends, and becomes visible only then. */
const OVERLAP_MS = 5_000

/** The time since which the next call has to list the changes. */
export async function overlappingNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() - ${OVERLAP_MS} * interval '1 ms' as at`.execute(db)
  return rows[0]!.at
}

const SOLD_MAX = 1_000

/** The keys of the newest purchases of the organisation since a time. */
export async function listSold(db: Db, organisationId: string, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('purchase')
    .select('idem_key')
    .where('organisation_id', '=', organisationId)
    .where('is_test', '=', false)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(SOLD_MAX)
    .execute()
  return rows.map(({ idem_key }) => idem_key)
}

/** How many shipments of the organisation's queue are in each state. */
export async function countQueue(db: Db, organisationId: string): Promise<Record<QueueState, number>> {
  const rows = await pending(db, organisationId)
    .select((count) => [STATE.as('state'), count.fn.countAll<number>().as('count')])
    .groupBy(sql`state`)
    .execute()
  const counts = { waiting: 0, weighed: 0, problem: 0 }
  for (const { state, count } of rows) counts[state] = count
  return counts
}

/** How many shipments are in the organisation's queue, counted to a limit, and since when the oldest waits. */
export async function queueSummary(db: Db, organisationId: string): Promise<{ total: number; oldest?: string }> {
  const rows = await pending(db, organisationId)
    .select('created_at')
    .orderBy('created_at')
    .limit(ATTENTION_COUNTED)
    .execute()
  const [oldest] = rows
  return { total: rows.length, ...(oldest && { oldest: oldest.created_at.toISOString() }) }
}

/** Replaces a prepared shipment. */
export const changePending = (
  tx: Tx,
  organisationId: string,
  id: string,
  { draft, note, problem }: { draft: PendingDraft; note: string; problem: string },
): Promise<unknown> =>
  tx
    .updateTable('pending_shipment')
    .set({ draft: JSON.stringify(draft), note, problem, version: sql`version + 1` })
    .where('organisation_id', '=', organisationId)
    .where('pending_id', '=', id)
    .execute()

/** Something about a prepared shipment changed that is kept elsewhere: it is listed as changed, and nobody saves an older one. */
export const touchPending = (tx: Tx, organisationId: string, id: string): Promise<unknown> =>
  tx
    .updateTable('pending_shipment')
    .set({ version: sql`version + 1` })
    .where('organisation_id', '=', organisationId)
    .where('pending_id', '=', id)
    .execute()

/** Claims a prepared shipment for an operator, or releases it. */
export function claim(tx: Tx, organisationId: string, id: string, userId: string | null): Promise<unknown> {
  const claimed_until = userId === null ? null : sql<Date>`clock_timestamp() + ${CLAIM_MS} * interval '1 millisecond'`
  return tx
    .updateTable('pending_shipment')
    .set({ claimed_by: userId, claimed_until })
    .where('organisation_id', '=', organisationId)
    .where('pending_id', '=', id)
    .execute()
}

/** Gives up a prepared shipment. @returns false when the organisation has no such one, or it is being bought */
export async function removePending(db: Db, organisationId: string, id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('pending_shipment')
    .where('organisation_id', '=', organisationId)
    .where('pending_id', '=', id)
    .where(UNSOLD)
    .executeTakeFirst()
  return removed.numDeletedRows === 1n
}
