import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { asPlatform } from '../../db/tenant.ts'

/** The prefix of every count of guesses at a username. */
export const guessesAt = (username: string): string => `sign-in as\n${username}\n`

/** The most attempts that one counter, such as a username with a network, may have within a time window. */
export interface AttemptLimit {
  counter: string
  max: number
}

/**
 * Counts an attempt in each counter before its outcome is known, so that parallel guesses count. Deletes those up to `since`.
 *
 * @returns ids to take the attempt back; nothing, and nothing counted, when a counter already had its `max` attempts since `since`
 */
export async function recordAttempt(
  db: Db,
  limits: readonly AttemptLimit[],
  { since, now }: { since: Date; now: Date },
): Promise<number[] | undefined> {
  const [names, maxima] = [limits.map(({ counter }) => counter), limits.map(({ max }) => max)]
  const { rows } = await sql<{ notes: string[] | null }>`
    select record_attempt(${names}::text[], ${maxima}::int[], ${since}, ${now}) as notes`.execute(db)
  return rows[0]?.notes?.map(Number)
}

export const deleteAttempt = (db: Db, notes: number[]): Promise<unknown> =>
  asPlatform(() => db.deleteFrom('sign_in_failure').where('id', 'in', notes).execute())

export const clearAttempts = (db: Db, counters: readonly string[]): Promise<unknown> =>
  asPlatform(() => db.deleteFrom('sign_in_failure').where('counter', 'in', counters).execute())

/** Deletes every count of guesses at a user's name. Call it before the name changes. */
export const clearGuessesAt = (db: Db, userId: string): Promise<unknown> =>
  sql`select clear_guesses_at(${userId}::uuid)`.execute(db)
