import type { StatementDay, StatementLine } from '@postroom/contract/carrier-account'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { asPlatform } from '../../db/tenant.ts'

interface StatementQuery {
  /** An account whose organisation was checked. */
  account: string
  /** Calendar days of UK time, both included. */
  dateFrom: string | undefined
  dateTo: string | undefined
}

interface Page {
  direction: 'asc' | 'desc'
  start: number
  length: number
}

/** Times within the asked days. */
const since = (day: string | undefined) =>
  sql`(${day ?? null}::date is null or at >= ${day ?? null}::date::timestamp at time zone 'Europe/London')`
const until = (day: string | undefined) =>
  sql`(${day ?? null}::date is null or at < (${day ?? null}::date + 1)::timestamp at time zone 'Europe/London')`

/** The movements of an account: whatever entered or left the customer's money. What is only held stays in it. */
const linesOf = (account: string) => sql`
  (select *, case credit when ${`cust:${account}`} then amount else -amount end as effect,
      case kind when 'capture' then 'postage' else kind end as called,
      to_char(at at time zone 'Europe/London', 'YYYY-MM-DD') as day
    from transfer where chain = ${`ledger:${account}`} and kind not in ('hold', 'release', 'payment_pending', 'payment_failed'))`

/** The balance after the last movement. */
const postedOf = (account: string) =>
  sql`(select sum(account.balance) from account where id in (${`cust:${account}`}, ${`held:${account}`}))`

type Row = Omit<StatementLine, 'at' | 'shipment_id' | 'tracking'> & {
  at: Date
  shipment_id: string | null
  tracking: string | null
}

/**
 * One page of an account's statement. The functions of this file run as the platform: the row policy would look up the
 * purchase of every movement they read.
 */
export const listStatement = (db: Db, query: StatementQuery, { direction, start, length }: Page): Promise<Row[]> =>
  asPlatform(async () => {
    const { account, dateFrom, dateTo } = query
    const order = sql.raw(direction)
    const { rows } = await sql<Omit<Row, 'balance'> & { seq: number }>`
      select line.id, line.seq, line.at, line.called as kind, line.effect as amount,
        purchase.id as shipment_id, purchase.carrier_no as tracking,
        coalesce(topup.reference, payment.reference, array_to_string(purchase."references", ', '), '')
          as reference
      from (select * from ${linesOf(account)} as every where ${since(dateFrom)} and ${until(dateTo)}
        order by seq ${order} offset ${start} limit ${length}) as line
      left join purchase on purchase.id = line.purchase_id
      left join topup on topup.transfer_id = line.id
      left join payment on payment.id = line.payment_id
      order by line.seq ${order}`.execute(db)
    const [first, last] = [rows[0], rows.at(-1)]
    if (!first || !last) return []
    const balances = await balancesOf(db, account, direction, [first.seq, last.seq])
    return rows.map(({ seq, ...row }) => ({ ...row, balance: balances.get(seq)! }))
  })

/**
 * The balance after each line between two. It never changes, so it may be read after them. It is computed from the end at
 * which the order begins: only lines on that side are added up.
 */
async function balancesOf(db: Db, account: string, direction: Page['direction'], ends: [number, number]) {
  const [first, last] = ends.toSorted((a, b) => a - b)
  const lines = linesOf(account)
  const opening =
    direction === 'asc'
      ? sql`coalesce((select sum(effect) from ${lines} as line where seq < ${first}::bigint), 0)`
      : sql`${postedOf(account)} - coalesce((select sum(effect) from ${lines} as line where seq >= ${first}::bigint), 0)`
  const { rows } = await sql<{ seq: number; balance: number }>`
    select seq, (${opening} + sum(effect) over (order by seq rows unbounded preceding))::bigint as balance
    from ${lines} as line where seq between ${first}::bigint and ${last}::bigint`.execute(db)
  return new Map(rows.map(({ seq, balance }) => [seq, balance]))
}

/** The number of rows of the statement. */
export const countStatement = (db: Db, { account, dateFrom, dateTo }: StatementQuery): Promise<number> =>
  asPlatform(async () => {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from ${linesOf(account)} as line where ${since(dateFrom)} and ${until(dateTo)}`.execute(
      db,
    )
    return rows[0]!.total
  })

/**
 * One page of an account's statement by day. The lines are added up by day and kind; a balance is that after all
 * movements up to and with the row.
 */
export const listStatementDays = (db: Db, query: StatementQuery, page: Page): Promise<StatementDay[]> =>
  asPlatform(async () => {
    const { account, dateFrom, dateTo } = query
    const direction = sql.raw(page.direction)
    const { rows } = await sql<StatementDay>`
      select day, kind, movements, amount, balance from (
        select day, called as kind, count(*) as movements, sum(effect)::bigint as amount, max(seq) as last,
          (${postedOf(account)} - coalesce(sum(sum(effect)) over (
            order by day desc, max(seq) desc rows between unbounded preceding and 1 preceding), 0))::bigint as balance
        from ${linesOf(account)} as line where ${since(dateFrom)} group by day, called) as summed
      where ${dateTo ?? null}::text is null or day <= ${dateTo ?? null}
      order by day ${direction}, last ${direction} offset ${page.start} limit ${page.length}`.execute(db)
    return rows
  })

/** The number of rows of the statement by day. */
export const countStatementDays = (db: Db, { account, dateFrom, dateTo }: StatementQuery): Promise<number> =>
  asPlatform(async () => {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from (
        select distinct day, called from ${linesOf(account)} as line
        where ${since(dateFrom)} and ${until(dateTo)}) as summed`.execute(db)
    return rows[0]!.total
  })
