import type { Pence } from '@postroom/domain/money'
import { sql } from 'kysely'
import type { Tx } from '../../../db/in-transaction.ts'

/**
 * What was bought with a key today in UK time, the purchase of this transaction included, and the seconds until tomorrow. Locks the
 * sum until the transaction ends: of simultaneous purchases, from whichever accounts, each counts those before it.
 */
export async function lockKeySpending(tx: Tx, keyId: string): Promise<{ today: Pence; seconds_left: number }> {
  await sql`select pg_advisory_xact_lock(770040, hashtext(${keyId}))`.execute(tx)
  const { rows } = await sql<{ today: Pence; seconds_left: number }>`
    with day as (select date_trunc('day', statement_timestamp(), 'Europe/London') as begins)
    select coalesce(sum(amount), 0)::bigint as today,
      ceil(extract(epoch from
        date_trunc('day', begins + interval '36 hours', 'Europe/London') - statement_timestamp()))::int as seconds_left
    from day left join purchase on api_key_id = ${keyId} and not is_test and created_at >= begins
      and state not in ('REJECTED', 'CANCELLED')
    group by begins`.execute(tx)
  return rows[0]!
}
