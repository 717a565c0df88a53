import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { hashOf } from '../../secret-token.ts'
import type { User } from '../identity/user.store.ts'

/** One request mails at most this many users who share an e-mail address. */
const LOGIN_MEANS_MAX = 5

/** Stores a request to reset the password of `login`, a username or e-mail address that may not exist. */
export const insertResetRequest = (db: Db, login: string, now: Date): Promise<unknown> =>
  db.insertInto('reset_request').values({ login, asked_at: now }).execute()

/**
 * Takes all open requests; each goes to one server process only.
 *
 * @returns the users each may mean: the one with that username first, then those with that e-mail address. Invited users
 *   have no password to forget and keep their invitation
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

/** Stores a token that sets a new password until `expires_at`; it replaces the user's earlier token. */
export function putResetToken(db: Db, reset: { user_id: string; token: string; expires_at: Date }): Promise<unknown> {
  const { user_id, expires_at } = reset
  const token_hash = hashOf(reset.token)
  return db
    .insertInto('password_reset')
    .values({ user_id, token_hash, expires_at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ token_hash, expires_at }))
    .execute()
}

/** Consumes a token. @returns the user whose password it sets; nothing when it was used, has expired or never existed */
export async function takeResetToken(tx: Db, token: string, now: Date): Promise<string | undefined> {
  const taken = await tx
    .deleteFrom('password_reset')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  return taken?.user_id
}

/** The name under which reset mails to a user are counted. */
export const resetsOf = (userId: string): string => `reset of\n${userId}`

/** Revokes the user's reset link and clears their count of mails, because their address or password changed. */
export async function deleteResetToken(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('password_reset').where('user_id', '=', userId).execute()
  await sql`select clear_resets_of(${userId}::uuid)`.execute(tx)
}
