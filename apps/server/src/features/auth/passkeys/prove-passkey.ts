import type { Assertion } from '@postroom/contract/webauthn'
import type { Context } from '../../../context.ts'
import { recordAudit } from '../../audit/audit.store.ts'
import { getUser, type User } from '../../identity/user.store.ts'
import { takeChallenge, type ChallengeUse } from './challenge.store.ts'
import { findByCredential, recordUse } from './passkey.store.ts'
import { needRelyingParty } from './relying-party.ts'
import { challengeIn, verifyAssertion } from './verify-signature.ts'

/** What authenticators know a user by. */
export const handleOf = ({ id }: Pick<User, 'id'>): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')

/**
 * The user whose passkey signed a challenge for one of these purposes, verified by their authenticator: two factors in one.
 * The challenge cannot be used again, whatever the outcome.
 *
 * @returns nothing for anything else, such as an unknown passkey, a disabled user, or a passkey of which there may be a copy
 * @throws AppError passkeys_unavailable
 */
export async function provePasskey(
  context: Context,
  assertion: Assertion,
  purposes: ChallengeUse['purpose'][],
): Promise<User | undefined> {
  const { db, now, settings } = context
  const party = needRelyingParty(settings)
  const challenge = await challengeIn(assertion.response.clientDataJSON)
  const asked = challenge === undefined ? undefined : await takeChallenge(context, challenge, purposes)
  const passkey = asked && (await findByCredential(db, Buffer.from(assertion.id, 'base64url')))
  const user = passkey && (await getUser(db, passkey.user_id))
  if (!user || user.disabled_at !== null || (asked.user_id ?? user.id) !== user.id) return undefined

  const isTheirs = Buffer.from(assertion.response.userHandle, 'base64url').equals(handleOf(user))
  const signed = isTheirs ? await verifyAssertion(party, challenge!, assertion, passkey) : undefined
  if (signed && (await recordUse(db, passkey.id, { ...signed, last_used_at: now() }))) return user
  const event = signed ? 'passkey_copied' : 'sign_in_failed'
  const { organisation_id, id: user_id } = user
  await recordAudit(db, { organisation_id, user_id, event, subject: passkey.id })
  return undefined
}
