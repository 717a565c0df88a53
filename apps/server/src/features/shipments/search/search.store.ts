import { SHIPMENTS_COUNTED, type ShipmentNarrowing, type ShipmentQuery } from '@postroom/contract/shipment-search'
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'
import { STATE_OF } from '../show/shipment-status.ts'
import { asPlatform } from '../../../db/tenant.ts'
import { ukMidnight } from '../../../db/uk-midnight.ts'

/** The tables of shipments: purchases and manual shipments. Searched columns have the same names in both. */
type Table = 'purchase' | 'manual_shipment'

/** How many shipments of one table match a search, counted up to `SHIPMENTS_COUNTED`, and what they cost in pence. */
interface Side {
  table: Table
  total: number
  sum: number
}

/**
 * One page of the shipments that match a search, in order, their number, counted up to `SHIPMENTS_COUNTED`, and what
 * they cost, while they are fewer. Runs as the platform: under row security the word index is not used.
 */
export function findShipments(
  db: Db,
  organisationId: string,
  query: ShipmentQuery,
): Promise<{ found: { table: Table; id: string }[]; total: number; sum: number | undefined }> {
  return asPlatform(async () => {
    const sides: Side[] = []
    for (const table of tablesOf(query)) {
      const { total } = await countQuery(db, organisationId, query, table).executeTakeFirstOrThrow()
      const isAsked = query.withSum === 'true' && table === 'purchase' && total < SHIPMENTS_COUNTED
      sides.push({ table, total, sum: isAsked ? await sumOf(db, organisationId, query) : 0 })
    }
    const total = Math.min(
      sides.reduce((counted, side) => counted + side.total, 0),
      SHIPMENTS_COUNTED,
    )
    return {
      found: await pageQuery(db, organisationId, query, sides).execute(),
      total,
      sum: total < SHIPMENTS_COUNTED ? sides[0]?.sum : undefined,
    }
  })
}

/** The tables a search covers. A shipment entered by hand has no state, and a service that is only a text. */
export const tablesOf = ({ withManual, status, service }: ShipmentNarrowing): Table[] =>
  withManual === 'true' && status === undefined && service === undefined
    ? ['purchase', 'manual_shipment']
    : ['purchase']

/** What the purchases that match a search cost, in pence: those that are paid or held. */
async function sumOf(db: Db, organisationId: string, query: ShipmentNarrowing): Promise<number> {
  const { sum } = await (
    matching(db, organisationId, query, 'purchase') as SelectQueryBuilder<Tables, 'purchase', object>
  )
    .where('state', 'in', ['AUTHORISED', 'BOUGHT', 'VOID_REQUESTED'])
    .select(sql<number>`coalesce(sum(payable), 0)::bigint`.as('sum'))
    .executeTakeFirstOrThrow()
  return sum
}

/** The newest shipments that match a search, `SHIPMENTS_COUNTED` at most. */
export const newestQuery = (db: Db, organisationId: string, query: ShipmentNarrowing) =>
  pageQuery(
    db,
    organisationId,
    { ...query, orderBy: 'created_at', orderAsc: 'false', start: 0, length: SHIPMENTS_COUNTED },
    tablesOf(query).map((table) => ({ table, total: SHIPMENTS_COUNTED })),
  )

/** The number of matches in one table. */
export const countQuery = (db: Db, organisationId: string, query: ShipmentNarrowing, table: Table) =>
  db
    .selectFrom(matching(db, organisationId, query, table).select('id').limit(SHIPMENTS_COUNTED).as('counted'))
    .select((count) => count.fn.countAll<number>().as('total'))

/** Each table returns, in order, as many rows as the page may need; the page is cut from both together. */
export function pageQuery(db: Db, organisationId: string, query: Page, sides: readonly Omit<Side, 'sum'>[]) {
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
function sideQuery(db: Db, organisationId: string, query: Page, { table, total }: Omit<Side, 'sum'>) {
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

const isNarrowed = ({ text, dateFrom, dateTo, status, service, person, costcenter, country }: ShipmentNarrowing) =>
  text !== '' || [dateFrom, dateTo, status, service, person, costcenter, country].some((each) => each !== undefined)

/** The operator uses the word index; its function does not, and is cheap on the rows of an index scan. */
const HAS_WORDS = (text: string) => sql<boolean>`words @@ words_wanted(${text})`
const HAS_WORDS_ON_A_WALK = (text: string) => sql<boolean>`ts_match_vq(words, words_wanted(${text}))`

/** One page of a search, without what is counted. */
type Page = ShipmentNarrowing & Pick<ShipmentQuery, 'orderBy' | 'orderAsc' | 'start' | 'length'>
type Rows = SelectQueryBuilder<Tables, Table, object>

const ofOrganisation = (db: Db, organisationId: string, table: Table): Rows =>
  (db.selectFrom(table) as Rows).where('organisation_id', '=', organisationId)

function matching(db: Db, organisationId: string, query: ShipmentNarrowing, table: Table, hasWords = HAS_WORDS): Rows {
  const { text, dateFilter, dateFrom, dateTo, person, costcenter, country } = query
  let rows = ofOrganisation(db, organisationId, table)
  if (table === 'purchase') rows = purchasesOf(rows, query)
  if (text !== '') rows = rows.where(hasWords(text))
  if (dateFilter === 'shipping') {
    if (dateFrom !== undefined) rows = rows.where('shipping_date', '>=', sql<Date>`${dateFrom}::date`)
    if (dateTo !== undefined) rows = rows.where('shipping_date', '<=', sql<Date>`${dateTo}::date`)
  } else {
    if (dateFrom !== undefined) rows = rows.where('created_at', '>=', ukMidnight(dateFrom, 0))
    if (dateTo !== undefined) rows = rows.where('created_at', '<', ukMidnight(dateTo, 1))
  }
  if (person !== undefined) rows = rows.where('created_by', '=', person)
  if (costcenter !== undefined) rows = rows.where('cost_center_id', '=', costcenter)
  if (country !== undefined) rows = rows.where('country', '=', country)
  return rows
}

function purchasesOf(rows: Rows, { status, service }: ShipmentNarrowing): Rows {
  let purchases = (rows as SelectQueryBuilder<Tables, 'purchase', object>).where('is_test', '=', false)
  if (status !== undefined) purchases = purchases.where('state', '=', STATE_OF[status])
  if (service !== undefined) purchases = purchases.where('service', 'in', service.split(','))
  return purchases
}
