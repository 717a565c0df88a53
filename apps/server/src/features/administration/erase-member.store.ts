import type { Tx } from '../../db/in-transaction.ts'
import { deleteNoticesOf } from '../../notices/outbox.store.ts'
import { clearGuessesAt } from '../auth/sign-in-failure.store.ts'
import type { User } from '../identity/user.store.ts'

/** The tables whose rows go with their user. */
const OF_USER = [
  'session',
  'password_reset',
  'two_factor',
  'passkey',
  'passkey_challenge',
  'user_data',
  'draft',
  'provisioned_user',
] as const

/**
 * Erases what identifies a user; a row without a name stays for their purchases. Deletes their sessions, permissions,
 * Private addresses and data, and their notes on shipments.
 */
export async function eraseUser(tx: Tx, { id, organisation_id }: User, now: Date): Promise<void> {
  const nobody = {
    username: `erased-${id}`,
    fullname: 'Erased',
    email: '',
    password_hash: null,
    permissions: [],
    roles: [],
    issuer: null,
    subject: null,
  }
  await clearGuessesAt(tx, id)
  await deleteNoticesOf(tx, id)
  await tx
    .updateTable('app_user')
    .set((row) => ({ ...nobody, auth_version: row('auth_version', '+', 1), disabled_at: now, erased_at: now }))
    .where('id', '=', id)
    .execute()
  for (const table of OF_USER) await tx.deleteFrom(table).where('user_id', '=', id).execute()
  await tx
    .deleteFrom('address')
    .where('organisation_id', '=', organisation_id)
    .where('owner_id', '=', id)
    .where('visibility', '=', 'Private')
    .execute()
  await tx.updateTable('void_request').set({ cancellation_reason: '' }).where('asked_by', '=', id).execute()
  await tx.updateTable('purchase').set({ notes: '' }).where('created_by', '=', id).where('notes', '<>', '').execute()
}
