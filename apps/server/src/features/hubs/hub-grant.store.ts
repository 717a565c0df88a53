import type { Db } from '../../db/database.ts'
import { hashOf } from './hub-secret.ts'

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

/** @returns false when a grant was made with this nonce before: somebody repeats what the device once signed */
export async function insertGrant(
  db: Db,
  token: string,
  grant: Omit<HubGrant, 'isDevice'> & ({ session_id: string; nonce: null } | { session_id: null; nonce: string }),
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('hub_grant')
    .values({ ...grant, hash: hashOf(token) })
    .onConflict((same) => same.columns(['hub_id', 'nonce']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function deleteExpiredGrants(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('hub_grant').where('expires_at', '<', now).execute()
}
