import type { Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { HubTables } from '../../db/tables/hubs.ts'

export type Pairing = Selectable<HubTables['pairing']>

export async function insertPairing(tx: Tx, pairing: Omit<Pairing, 'id'>): Promise<string> {
  const { id } = await tx.insertInto('pairing').values(pairing).returning('id').executeTakeFirstOrThrow()
  return id
}

/** The device that shows this code now, locked: a code pairs one device. */
export const lockPairing = (tx: Tx, codeHash: Buffer, now: Date): Promise<Pairing | undefined> =>
  tx
    .selectFrom('pairing')
    .selectAll()
    .where('code_hash', '=', codeHash)
    .where('hub_id', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()

export const completePairing = (tx: Tx, id: string, hubId: string): Promise<unknown> =>
  tx.updateTable('pairing').set({ hub_id: hubId }).where('id', '=', id).execute()

export const findPairing = (db: Db, id: string, pollTokenHash: Buffer): Promise<Pairing | undefined> =>
  db
    .selectFrom('pairing')
    .selectAll()
    .where('id', '=', id)
    .where('poll_token_hash', '=', pollTokenHash)
    .executeTakeFirst()
