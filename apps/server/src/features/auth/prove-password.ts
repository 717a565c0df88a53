import { fieldError } from '@postroom/contract/field-errors'
import type { Context } from '../../context.ts'
import { AppError } from '../../app-error.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { getUser, type User } from '../identity/user.store.ts'
import { passwordMatches } from './password.ts'
import { throttleSignIn } from './slow-guessing.ts'

/** Asks signed-in users for their password again: a session may have been left open. Each session has its own guesses. */
export async function provePassword(
  context: Context,
  {
    id,
    session_id,
    password,
    address,
  }: Pick<SignedInUser, 'id' | 'session_id'> & { password: string; address: string },
): Promise<User> {
  const user = await getUser(context.db, id)
  const attempt = async () => ((await passwordMatches(user.password_hash, password)) ? 'right' : 'wrong')
  if (
    (await throttleSignIn(context, { username: user.username, address, known: `session ${session_id}` }, attempt)) ===
    'right'
  )
    return user
  throw wrongPassword()
}

/** The refusal of a present password that is not, or not any more, the user's. */
export const wrongPassword = (): AppError =>
  new AppError('invalid_request', { fields: [fieldError('current_password', 'password_wrong')] })
