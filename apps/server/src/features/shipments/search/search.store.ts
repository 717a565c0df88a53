import { SHIPMENTS_COUNTED, type ShipmentNarrowing, type ShipmentQuery } from '@postroom/contract/shipment-search'
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'
import { STATE_OF } from '../show/shipment-status.ts'
import { asPlatform } from '../../../db/tenant.ts'
import { ukMidnight } from '../../../db/uk-midnight.ts'

/** What an API key may see: purchases from its accounts; undefined: all. */
interface Confined {
  accounts?: readonly string[] | undefined
}
type Narrowing = ShipmentNarrowing & Confined
type Query = ShipmentQuery & Confined

/** The tables of shipments: purchases and manual shipments. Searched columns have the same names in both. */
type Table = 'purchase' | 'manual_shipment'

/** How many shipments of one table match a search, counted until they are more than `SHIPMENTS_COUNTED`. */
interface Side {
  table: Table
  total: number
}

interface Found {
  found: { table: Table; id: string }[]
  /** At most `SHIPMENTS_COUNTED`. */
  total: number
  /** More than `total` match. */
  isMore: boolean
  /** What they cost in pence; missing when it is not asked for or more than `SHIPMENTS_COUNTED` match. */
  sum: number | undefined
}

/**
 * One page of the shipments that match a search, in order, their number and what they cost. Runs as the platform: under
 * row security the word index is not used.
 */
export function findShipments(db: Db, organisationId: string, query: Query): Promise<Found> {
  return asPlatform(async () => {
    const sides: Side[] = []
    for (const table of tablesOf(query))
      sides.push({ table, total: await countMatches(db, organisationId, query, table) })
    const counted = sides.reduce((sum, { total }) => sum + total, 0)
    const isMore = counted > SHIPMENTS_COUNTED
    return {
      found: await pageQuery(db, organisationId, query, sides).execute(),
      total: Math.min(counted, SHIPMENTS_COUNTED),
      isMore,
      sum: query.withSum === 'true' && !isMore ? await sumOf(db, organisationId, query) : undefined,
    }
  })
}

/** The tables a search covers. A shipment entered by hand has no state, a service that is only a text, and no account. */
export const tablesOf = ({ withManual, status, service, accounts }: Narrowing): Table[] =>
  withManual === 'true' && [status, service, accounts].every((each) => each === undefined)
    ? ['purchase', 'manual_shipment']
    : ['purchase']

/** What the purchases that match a search cost, in pence: those that are paid or held. */
async function sumOf(db: Db, organisationId: string, query: Narrowing): Promise<number> {
  const { sum } = await (
    matching(db, organisationId, query, 'purchase') as SelectQueryBuilder<Tables, 'purchase', object>
  )
    .where('state', 'in', ['AUTHORISED', 'BOUGHT', 'VOID_REQUESTED'])
    .select(sql<number>`coalesce(sum(payable), 0)::bigint`.as('sum'))
    .executeTakeFirstOrThrow()
  return sum
}

/**
 * The number of matches in one table. The index of words reads every match before it returns one, so it is slow for a
 * word of very many shipments; the newest of them are reached sooner by reading shipments.
 */
async function countMatches(db: Db, organisationId: string, query: Narrowing, table: Table): Promise<number> {
  const totalOf = async (counting: ReturnType<typeof countQuery>) => (await counting.executeTakeFirstOrThrow()).total
  if (query.text !== '') {
    const word: Narrowing = { text: query.text, dateFilter: 'created', withManual: 'false' }
    const sampled = await totalOf(newestCountQuery(db, organisationId, word, table, SAMPLE))
    if (sampled >= COMMON_IN_SAMPLE) {
      const newest = await totalOf(newestCountQuery(db, organisationId, query, table, NEWEST_READ))
      if (newest > SHIPMENTS_COUNTED) return newest
    }
  }
  return totalOf(countQuery(db, organisationId, query, table))
}

/** The newest shipments show whether a word is common: a quarter of them have it. */
const SAMPLE = 500
const COMMON_IN_SAMPLE = SAMPLE / 4
/** Among so many of the newest, a common word is found more than `SHIPMENTS_COUNTED` times. */
const NEWEST_READ = 5 * SHIPMENTS_COUNTED

/** The number of matches in one table. */
export const countQuery = (db: Db, organisationId: string, query: Narrowing, table: Table) =>
  countedOf(db, matching(db, organisationId, query, table).select('id'))

/** The number of matches among the newest shipments of one table. */
export const newestCountQuery = (
  db: Db,
  organisationId: string,
  { text, ...query }: Narrowing,
  table: Table,
  newest: number,
) => {
  const rows = matching(db, organisationId, { ...query, text: '' }, table)
    .select(['id', 'words'])
    .orderBy('created_at', 'desc')
    .limit(newest)
  return countedOf(db, db.selectFrom(rows.as('newest')).where(HAS_WORDS_ON_A_WALK(text)).select('id'))
}

const countedOf = <Source, From extends keyof Source>(db: Db, rows: SelectQueryBuilder<Source, From, { id: string }>) =>
  db
    .selectFrom(rows.limit(SHIPMENTS_COUNTED + 1).as('counted'))
    .select((count) => count.fn.countAll<number>().as('total'))

/** Each table returns, in order, as many rows as the page may need; the page is cut from both together. */
export function pageQuery(db: Db, organisationId: string, query: Query, sides: readonly Side[]) {
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
function sideQuery(db: Db, organisationId: string, query: Query, { table, total }: Side) {
  const column = ORDERS[query.orderBy]
  const direction = query.orderAsc === 'true' ? 'asc' : 'desc'
  const placed = (rows: Rows) =>
    rows.select([sql<Table>`${sql.lit(table)}::text`.as('table'), 'id', `${column} as place`])
  const isFew = isNarrowed(query) && total <= SHIPMENTS_COUNTED
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

const isNarrowed = ({ text, dateFrom, dateTo, status, service, person, costcenter, country, accounts }: Narrowing) =>
  text !== '' ||
  [dateFrom, dateTo, status, service, person, costcenter, country, accounts].some((each) => each !== undefined)

/** The operator uses the word index; its function does not, and is cheap on the rows of an index scan. */
const HAS_WORDS = (text: string) => sql<boolean>`words @@ words_wanted(${text})`
const HAS_WORDS_ON_A_WALK = (text: string) => sql<boolean>`ts_match_vq(words, words_wanted(${text}))`

type Rows = SelectQueryBuilder<Tables, Table, object>

const ofOrganisation = (db: Db, organisationId: string, table: Table): Rows =>
  (db.selectFrom(table) as Rows).where('organisation_id', '=', organisationId)

function matching(db: Db, organisationId: string, query: Narrowing, table: Table, hasWords = HAS_WORDS): Rows {
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

function purchasesOf(rows: Rows, { status, service, accounts }: Narrowing): Rows {
  let purchases = (rows as SelectQueryBuilder<Tables, 'purchase', object>).where('is_test', '=', false)
  if (status !== undefined) purchases = purchases.where('state', '=', STATE_OF[status])
  if (accounts) purchases = purchases.where('carrier_account_id', 'in', accounts)
  if (service !== undefined) purchases = purchases.where('service', 'in', service.split(','))
  return purchases
}
