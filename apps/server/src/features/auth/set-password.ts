import { fieldError } from '@postroom/contract/field-errors'
import type { Tx } from '../../db/in-transaction.ts'
import { AppError } from '../../app-error.ts'
import { findColleague, changeAuthentication } from '../identity/user.store.ts'
import { deleteResetToken } from './password-reset.store.ts'
import { isEasyToGuess } from './password-rules.ts'
import { deleteSessions } from './session.store.ts'

/** A new password and its hash, which takes 10 ms and is computed before the transaction begins. */
export interface NewPassword {
  password: string
  password_hash: string
}

/**
 * Sets a user's password, ends their sessions except `keepSession`, and revokes their reset link.
 *
 * @throws AppError invalid_request, when the password is easy to guess
 */
export async function setPassword(
  tx: Tx,
  user: { id: string; organisation_id: string },
  { password, password_hash }: NewPassword,
  keepSession?: string,
): Promise<void> {
  const { username, fullname, email, organisation_name } = (await findColleague(tx, user.organisation_id, user.id))!
  if (await isEasyToGuess(password, [username, fullname, email, organisation_name]))
    throw new AppError('invalid_request', { fields: [fieldError('password', 'password_too_common')] })
  await changeAuthentication(tx, user.id, { password_hash })
  await deleteResetToken(tx, user.id)
  await deleteSessions(tx, user.id, keepSession)
}
