import type { AnswerOf, RequestOf } from '@postroom/contract/endpoint'
import { PASSKEYS_MAX, type addPasskey as contract, type preparePasskey } from '@postroom/contract/passkey'
import { actOnUsers } from '../../../access/act.ts'
import type { SignedInUser } from '../../../access/signed-in-user.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/database.ts'
import type { User } from '../../identity/user.store.ts'
import { CHALLENGE_S, keepChallenge, takeChallenge } from './challenge.store.ts'
import { afterChange } from './after-change.ts'
import { findPasskeys, insertPasskey, type StoredPasskey } from './passkey.store.ts'
import { handleOf } from './prove-passkey.ts'
import { needRelyingParty } from './relying-party.ts'
import { ALGORITHMS, challengeIn, verifyAttestation } from './verify-signature.ts'

/**
 * What a browser needs to have a passkey made for a user who has proved who they are.
 *
 * @throws AppError too_many_passkeys, passkeys_unavailable
 */
export async function prepareToAdd(context: Context, owner: User): Promise<AnswerOf<typeof preparePasskey>> {
  const { id } = needRelyingParty(context.settings)
  const present = await findWithRoom(context.db, owner.id)
  return {
    challenge: await keepChallenge(context, { purpose: 'register', user_id: owner.id }),
    rp: { id, name: context.settings.companyName },
    user: { id: handleOf(owner).toString('base64url'), name: owner.username, displayName: owner.fullname },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_S * 1000,
    attestation: 'none',
    excludeCredentials: present.map(({ credential_id }) => ({
      type: 'public-key',
      id: credential_id.toString('base64url'),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  }
}

/** @throws AppError passkey_refused, too_many_passkeys, passkeys_unavailable */
export async function addPasskey(
  context: Context,
  user: SignedInUser,
  { name, credential }: RequestOf<typeof contract>['body'],
): Promise<StoredPasskey> {
  const party = needRelyingParty(context.settings)
  const challenge = await challengeIn(credential.response.clientDataJSON)
  const asked = challenge === undefined ? undefined : await takeChallenge(context, challenge, ['register'])
  const verified = asked?.user_id === user.id && (await verifyAttestation(party, challenge!, credential))
  if (!verified) throw new AppError('passkey_refused')
  return actOnUsers(context, user, async (tx, actor) => {
    await findWithRoom(tx, actor.id)
    const facts = { ...verified, name, user_id: actor.id, created_at: context.now() }
    const passkey = await insertPasskey(tx, facts)
    if (!passkey) throw new AppError('passkey_refused')
    await afterChange(tx, actor, 'passkey_added', passkey.id)
    return passkey
  })
}

/** The passkeys of a user who may have one more. */
async function findWithRoom(db: Db, userId: string): Promise<StoredPasskey[]> {
  const present = await findPasskeys(db, userId)
  if (present.length >= PASSKEYS_MAX) throw new AppError('too_many_passkeys')
  return present
}
