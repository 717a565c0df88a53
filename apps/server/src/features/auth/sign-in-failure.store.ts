import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'

/** What every count of guesses at one name begins with. */
export const guessesAt = (username: string): string => `sign-in as\n${username}\n`

/** How many attempts may be noted under one name within a time. */
export interface AttemptLimit {
  who: string
  max: number
}

/**
 * Notes an attempt under each name before its outcome is known, so that parallel guesses count. One at a time for the same
 * `who`: guesses at once could each overlook the others.
 *
 * @returns the notes, to take back; nothing, and nothing noted, when one name had its `max` attempts since `since` already
 */
export const noteAttempt = (
  db: Db,
  limits: readonly AttemptLimit[],
  { since, now }: { since: Date; now: Date },
): Promise<number[] | undefined> =>
  inTransaction(db, async (tx) => {
    const names = limits.map(({ who }) => who).toSorted() // in one order, or two attempts could wait for each other
    await sql`select pg_advisory_xact_lock(hashtextextended(who, 0)) from unnest(${names}::text[]) as who`.execute(tx)
    const earlier = await tx
      .selectFrom('sign_in_failure')
      .where('who', 'in', names)
      .where('failed_at', '>', since)
      .groupBy('who')
      .select(['who', (row) => row.fn.countAll<number>().as('count')])
      .execute()
    const countOf = new Map(earlier.map(({ who, count }) => [who, count]))
    if (limits.some(({ who, max }) => (countOf.get(who) ?? 0) >= max)) return undefined
    const notes = await tx
      .insertInto('sign_in_failure')
      .values(limits.map(({ who }) => ({ who, failed_at: now })))
      .returning('id')
      .execute()
    return notes.map(({ id }) => id)
  })

export async function takeBackAttempt(db: Db, notes: number[]): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('id', 'in', notes).execute()
}

export async function forgetAttempts(db: Db, who: string): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('who', '=', who).execute()
}

export async function forgetAttemptsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('failed_at', '<=', before).execute()
}
