import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'

/**
 * Notes an attempt before its outcome is known, so that parallel guesses count; a success takes all of them back. One at
 * a time for the same `who`: guesses at once could each overlook the others.
 *
 * @returns false, and notes nothing, when there were `max` attempts since `since` already
 */
export const noteAttempt = (db: Db, who: string, limit: { since: Date; now: Date; max: number }): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${who}, 0))`.execute(tx)
    const earlier = await tx
      .selectFrom('sign_in_failure')
      .where('who', '=', who)
      .where('failed_at', '>', limit.since)
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (earlier.count >= limit.max) return false
    await tx.insertInto('sign_in_failure').values({ who, failed_at: limit.now }).execute()
    return true
  })

export async function forgetAttempts(db: Db, who: string): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('who', '=', who).execute()
}

export async function forgetAttemptsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('failed_at', '<=', before).execute()
}
