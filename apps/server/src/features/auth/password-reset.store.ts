import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { hashOf } from '../../secret-token.ts'
import type { User } from '../identity/user.store.ts'

/** Nobody needs more users than this at one e-mail address, and each is sent a mail. */
const LOGIN_MEANS_MAX = 5

/** Notes that somebody forgot the password of `login`, a username or e-mail address that may not exist. */
export async function insertResetRequest(db: Db, login: string, now: Date): Promise<void> {
  await db.insertInto('reset_request').values({ login, asked_at: now }).execute()
}

/**
 * Takes all open requests; each is given to one caller only, over all server processes.
 *
 * @returns whom each may mean: the user of that name before those of that e-mail address. Who was invited has no password
 *   to forget, and keeps his invitation
 */
export async function takeResetRequests(db: Db): Promise<User[]> {
  const { rows } = await sql<User>`
    with taken as (delete from reset_request returning login)
    select meant.* from taken cross join lateral (
      select * from app_user
      where (username = login or lower(email) = lower(login)) and disabled_at is null and password_hash is not null
      order by (username = login) desc, username
      limit ${LOGIN_MEANS_MAX}
    ) as meant`.execute(db)
  return rows
}

/** Lets the holder of `token` set a new password until `expires_at`; an earlier token of this user is dead. */
export async function putResetToken(
  db: Db,
  reset: { user_id: string; token: string; expires_at: Date },
): Promise<void> {
  const { user_id, expires_at } = reset
  const token_hash = hashOf(reset.token)
  await db
    .insertInto('password_reset')
    .values({ user_id, token_hash, expires_at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ token_hash, expires_at }))
    .execute()
}

/** Uses a token up. @returns whose password may be set, unless it was used, has run out or never was */
export async function takeResetToken(tx: Db, token: string, now: Date): Promise<string | undefined> {
  const taken = await tx
    .deleteFrom('password_reset')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  return taken?.user_id
}

/** What the mails to one user are counted under. */
export const resetsOf = (userId: string): string => `reset of\n${userId}`

/** A link mailed to an old address, or for an old password, opens nothing; the mails do not count any more either. */
export async function deleteResetToken(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('password_reset').where('user_id', '=', userId).execute()
  await sql`select forget_resets_of(${userId}::uuid)`.execute(tx)
}
