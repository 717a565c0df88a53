import type { Db } from '../../db/database.ts'

/** Notes an attempt before its outcome is known, so that parallel guesses count; a success takes it back. */
export async function noteAttempt(db: Db, who: string, now: Date): Promise<number> {
  const row = await db
    .insertInto('sign_in_failure')
    .values({ who, failed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** How many attempts came before this one since `since`. */
export async function countEarlierAttempts(db: Db, who: string, attempt: number, since: Date): Promise<number> {
  const row = await db
    .selectFrom('sign_in_failure')
    .where('who', '=', who)
    .where('id', '<', attempt)
    .where('failed_at', '>', since)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

export async function takeBackAttempt(db: Db, attempt: number): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('id', '=', attempt).execute()
}

export async function forgetAttempts(db: Db, who: string): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('who', '=', who).execute()
}

export async function forgetAttemptsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('failed_at', '<=', before).execute()
}
