import type { ShipmentChange } from '@postroom/contract/shipment-change'
import { SHIPMENTS_COUNTED, type ShipmentQuery } from '@postroom/contract/shipment-search'
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'
import { asPlatform } from '../../db/tenant.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { Tables } from '../../db/tables.ts'
import type { Purchase } from './purchase.store.ts'

const shipments = (db: Db, organisationId: string) =>
  db.selectFrom('purchase').where('organisation_id', '=', organisationId)

/** The shipment, when it belongs to the organisation. */
export const findShipment = (db: Db, organisationId: string, id: string): Promise<Purchase | undefined> =>
  shipments(db, organisationId).selectAll().where('id', '=', id).executeTakeFirst()

/** Changes what may still change. @returns the shipment, when it belongs to the organisation */
export const changeShipment = (
  tx: Tx,
  organisationId: string,
  id: string,
  { references, notes, costcenter }: ShipmentChange,
): Promise<Purchase | undefined> =>
  tx
    .updateTable('purchase')
    .set({
      updated_at: sql`clock_timestamp()`,
      ...(references && { references }),
      ...(notes !== undefined && { notes }),
      ...(costcenter && { cost_center_id: costcenter[0]?.id ?? null }),
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/**
 * One page of the shipments that go with a search, and how many do, counted up to `SHIPMENTS_COUNTED`. As the platform:
 * under row security the index of words is not used.
 */
export function searchShipments(
  db: Db,
  organisationId: string,
  query: ShipmentQuery,
): Promise<{ rows: Purchase[]; total: number }> {
  return asPlatform(async () => {
    const { total } = await countQuery(db, organisationId, query).executeTakeFirstOrThrow()
    return { rows: await pageQuery(db, organisationId, query, total).execute(), total }
  })
}

export const countQuery = (db: Db, organisationId: string, query: ShipmentQuery) =>
  db
    .selectFrom(found(db, organisationId, query).select('id').limit(SHIPMENTS_COUNTED).as('counted'))
    .select((count) => count.fn.countAll<number>().as('total'))

/**
 * Every order has an index that can be walked. What few shipments go with is not looked for on such a walk, which might
 * be long: those are fetched by the index of what they go with, then put in order.
 */
export function pageQuery(db: Db, organisationId: string, query: ShipmentQuery, total: number) {
  const column = ORDERS[query.orderBy]
  const direction = query.orderAsc === 'true' ? 'asc' : 'desc'
  const ids = db
    .selectFrom(found(db, organisationId, query).select('id').limit(SHIPMENTS_COUNTED).as('few'))
    .select('id')
  const isFew = isNarrowed(query) && total < SHIPMENTS_COUNTED
  const rows: Found = isFew
    ? shipments(db, organisationId).where('id', 'in', ids)
    : found(db, organisationId, query, HAS_WORDS_ON_A_WALK)
  return rows.selectAll().orderBy(column, direction).orderBy('id', direction).offset(query.start).limit(query.length)
}

const ORDERS = { created_at: 'created_at', shipping_date: 'shipping_date', total_charge: 'amount' } as const

const isNarrowed = ({ text, dateFrom, dateTo }: ShipmentQuery): boolean =>
  text !== '' || dateFrom !== undefined || dateTo !== undefined

/** The operator asks the index of words; the function behind it does not, and is cheap on the rows of a walk. */
const HAS_WORDS = (text: string) => sql<boolean>`words @@ words_wanted(${text})`
const HAS_WORDS_ON_A_WALK = (text: string) => sql<boolean>`ts_match_vq(words, words_wanted(${text}))`

type Found = SelectQueryBuilder<Tables, 'purchase', object>

function found(
  db: Db,
  organisationId: string,
  { text, dateFilter, dateFrom, dateTo }: ShipmentQuery,
  hasWords = HAS_WORDS,
): Found {
  let rows: Found = shipments(db, organisationId).where('is_test', '=', false)
  if (text !== '') rows = rows.where(hasWords(text))
  if (dateFilter === 'shipping') {
    if (dateFrom !== undefined) rows = rows.where('shipping_date', '>=', sql<Date>`${dateFrom}::date`)
    if (dateTo !== undefined) rows = rows.where('shipping_date', '<=', sql<Date>`${dateTo}::date`)
  } else {
    if (dateFrom !== undefined) rows = rows.where('created_at', '>=', ukMidnight(dateFrom, 0))
    if (dateTo !== undefined) rows = rows.where('created_at', '<', ukMidnight(dateTo, 1))
  }
  return rows
}

/** The instant at which a day of the calendar begins in the United Kingdom, or the day some days after it. */
const ukMidnight = (day: string, daysAfter: number): RawBuilder<Date> =>
  sql<Date>`(${day}::date + ${daysAfter}::int)::timestamp at time zone 'Europe/London'`
