import { fieldError } from '@postroom/contract/field-errors'
import type { Db } from '../../db/database.ts'
import { AppError } from '../../app-error.ts'
import { findColleague, updateUser } from '../identity/user.store.ts'
import { deleteResetToken } from './password-reset.store.ts'
import { isEasyToGuess } from './password-rules.ts'
import { deleteSessions } from './session.store.ts'

/** The password a user is to have, and its hash: made before a transaction begins, since it takes its time. */
export interface NewPassword {
  password: string
  password_hash: string
}

/**
 * Gives a user a new password and ends his sessions, but the one he may keep; a reset link on its way is dead.
 *
 * @throws AppError invalid_request, when the password is easy to guess
 */
export async function setPassword(
  tx: Db,
  user: { id: string; organisation_id: string },
  { password, password_hash }: NewPassword,
  keepSession?: string,
): Promise<void> {
  const colleague = await findColleague(tx, user.organisation_id, user.id)
  const { username = '', fullname = '', email = '', organisation_name = '' } = colleague ?? {}
  if (await isEasyToGuess(password, [username, fullname, email, organisation_name]))
    throw new AppError('invalid_request', { fields: [fieldError('password', 'password_too_common')] })
  await updateUser(tx, user.id, { password_hash })
  await deleteResetToken(tx, user.id)
  await deleteSessions(tx, user.id, keepSession)
}
