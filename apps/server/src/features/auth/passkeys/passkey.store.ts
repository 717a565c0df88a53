import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../db/in-transaction.ts'
import type { PasskeyTables } from '../../../db/tables/people/passkeys.ts'

export type StoredPasskey = Selectable<PasskeyTables['passkey']>

/** The passkeys of a user, oldest first. */
export const findPasskeys = (db: Db, userId: string): Promise<StoredPasskey[]> =>
  db.selectFrom('passkey').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()

/** The passkey with an authenticator's id for it, of any user. */
export const findByCredential = (db: Db, credentialId: Buffer): Promise<StoredPasskey | undefined> =>
  db.selectFrom('passkey').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()

/** @returns nothing when somebody has this passkey already */
export const insertPasskey = (
  tx: Tx,
  passkey: Insertable<PasskeyTables['passkey']>,
): Promise<StoredPasskey | undefined> =>
  tx
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst()

/**
 * Records a signature. Authenticators that count their signatures count up; others always report 0.
 *
 * @returns false when the counter did not rise: there may be a copy of the passkey
 */
export async function recordUse(
  db: Db,
  id: string,
  use: { counter: number; synced: boolean; last_used_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set(use)
    .where('id', '=', id)
    .where((row) =>
      row.or([row('counter', '<', use.counter), row(row.val(use.counter), '=', 0).and('counter', '=', 0)]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export const renamePasskey = (
  tx: Tx,
  { id, user_id }: Pick<StoredPasskey, 'id' | 'user_id'>,
  name: string,
): Promise<StoredPasskey | undefined> =>
  tx
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returningAll()
    .executeTakeFirst()

/** @returns false when the user has no such passkey */
export async function deletePasskey(tx: Tx, { id, user_id }: Pick<StoredPasskey, 'id' | 'user_id'>): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
