import type { AuthUser } from '@postroom/contract/auth'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { findUserByUsername } from '../identity/user.store.ts'
import { issueTokens } from './issue-tokens.ts'
import { passwordMatches } from './password.ts'
import { newSecret } from '../../secret-token.ts'
import { deleteExpired, insertSession } from './session.store.ts'
import { slowGuessing } from './slow-guessing.ts'

/** However often it is renewed, a sign-in ends after twelve hours. */
const SESSION_S = 12 * 60 * 60

export interface Credentials {
  username: string
  password: string
  /** Where the attempt comes from. */
  address: string
}

/** An answer to a token call, with the value its XSRF cookie gets. */
export interface SignedIn {
  authUser: AuthUser
  xsrfToken: string
}

/** Starts a session. An unknown user and a wrong password are answered alike, in the same time. */
export async function signIn(context: Context, { username, password, address }: Credentials): Promise<SignedIn> {
  const { db } = context
  const user = await findUserByUsername(db, username)
  const matches = () => passwordMatches(user?.password_hash, password)
  if (!(await slowGuessing(context, { username, address }, matches)) || !user) throw new AppError('invalid_credentials')

  const now = context.now()
  await deleteExpired(db, user.id, now)
  return inTransaction(db, async (tx) => {
    const session = await insertSession(tx, {
      user_id: user.id,
      xsrf_token: newSecret(),
      renewed_at: now,
      ends_at: new Date(now.getTime() + SESSION_S * 1000),
    })
    return { authUser: await issueTokens(tx, session, user, now), xsrfToken: session.xsrf_token }
  })
}
