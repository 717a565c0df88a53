import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { asPlatform } from '../../db/tenant.ts'

/** What every count of guesses at one name begins with. */
export const guessesAt = (username: string): string => `sign-in as\n${username}\n`

/** How many attempts may be noted under one name within a time. */
export interface AttemptLimit {
  who: string
  max: number
}

/**
 * Notes an attempt under each name before its outcome is known, so that parallel guesses count. Forgets those up to `since`.
 *
 * @returns the notes, to take back; nothing, and nothing noted, when one name had its `max` attempts since `since` already
 */
export async function noteAttempt(
  db: Db,
  limits: readonly AttemptLimit[],
  { since, now }: { since: Date; now: Date },
): Promise<number[] | undefined> {
  const [names, maxima] = [limits.map(({ who }) => who), limits.map(({ max }) => max)]
  const { rows } = await sql<{ notes: string[] | null }>`
    select note_attempt(${names}::text[], ${maxima}::int[], ${since}, ${now}) as notes`.execute(db)
  return rows[0]?.notes?.map(Number)
}

export async function takeBackAttempt(db: Db, notes: number[]): Promise<void> {
  await asPlatform(() => db.deleteFrom('sign_in_failure').where('id', 'in', notes).execute())
}

export async function forgetAttempts(db: Db, who: string): Promise<void> {
  await asPlatform(() => db.deleteFrom('sign_in_failure').where('who', '=', who).execute())
}

/** Every count of guesses at the name of a user; before they get another name. */
export async function forgetGuessesAt(db: Db, userId: string): Promise<void> {
  await sql`select forget_guesses_at(${userId}::uuid)`.execute(db)
}
