import { fieldError } from '@postroom/contract/field-errors'
import type { Context } from '../../context.ts'
import { AppError } from '../../http/app-error.ts'
import { getUser, type User } from '../identity/user.store.ts'
import { passwordMatches } from './password.ts'
import { slowGuessing } from './slow-guessing.ts'

/** Asks a signed-in user for his password again: a session may have been left open. Guesses count as those at the sign-in. */
export async function provePassword(
  context: Context,
  { id, password, address }: { id: string; password: string; address: string },
): Promise<User> {
  const user = await getUser(context.db, id)
  const attempt = async () => ((await passwordMatches(user.password_hash, password)) ? 'right' : 'wrong')
  if ((await slowGuessing(context, { username: user.username, address }, attempt)) === 'right') return user
  throw wrongPassword()
}

/** The refusal of a present password that is not, or not any more, the user's. */
export const wrongPassword = (): AppError =>
  new AppError('invalid_request', { fields: [fieldError('current_password', 'password_wrong')] })
