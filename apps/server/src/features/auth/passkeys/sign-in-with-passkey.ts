import type { Assertion } from '@postroom/contract/webauthn'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { User } from '../../identity/user.store.ts'
import { openSession, type SignedIn } from '../open-session.ts'
import type { Place } from '../session.store.ts'
import { signsOnOnly } from '../sign-on/signs-on-only.ts'
import { throttleNetwork } from '../throttle-sign-in.ts'
import { keepChallenge } from './challenge.store.ts'
import { findPasskeys } from './passkey.store.ts'
import { provePasskey } from './prove-passkey.ts'
import { relyingPartyOf } from './relying-party.ts'

/**
 * Signs in with a passkey alone, or instead of a code after the password. No code is asked for.
 *
 * @throws AppError invalid_credentials, as for a wrong password, whatever is wrong with the passkey; passwords_off,
 * passkeys_unavailable, too_many_requests
 */
export async function signInWithPasskey(context: Context, assertion: Assertion, place: Place): Promise<SignedIn> {
  const user = await throttleNetwork(context, place.address, () =>
    provePasskey(context, assertion, ['sign_in', 'second_step']),
  )
  if (!user) throw new AppError('invalid_credentials')
  if (await signsOnOnly(context.db, user)) throw new AppError('passwords_off')
  return openSession(context, user, place)
}

/** The challenge for a second step after the right password; nothing for a user who has no passkeys. */
export async function secondStepChallenge(context: Context, { id }: User): Promise<string | undefined> {
  if (!relyingPartyOf(context.settings) || (await findPasskeys(context.db, id)).length === 0) return undefined
  return keepChallenge(context, { purpose: 'second_step', user_id: id })
}
