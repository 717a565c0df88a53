import { SHIPMENTS_COUNTED, type ShipmentQuery } from '@postroom/contract/shipment-search'
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'
import { asPlatform } from '../../../db/tenant.ts'
import { ukMidnight } from '../../../db/uk-midnight.ts'

/** The tables of shipments: purchases and manual shipments. Searched columns have the same names in both. */
type Table = 'purchase' | 'manual_shipment'

/** How many shipments of one table match a search, counted up to `SHIPMENTS_COUNTED`. */
interface Side {
  table: Table
  total: number
}

/**
 * One page of the shipments that match a search, in order, and their number, counted up to `SHIPMENTS_COUNTED`. Runs as
 * the platform: under row security the word index is not used.
 */
export function findShipments(
  db: Db,
  organisationId: string,
  query: ShipmentQuery,
): Promise<{ found: { table: Table; id: string }[]; total: number }> {
  return asPlatform(async () => {
    const sides: Side[] = []
    for (const table of tablesOf(query)) {
      const { total } = await countQuery(db, organisationId, query, table).executeTakeFirstOrThrow()
      sides.push({ table, total })
    }
    const total = sides.reduce((sum, side) => sum + side.total, 0)
    return {
      found: await pageQuery(db, organisationId, query, sides).execute(),
      total: Math.min(total, SHIPMENTS_COUNTED),
    }
  })
}

/** The tables a search covers. */
export const tablesOf = ({ withManual }: ShipmentQuery): Table[] =>
  withManual === 'true' ? ['purchase', 'manual_shipment'] : ['purchase']

/** The number of matches in one table. */
export const countQuery = (db: Db, organisationId: string, query: ShipmentQuery, table: Table) =>
  db
    .selectFrom(matching(db, organisationId, query, table).select('id').limit(SHIPMENTS_COUNTED).as('counted'))
    .select((count) => count.fn.countAll<number>().as('total'))

/** Each table returns, in order, as many rows as the page may need; the page is cut from both together. */
export function pageQuery(db: Db, organisationId: string, query: ShipmentQuery, sides: readonly Side[]) {
  const direction = query.orderAsc === 'true' ? 'asc' : 'desc'
  const [first, ...others] = sides.map((side) =>
    db.selectFrom(sideQuery(db, organisationId, query, side).as(side.table)).select(['id', 'place', 'table']),
  )
  const all = others.reduce((joined, other) => joined.unionAll(other), first!)
  return db
    .selectFrom(all.as('found'))
    .select(['table', 'id'])
    .orderBy('place', direction)
    .orderBy('id', direction)
    .offset(query.start)
    .limit(query.length)
}

/**
 * Every order has an index to scan. For a few matches that scan might be long: they are fetched by the index of the
 * search condition, then sorted. The limit keeps the planner from merging the two steps.
 */
function sideQuery(db: Db, organisationId: string, query: ShipmentQuery, { table, total }: Side) {
  const column = ORDERS[query.orderBy]
  const direction = query.orderAsc === 'true' ? 'asc' : 'desc'
  const placed = (rows: Rows) =>
    rows.select([sql<Table>`${sql.lit(table)}::text`.as('table'), 'id', `${column} as place`])
  const isFew = isNarrowed(query) && total < SHIPMENTS_COUNTED
  const rows = isFew
    ? placed(matching(db, organisationId, query, table)).limit(SHIPMENTS_COUNTED)
    : placed(matching(db, organisationId, query, table, HAS_WORDS_ON_A_WALK))
  return db
    .selectFrom(rows.as('side'))
    .selectAll()
    .orderBy('place', direction)
    .orderBy('id', direction)
    .limit(query.start + query.length)
}

const ORDERS = { created_at: 'created_at', shipping_date: 'shipping_date', total_charge: 'amount' } as const

const isNarrowed = ({ text, dateFrom, dateTo }: ShipmentQuery): boolean =>
  text !== '' || dateFrom !== undefined || dateTo !== undefined

/** The operator uses the word index; its function does not, and is cheap on the rows of an index scan. */
const HAS_WORDS = (text: string) => sql<boolean>`words @@ words_wanted(${text})`
const HAS_WORDS_ON_A_WALK = (text: string) => sql<boolean>`ts_match_vq(words, words_wanted(${text}))`

type Rows = SelectQueryBuilder<Tables, Table, object>

const ofOrganisation = (db: Db, organisationId: string, table: Table): Rows =>
  (db.selectFrom(table) as Rows).where('organisation_id', '=', organisationId)

function matching(
  db: Db,
  organisationId: string,
  { text, dateFilter, dateFrom, dateTo }: ShipmentQuery,
  table: Table,
  hasWords = HAS_WORDS,
): Rows {
  let rows = ofOrganisation(db, organisationId, table)
  if (table === 'purchase') rows = rows.where('is_test', '=', false)
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
