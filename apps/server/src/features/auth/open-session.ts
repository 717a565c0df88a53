import type { AuthUser } from '@postroom/contract/auth'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { AppError } from '../../app-error.ts'
import { newSecret } from '../../secret-token.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { lockUnchanged, type User } from '../identity/user.store.ts'
import { issueTokens } from './issue-tokens.ts'
import { deleteExpired, insertSession, type Place } from './session.store.ts'

/** A session ends twelve hours after it was opened, however often it is renewed. */
const SESSION_S = 12 * 60 * 60

/** The answer to a token call, and the value of its XSRF cookie. */
export interface SignedIn {
  authUser: AuthUser
  xsrfToken: string
}

/**
 * Opens a session for a user who has proved who they are, by whatever means.
 *
 * @param user as read before the proof
 * @param signOn where the identity provider of the organisation proved it, with the provider's id of the session
 * @throws AppError invalid_credentials, when the user was disabled or the way they sign in changed since
 */
export async function openSession(
  context: Context,
  user: User,
  place: Place,
  signOn?: { issuer_sid: string | null },
): Promise<SignedIn> {
  const { db } = context
  const now = context.now()
  await deleteExpired(db, user.id, now)
  return inTransaction(db, async (tx) => {
    if (!(await lockUnchanged(tx, user))) throw new AppError('invalid_credentials')
    const session = await insertSession(tx, {
      ...place,
      ...(signOn && { by_sign_on: true, issuer_sid: signOn.issuer_sid }),
      user_id: user.id,
      xsrf_token: newSecret(),
      started_at: now,
      renewed_at: now,
      ends_at: new Date(now.getTime() + SESSION_S * 1000),
    })
    const event = signOn ? 'signed_on' : 'signed_in'
    await recordAudit(tx, { organisation_id: user.organisation_id, user_id: user.id, event })
    return { authUser: await issueTokens(tx, session, user, now), xsrfToken: session.xsrf_token }
  })
}
