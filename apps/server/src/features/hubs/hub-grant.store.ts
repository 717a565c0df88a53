import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction, type Tx } from '../../db/in-transaction.ts'
import { hashOf } from '../../secret-token.ts'

/** What one client may do on one hub. `client` is the name others see it publish under. */
export interface HubRights {
  hub_id: string
  client: string
  reads: string[]
  writes: string[]
}

export interface HubGrant extends HubRights {
  expires_at: Date
  /** The device manager itself, not a user of it. */
  isDevice: boolean
}

/** A grant ends with its time, the user's session, or the hub. */
const validGrants = (db: Db, now: Date) =>
  db
    .selectFrom('hub_grant')
    .leftJoin('session', 'session.id', 'hub_grant.session_id')
    .where('hub_grant.expires_at', '>', now)
    .where((is) => is.or([is('hub_grant.session_id', 'is', null), is('session.ends_at', '>', now)]))

/** The grant of a token. Nothing when it is unknown or has ended. */
export async function findGrant(db: Db, token: string, now: Date): Promise<HubGrant | undefined> {
  const row = await validGrants(db, now)
    .where('hub_grant.hash', '=', hashOf(token))
    .select(['hub_id', 'client', 'reads', 'writes', 'expires_at', 'session_id'])
    .executeTakeFirst()
  if (!row) return undefined
  const { session_id, ...grant } = row
  return { ...grant, isDevice: session_id === null }
}

/** Those of the tokens whose grant has not ended. */
export async function tokensInForce(db: Db, tokens: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  const byHash = new Map(tokens.map((token) => [hashOf(token).toString('hex'), token]))
  const hashes = [...byHash.keys()].map((hex) => Buffer.from(hex, 'hex'))
  const rows = await validGrants(db, now)
    .where('hub_grant.hash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
    .select('hash')
    .execute()
  return new Set(rows.map(({ hash }) => byHash.get(hash.toString('hex'))!))
}

type NewGrant = Omit<HubGrant, 'isDevice'> & { token: string }

/**
 * Grants for a signed-in user, which end with their session. A hub that was unpaired meanwhile gets none, nor does a session
 * that has ended.
 */
export const insertUserGrants = (db: Db, session_id: string, grants: readonly NewGrant[]): Promise<void> =>
  inTransaction(db, async (tx) => {
    const known = await there(
      tx,
      'hub',
      grants.map(({ hub_id }) => hub_id),
    )
    const rows = grants.filter(({ hub_id }) => known.has(hub_id))
    if (rows.length === 0 || !(await there(tx, 'session', [session_id])).has(session_id)) return
    await tx
      .insertInto('hub_grant')
      .values(rows.map(({ token, ...grant }) => ({ ...grant, session_id, nonce: null, hash: hashOf(token) })))
      .execute()
  })

/** Those that exist, locked until the transaction ends. */
async function there(tx: Tx, table: 'hub' | 'session', ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.selectFrom(table).select('id').where('id', 'in', ids).forKeyShare().execute()
  return new Set(rows.map(({ id }) => id))
}

/** @returns false when a grant was made with this nonce before: a signature is being replayed */
export async function insertDeviceGrant(db: Db, nonce: string, { token, ...grant }: NewGrant): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('hub_grant')
    .values({ ...grant, session_id: null, nonce, hash: hashOf(token) })
    .onConflict((same) => same.columns(['hub_id', 'nonce']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Ends grants for channels that this server no longer offers; their holders ask for new ones.
 * @param instance that of the channels it offers itself; undefined when PubNub carries all messages
 */
export function endOtherGrants(db: Db, instance: string | undefined): Promise<unknown> {
  const ours = instance === undefined ? '' : `%.${instance}.%`
  return db
    .deleteFrom('hub_grant')
    .where(sql<boolean>`reads[1] not like ${ours}`)
    .execute()
}
