import { fieldError } from '@postroom/contract/field-errors'
import type { Context } from '../../context.ts'
import { AppError } from '../../app-error.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { getUser, type User } from '../identity/user.store.ts'
import { passwordMatches } from './password.ts'
import { throttleSignIn } from './throttle-sign-in.ts'

/** Checks the password of a signed-in user again, because a session may have been left open. Guesses are counted per session. */
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

/** The refusal of a current password that is wrong or was changed. */
export const wrongPassword = (): AppError =>
  new AppError('invalid_request', { fields: [fieldError('current_password', 'password_wrong')] })
