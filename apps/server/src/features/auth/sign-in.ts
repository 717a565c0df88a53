import { foldUsername } from '@postroom/contract/username'
import type { Log } from '../../log.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../app-error.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { findUserByUsername, type User } from '../identity/user.store.ts'
import { secondStepChallenge } from './passkeys/sign-in-with-passkey.ts'
import { signsOnOnly } from './sign-on/signs-on-only.ts'
import { inBackground } from './in-background.ts'
import { openSession, type SignedIn } from './open-session.ts'
import { passwordMatches } from './password.ts'
import { checkCode, type CheckedCode } from './two-factor/two-factor.ts'
import type { Place } from './session.store.ts'
import { throttleSignIn, type Outcome } from './throttle-sign-in.ts'

export interface Credentials {
  username: string
  password: string
  otp?: string | undefined
}

/**
 * Signs in with a password, and a code where two-factor is set up. An unknown user and a wrong password get the same answer
 * in the same time.
 *
 * @param from where the sign-in comes from; `knownAs` names the browser if this user has signed in with it before
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
    if (matches && user) return passCode(await checkCode(context, user, otp))
    // not awaited: the response time would reveal that the user exists
    if (user) inBackground(log, recordAudit(db, { ...auditOf(user), event: 'sign_in_failed' }))
    return 'wrong'
  }
  const guesser = { username, address: place.address, known: user && knownAs(user.id) }
  const outcome = await throttleSignIn(context, guesser, attempt)
  if (outcome === 'wrong' || !user) throw new AppError('invalid_credentials')
  if (outcome === 'unfinished') throw await secondStepOf(context, user)
  // said only to somebody who knows the password
  if (await signsOnOnly(db, user)) throw new AppError('passwords_off')

  return openSession(context, user, place)
}

/** What a code means for the attempt. @throws AppError that names what is wrong with it; the attempt then stays counted */
function passCode(checked: CheckedCode): Outcome {
  if (checked === 'right') return 'right'
  if (checked === 'missing') return 'unfinished'
  throw new AppError(REFUSED_CODE[checked])
}

/** Asks for a code, or for one of the user's passkeys. */
async function secondStepOf(context: Context, user: User): Promise<AppError> {
  const passkey_challenge = await secondStepChallenge(context, user)
  return new AppError('mfa_required', passkey_challenge === undefined ? {} : { details: { passkey_challenge } })
}

const REFUSED_CODE = { wrong: 'otp_invalid', locked: 'otp_locked', unreadable: 'two_factor_unreadable' } as const

const auditOf = (user: User) => ({ organisation_id: user.organisation_id, user_id: user.id })
