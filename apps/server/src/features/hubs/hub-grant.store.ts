import type { Db } from '../../db/database.ts'
import { hashOf } from '../../secret-token.ts'

/** What one client may do on one hub. `client` is the name others see it publish under. */
export interface HubGrant {
  hub_id: string
  client: string
  reads: string[]
  writes: string[]
  expires_at: Date
  /** The device manager itself, not a user of it. */
  isDevice: boolean
}

/** Grants end with their time, with the user's session, and with the hub. */
export async function findGrant(db: Db, token: string, now: Date): Promise<HubGrant | undefined> {
  const row = await db
    .selectFrom('hub_grant')
    .leftJoin('session', 'session.id', 'hub_grant.session_id')
    .where('hub_grant.hash', '=', hashOf(token))
    .where('hub_grant.expires_at', '>', now)
    .where((is) => is.or([is('hub_grant.session_id', 'is', null), is('session.ends_at', '>', now)]))
    .select(['hub_id', 'client', 'reads', 'writes', 'expires_at', 'session_id'])
    .executeTakeFirst()
  if (!row) return undefined
  const { session_id, ...grant } = row
  return { ...grant, isDevice: session_id === null }
}

type NewGrant = Omit<HubGrant, 'isDevice'> & { token: string }

/** Grants for a signed-in user, which end with his session. */
export async function insertUserGrants(db: Db, session_id: string, grants: readonly NewGrant[]): Promise<void> {
  if (grants.length === 0) return
  await db
    .insertInto('hub_grant')
    .values(grants.map(({ token, ...grant }) => ({ ...grant, session_id, nonce: null, hash: hashOf(token) })))
    .execute()
}

/** @returns false when a grant was made with this nonce before: somebody repeats what the device once signed */
export async function insertDeviceGrant(db: Db, nonce: string, { token, ...grant }: NewGrant): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('hub_grant')
    .values({ ...grant, session_id: null, nonce, hash: hashOf(token) })
    .onConflict((same) => same.columns(['hub_id', 'nonce']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function deleteExpiredGrants(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('hub_grant').where('expires_at', '<', now).execute()
}
