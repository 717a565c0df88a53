import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { asPlatform } from '../../db/tenant.ts'

/** The prefix of every count of guesses at a username. */
export const guessesAt = (username: string): string => `sign-in as\n${username}\n`

/** How many attempts may be counted under one name within a time window. */
export interface AttemptLimit {
  who: string
  max: number
}

/**
 * Counts an attempt under each name before its outcome is known, so that parallel guesses count. Deletes those up to `since`.
 *
 * @returns ids to take the attempt back; nothing, and nothing counted, when a name already had its `max` attempts since `since`
 */
export async function recordAttempt(
  db: Db,
  limits: readonly AttemptLimit[],
  { since, now }: { since: Date; now: Date },
): Promise<number[] | undefined> {
  const [names, maxima] = [limits.map(({ who }) => who), limits.map(({ max }) => max)]
  const { rows } = await sql<{ notes: string[] | null }>`
    select record_attempt(${names}::text[], ${maxima}::int[], ${since}, ${now}) as notes`.execute(db)
  return rows[0]?.notes?.map(Number)
}

export async function deleteAttempt(db: Db, notes: number[]): Promise<void> {
  await asPlatform(() => db.deleteFrom('sign_in_failure').where('id', 'in', notes).execute())
}

export async function clearAttempts(db: Db, who: string): Promise<void> {
  await asPlatform(() => db.deleteFrom('sign_in_failure').where('who', '=', who).execute())
}

/** Deletes every count of guesses at a user's name. Call it before the name changes. */
export async function clearGuessesAt(db: Db, userId: string): Promise<void> {
  await sql`select clear_guesses_at(${userId}::uuid)`.execute(db)
}
