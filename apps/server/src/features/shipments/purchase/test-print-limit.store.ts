import { sql } from 'kysely'
import type { Tx } from '../../../db/in-transaction.ts'
import { AppError } from '../../../app-error.ts'
import type { Actor } from '../../../access/actor.ts'

/** A test print takes a person three seconds at least, and a batch has 300 rows. */
const LIMITS = [
  { limit: 'user_per_minute', max: 30, retry_s: 60 },
  { limit: 'organisation_per_minute', max: 60, retry_s: 60 },
  { limit: 'organisation_per_day', max: 600, retry_s: 3600 },
] as const

/**
 * Refuses a test print that would be one too many. To be asked after it was written, so that of many at once exactly as
 * many pass as may.
 *
 * @throws AppError test_print_limit, with when to try again
 */
export async function refuseTestFlood(tx: Tx, { id, organisation_id }: Actor): Promise<void> {
  // a statement of its own: what others wrote before they let go is seen by the next
  await sql`select pg_advisory_xact_lock(hashtextextended(${`test prints of ${organisation_id}`}, 0))`.execute(tx)
  const { rows } = await testPrintsQuery(organisation_id, id).execute(tx)
  for (const { limit, max, retry_s } of LIMITS)
    if (rows[0]![limit] > max) throw new AppError('test_print_limit', { details: { max }, retryAfterS: retry_s })
}

/** By the clock of the database, as all times of purchases are. */
export const testPrintsQuery = (organisation: string, user: string) => sql<
  Record<(typeof LIMITS)[number]['limit'], number>
>`
  select count(*) filter (where created_at > statement_timestamp() - interval '1 minute' and created_by = ${user}) as user_per_minute,
    count(*) filter (where created_at > statement_timestamp() - interval '1 minute') as organisation_per_minute,
    count(*) as organisation_per_day
  from purchase where organisation_id = ${organisation} and is_test
    and created_at > statement_timestamp() - interval '1 day'`
