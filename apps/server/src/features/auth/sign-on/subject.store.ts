import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../db/in-transaction.ts'
import type { User } from '../../identity/user.store.ts'
import type { StoredSignOn } from './sign-on.store.ts'

const usersOf = (db: Db, organisationId: string) =>
  db.selectFrom('app_user').selectAll().where('organisation_id', '=', organisationId).where('erased_at', 'is', null)

/** The user of the organisation with this subject at its identity provider. */
export const findBySubject = (
  db: Db,
  { organisation_id, issuer }: Pick<StoredSignOn, 'organisation_id' | 'issuer'>,
  subject: string,
): Promise<User | undefined> =>
  usersOf(db, organisation_id).where('issuer', '=', issuer).where('subject', '=', subject).executeTakeFirst()

/** Two of the users of the organisation with this mail address, disabled ones too. */
export const findByMail = (db: Db, organisationId: string, email: string): Promise<User[]> =>
  usersOf(db, organisationId)
    .where((row) => row.fn('lower', ['email']), '=', email.toLowerCase())
    .limit(2)
    .execute()

export const linkUser = (tx: Tx, id: string, at: { issuer: string; subject: string }): Promise<User> =>
  tx.updateTable('app_user').set(at).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/**
 * Ends the sessions that the identity provider opened: all of a subject, the one with the provider's id, or both.
 *
 * @returns how many
 */
export async function endSignedOnSessions(
  tx: Tx,
  { organisation_id, issuer }: Pick<StoredSignOn, 'organisation_id' | 'issuer'>,
  { sub, sid }: { sub?: string | undefined; sid?: string | undefined },
): Promise<number> {
  const ofUsers = usersOf(tx, organisation_id).where('issuer', '=', issuer).clearSelect().select('id')
  const users = sub === undefined ? ofUsers : ofUsers.where('subject', '=', sub)
  const sessions = tx.deleteFrom('session').where('by_sign_on', '=', true).where('user_id', 'in', users)
  const ended = await (sid === undefined ? sessions : sessions.where('issuer_sid', '=', sid)).executeTakeFirstOrThrow()
  return Number(ended.numDeletedRows)
}

/** Ends every session that sign-on opened in an organisation, except `keep`. */
export const endAllSignedOn = (tx: Tx, organisationId: string, keep: string): Promise<unknown> =>
  tx
    .deleteFrom('session')
    .where('by_sign_on', '=', true)
    .where('id', '!=', keep)
    .where('user_id', 'in', usersOf(tx, organisationId).clearSelect().select('id'))
    .execute()

/** Whether sign-on opened this session. */
export const isSignedOn = async (db: Db, sessionId: string): Promise<boolean> =>
  (await db.selectFrom('session').select('by_sign_on').where('id', '=', sessionId).executeTakeFirst())?.by_sign_on ??
  false

/** Remembers a report of the identity provider. @returns false when it was carried out before */
export async function keepReport(
  tx: Tx,
  report: { organisation_id: string; jti_hash: Buffer; expires_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sign_on_logout')
    .values(report)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
