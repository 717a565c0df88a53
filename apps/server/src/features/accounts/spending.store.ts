import type { Pence } from '@postroom/domain/money'
import { sql } from 'kysely'
import type { Tx } from '../../db/in-transaction.ts'

interface Spending {
  in_a_minute: number
  /** Pence. */
  today: Pence
  /** Until the next UK day begins. */
  seconds_left: number
}

/** What an account has spent in the last minute and today, including the purchases of this transaction. */
export async function spendingOf(tx: Tx, accountId: string): Promise<Spending> {
  const { rows } = await spendingQuery(accountId).execute(tx)
  return rows[0]!
}

/** By the database clock, which dates purchases. What the carrier rejected counts as never spent. */
export const spendingQuery = (accountId: string) => sql<Spending>`
  with time as (
    select statement_timestamp() - interval '1 minute' as minute_ago,
      date_trunc('day', statement_timestamp(), 'Europe/London') as midnight)
  select count(*) filter (where created_at > minute_ago) as in_a_minute,
    coalesce(sum(amount) filter (where created_at >= midnight and state not in ('REJECTED', 'CANCELLED')), 0)::bigint as today,
    ceil(extract(epoch from
      date_trunc('day', midnight + interval '36 hours', 'Europe/London') - statement_timestamp()))::int as seconds_left
  from time left join purchase on carrier_account_id = ${accountId} and not is_test
    and created_at >= least(midnight, minute_ago)
  group by midnight`
