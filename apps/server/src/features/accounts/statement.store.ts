import type { StatementDay, StatementLine } from '@postroom/contract/carrier-account'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

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

/**
 * The movements of an account with the balance after each: whatever entered or left the customer's money, held or not.
 */
const linesOf = ({ account, dateFrom, dateTo }: StatementQuery) => {
  const own = sql`(${`cust:${account}`}, ${`held:${account}`})`
  return sql`
    (select * from (
      select *, sum(effect) over (order by seq)::bigint as balance from (
        select *, amount * ((credit in ${own})::int - (debit in ${own})::int) as effect
        from transfer where chain = ${`ledger:${account}`}) as moved
      where effect <> 0) as line
    where (${dateFrom ?? null}::date is null or at >= ${dateFrom ?? null}::date::timestamp at time zone 'Europe/London')
      and (${dateTo ?? null}::date is null or at < (${dateTo ?? null}::date + 1)::timestamp at time zone 'Europe/London')
    ) as line`
}

type Row = Omit<StatementLine, 'at' | 'shipment_id' | 'tracking'> & {
  at: Date
  shipment_id: string | null
  tracking: string | null
}

/** One page of an account's statement. */
export async function listStatement(db: Db, query: StatementQuery, { direction, start, length }: Page): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select line.id, line.at, case line.kind when 'capture' then 'postage' else line.kind end as kind,
      line.effect as amount, line.balance, purchase.id as shipment_id, purchase.carrier_no as tracking,
      coalesce(topup.reference, array_to_string(purchase."references", ', '), '')
        as reference
    from ${linesOf(query)}
    left join purchase on purchase.id = line.purchase_id
    left join topup on topup.transfer_id = line.id
    order by line.seq ${sql.raw(direction)} offset ${start} limit ${length}`.execute(db)
  return rows
}

/** The number of rows of the statement. */
export async function countStatement(db: Db, query: StatementQuery): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${linesOf(query)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** The lines added up by day and kind; a balance is that after all movements up to and with the row. */
const daysOf = ({ account, dateFrom, dateTo }: StatementQuery) => sql`
  (select * from (
    select day, kind, count(*) as movements, sum(effect)::bigint as amount, max(seq) as last,
      sum(sum(effect)) over (order by day, max(seq))::bigint as balance
    from (select to_char(at at time zone 'Europe/London', 'YYYY-MM-DD') as day, seq, effect,
        case kind when 'capture' then 'postage' else kind end as kind
      from ${linesOf({ account, dateFrom: undefined, dateTo: undefined })}) as line
    group by day, kind) as summed
  where (${dateFrom ?? null}::text is null or day >= ${dateFrom ?? null})
    and (${dateTo ?? null}::text is null or day <= ${dateTo ?? null})) as summed`

/** One page of an account's statement by day. */
export async function listStatementDays(
  db: Db,
  query: StatementQuery,
  { direction, start, length }: Page,
): Promise<StatementDay[]> {
  const order = sql.raw(direction)
  const { rows } = await sql<StatementDay>`
    select day, kind, movements, amount, balance from ${daysOf(query)}
    order by day ${order}, last ${order} offset ${start} limit ${length}`.execute(db)
  return rows
}

/** The number of rows of the statement by day. */
export async function countStatementDays(db: Db, query: StatementQuery): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${daysOf(query)}`.execute(db)
  return rows[0]?.total ?? 0
}
