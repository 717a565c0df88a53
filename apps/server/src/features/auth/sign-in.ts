import type { AuthUser } from '@postroom/contract/auth'
import { foldUsername } from '@postroom/contract/username'
import type { Log } from '../../log.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { AppError } from '../../app-error.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { findUserByUsername, lockUnchanged, type User } from '../identity/user.store.ts'
import { inBackground } from './in-background.ts'
import { issueTokens } from './issue-tokens.ts'
import { passwordMatches } from './password.ts'
import { newSecret } from '../../secret-token.ts'
import { checkCode, type CheckedCode } from './two-factor.ts'
import { deleteExpired, insertSession, type Place } from './session.store.ts'
import { throttleSignIn, type Outcome } from './slow-guessing.ts'

/** However often it is renewed, a sign-in ends after twelve hours. */
const SESSION_S = 12 * 60 * 60

export interface Credentials {
  username: string
  password: string
  otp?: string | undefined
}

/** An answer to a token call, with the value its XSRF cookie gets. */
export interface SignedIn {
  authUser: AuthUser
  xsrfToken: string
}

/**
 * Starts a session. An unknown user and a wrong password are answered alike, in the same time.
 *
 * @param from where the sign-in is made; `knownAs` names the browser if this user signed in with it before
 */
export async function signIn(
  context: Context,
  { username: typed, password, otp }: Credentials,
  from: { place: Place; knownAs: (userId: string) => string | undefined },
  log: Log,
): Promise<SignedIn> {
  const { db } = context
  const { place, knownAs } = from
  const username = foldUsername(typed)
  const user = await findUserByUsername(db, username)
  const attempt = async (): Promise<Outcome> => {
    const matches = await passwordMatches(user?.password_hash, password)
    if (matches && user) return passCode(await checkCode(context, user, otp, log))
    // not waited for, or the time would tell that there is such a user
    if (user) inBackground(log, recordAudit(db, { ...auditOf(user), event: 'sign_in_failed' }))
    return 'wrong'
  }
  const guesser = { username, address: place.address, known: user && knownAs(user.id) }
  const outcome = await throttleSignIn(context, guesser, attempt)
  if (outcome === 'unfinished') throw new AppError('mfa_required')
  if (outcome === 'wrong' || !user) throw new AppError('invalid_credentials')

  const now = context.now()
  await deleteExpired(db, user.id, now)
  return inTransaction(db, async (tx) => {
    if (!(await lockUnchanged(tx, user))) throw new AppError('invalid_credentials')
    const session = await insertSession(tx, {
      ...place,
      user_id: user.id,
      xsrf_token: newSecret(),
      started_at: now,
      renewed_at: now,
      ends_at: new Date(now.getTime() + SESSION_S * 1000),
    })
    await recordAudit(tx, { ...auditOf(user), event: 'signed_in' })
    return { authUser: await issueTokens(tx, session, user, now), xsrfToken: session.xsrf_token }
  })
}

/** What a code means for the attempt. @throws AppError that names what is wrong with it; the attempt then stays counted */
function passCode(checked: CheckedCode): Outcome {
  if (checked === 'right') return 'right'
  if (checked === 'missing') return 'unfinished'
  throw new AppError(REFUSED_CODE[checked])
}

const REFUSED_CODE = { wrong: 'otp_invalid', locked: 'otp_locked', unreadable: 'two_factor_unreadable' } as const

const auditOf = (user: User) => ({ organisation_id: user.organisation_id, user_id: user.id })
