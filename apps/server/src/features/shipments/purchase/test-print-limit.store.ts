import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../db/in-transaction.ts'

interface TestPrints {
  user_per_minute: number
  organisation_per_minute: number
  organisation_per_day: number
}

/** Counts the organisation's test prints, one transaction at a time: the lock lasts until the end of the transaction. */
export async function countTestPrints(tx: Tx, { id, organisation_id }: Actor): Promise<TestPrints> {
  // a separate statement, so that the next one sees what other transactions committed while this one waited
  await sql`select pg_advisory_xact_lock(hashtextextended(${`test prints of ${organisation_id}`}, 0))`.execute(tx)
  const { rows } = await testPrintsQuery(organisation_id, id).execute(tx)
  return rows[0]!
}

/** By the database clock, which dates purchases. */
export const testPrintsQuery = (organisation: string, user: string) => sql<TestPrints>`
  select count(*) filter (where created_at > statement_timestamp() - interval '1 minute' and created_by = ${user}) as user_per_minute,
    count(*) filter (where created_at > statement_timestamp() - interval '1 minute') as organisation_per_minute,
    count(*) as organisation_per_day
  from purchase where organisation_id = ${organisation} and is_test
    and created_at > statement_timestamp() - interval '1 day'`
