import type { Pence } from '@postroom/domain/money'
import { sql } from 'kysely'
import type { Tx } from '../../db/in-transaction.ts'
import { AppError } from '../../app-error.ts'
import type { CarrierAccount } from './account.store.ts'

interface Spending {
  in_a_minute: number
  /** Pence. */
  today: Pence
  /** Until the next day begins in the United Kingdom. */
  seconds_left: number
}

/**
 * Refuses a purchase that would be more than its account may spend in a minute or on a day. To be asked after the purchase
 * was written and its money held: who holds the account's row sees every purchase before his own, so that of many at once
 * exactly as many pass as may.
 *
 * @throws AppError spending_limit, with when to try again
 */
export async function refuseOverspending(tx: Tx, account: CarrierAccount): Promise<void> {
  const { purchases_per_minute, pence_per_day } = account
  if (purchases_per_minute === null && pence_per_day === null) return
  const spent = await spendingOf(tx, account.id)
  if (purchases_per_minute !== null && spent.in_a_minute > purchases_per_minute)
    throw limited({ purchases_per_minute }, 60)
  if (pence_per_day !== null && spent.today > pence_per_day) throw limited({ pence_per_day }, spent.seconds_left)
}

const limited = (details: Record<string, number>, seconds: number): AppError =>
  new AppError('spending_limit', { details, retryAfterS: seconds })

async function spendingOf(tx: Tx, accountId: string): Promise<Spending> {
  const { rows } = await spendingQuery(accountId).execute(tx)
  return rows[0]!
}

/** By the clock of the database, as all times of purchases are. What the carrier refused was never spent. */
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
