import type { Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import { pageOf, type Page } from '../../db/page.ts'
import type { IdentityTables } from '../../db/tables/people/identity.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { hashOf } from '../../secret-token.ts'

/** One sign-in; all tokens renewed from it belong to it. */
export interface Session {
  id: string
  user_id: string
  xsrf_token: string
  generation: number
  renewed_at: Date
  ends_at: Date
  /** What the latest renewal answered, sealed under the refresh token that was renewed. */
  successor: string | null
}

/** The user of an access token that has not expired, unless they are disabled. */
export async function findSession(
  db: Db,
  accessToken: string,
  now: Date,
): Promise<{ user: Omit<SignedInUser, 'needs'>; xsrf_token: string } | undefined> {
  const row = await db
    .selectFrom('session_token as token')
    .innerJoin('session', 'session.id', 'token.session_id')
    .innerJoin('app_user as user', 'user.id', 'session.user_id')
    .where('token.hash', '=', hashOf(accessToken))
    .where('token.kind', '=', 'access')
    .where('token.expires_at', '>', now)
    .where('user.disabled_at', 'is', null)
    .select(['user.id', 'user.organisation_id', 'user.plan', 'user.permissions'])
    .select(['session.id as session_id', 'session.xsrf_token'])
    .executeTakeFirst()
  if (!row) return undefined
  const { xsrf_token, ...user } = row
  return { user, xsrf_token }
}

/** The session of a refresh token, locked so that renewals come one after the other. `token_generation` is the token's. */
export const lockSessionToRenew = (
  tx: Db,
  refreshToken: string,
): Promise<(Session & { token_generation: number }) | undefined> =>
  tx
    .selectFrom('session_token as token')
    .innerJoin('session', 'session.id', 'token.session_id')
    .where('token.hash', '=', hashOf(refreshToken))
    .where('token.kind', '=', 'refresh')
    .selectAll('session')
    .select('token.generation as token_generation')
    .forUpdate('session')
    .executeTakeFirst()

/** The origin of a sign-in, as far as the request reveals it. */
export interface Place {
  user_agent: string
  address: string
}

export const insertSession = (
  tx: Db,
  session: Omit<Session, 'id' | 'generation' | 'successor'> &
    Place & { started_at: Date; by_sign_on?: boolean; issuer_sid?: string | null },
): Promise<Session> => tx.insertInto('session').values(session).returningAll().executeTakeFirstOrThrow()

export async function startGeneration(
  tx: Db,
  sessionId: string,
  next: Pick<Session, 'generation' | 'renewed_at' | 'successor'>,
): Promise<void> {
  await tx.updateTable('session').set(next).where('id', '=', sessionId).execute()
}

export async function insertToken(
  tx: Db,
  token: { secret: string; kind: 'access' | 'refresh'; session_id: string; generation: number; expires_at: Date },
): Promise<void> {
  const { secret, ...row } = token
  await tx
    .insertInto('session_token')
    .values({ ...row, hash: hashOf(secret) })
    .execute()
}

/** Ends a session and revokes its tokens. */
export const deleteSession = (db: Db, sessionId: string): Promise<unknown> =>
  db.deleteFrom('session').where('id', '=', sessionId).execute()

/** One page of a user's current sessions, and their total. */
export function listSessions(
  db: Db,
  userId: string,
  query: Page & { orderBy: 'started_at' | 'renewed_at'; direction: 'asc' | 'desc'; now: Date },
): Promise<{ rows: Selectable<IdentityTables['session']>[]; total: number }> {
  const found = db.selectFrom('session').where('user_id', '=', userId).where('ends_at', '>', query.now)
  return pageOf(found, found.selectAll().orderBy(query.orderBy, query.direction).orderBy('id'), query)
}

/** Ends one session of this user. @returns false when they have no such session */
export async function deleteSessionOf(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Ends every session of a user except `keep`. @returns the ids of those that were ended */
export async function deleteSessions(tx: Db, userId: string, keep?: string): Promise<string[]> {
  const all = tx.deleteFrom('session').where('user_id', '=', userId).returning('id')
  const ended = await (keep === undefined ? all : all.where('id', '!=', keep)).execute()
  return ended.map(({ id }) => id)
}

/** Deletes a user's ended sessions, and the expired tokens of their other sessions. */
export async function deleteExpired(db: Db, userId: string, now: Date): Promise<void> {
  await db.deleteFrom('session').where('user_id', '=', userId).where('ends_at', '<=', now).execute()
  await db
    .deleteFrom('session_token')
    .where('session_id', 'in', (sessions) => sessions.selectFrom('session').select('id').where('user_id', '=', userId))
    .where('expires_at', '<=', now)
    .execute()
}
