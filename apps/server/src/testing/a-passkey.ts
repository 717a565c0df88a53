import { randomBytes } from 'node:crypto'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { insertPasskey } from '../features/auth/passkeys/passkey.store.ts'

/** A passkey of a user that no authenticator has. @returns its id */
export async function aPasskey({ db, now }: Context, user_id: string): Promise<string> {
  const key = { credential_id: randomBytes(16), public_key: randomBytes(77), counter: 0, synced: false }
  const facts = { ...key, user_id, name: 'Key', created_at: now() }
  return (await inTransaction(db, (tx) => insertPasskey(tx, facts)))!.id
}
