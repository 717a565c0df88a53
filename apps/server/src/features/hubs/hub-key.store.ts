import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { asPlatform } from '../../db/tenant.ts'

export interface HubKey {
  id: string
  /** Ed25519: PKCS 8 in DER, and raw. */
  private_key: Buffer
  public_key: Buffer
}

/** The key that device managers trust, the same in every server process. The first call makes it. */
export const hubKey = (db: Db): Promise<HubKey> =>
  asPlatform(async () => (await currentKey(db).executeTakeFirst()) ?? makeKey(db))

const currentKey = (db: Db) => db.selectFrom('hub_key').select(['id', 'private_key', 'public_key'])

/** When two processes make one at once, both use the first. */
async function makeKey(db: Db): Promise<HubKey> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const private_key = privateKey.export({ type: 'pkcs8', format: 'der' })
  const public_key = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')
  await db
    .insertInto('hub_key')
    .values({ private_key, public_key })
    .onConflict((other) => other.doNothing())
    .execute()
  return currentKey(db).executeTakeFirstOrThrow()
}

/** Deletes the key and closes the connection of every device manager; each reconnects and gets the next key. */
export const renewHubKey = (db: Db): Promise<void> =>
  inTransaction(db, async (tx) => {
    await tx.deleteFrom('hub_key').execute()
    await tx.deleteFrom('hub_grant').where('session_id', 'is', null).execute()
    await sql`select pg_notify('hub_revoked', id::text) from hub`.execute(tx)
  })
