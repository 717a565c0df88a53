import { fieldError } from '@postroom/contract/field-errors'
import type { SignOnSettings, SignOnTest } from '@postroom/contract/sign-on'
import type { LockedActor } from '../../../access/act.ts'
import type { SignedInUser } from '../../../access/signed-in-user.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/in-transaction.ts'
import { recordAudit } from '../../audit/audit.store.ts'
import { putDomains } from './domain.store.ts'
import { IssuerFailure } from './issuer-failure.ts'
import { readIssuer, secretOf } from './open-issuer.ts'
import { findSignOn, putSignOn, type StoredSignOn } from './sign-on.store.ts'
import { isSignedOn } from './subject.store.ts'

/** Whether an issuer can be used, as far as its published configuration says. */
export async function testIssuer(context: Context, issuer: string): Promise<SignOnTest> {
  try {
    const { backchannel_logout_supported } = await readIssuer(context, issuer)
    return { result: 'ready', reports_logout: backchannel_logout_supported ?? false }
  } catch (error) {
    if (error instanceof IssuerFailure) return { result: error.trouble, reports_logout: false }
    throw error
  }
}

/**
 * Keeps how an organisation signs on. Passwords can be turned off only in a session that this very sign-on opened: it has
 * shown that it works, so nobody locks their organisation out.
 *
 * @throws AppError sign_on_unproven, and invalid_request without a secret for a new issuer
 */
export async function saveSignOn(
  { seal }: Context,
  tx: Tx,
  { id: user_id, organisation_id, session_id }: LockedActor<SignedInUser>,
  { domains, client_secret, ...given }: SignOnSettings,
): Promise<void> {
  const stored = await findSignOn(tx, organisation_id)
  const isSame = client_secret === undefined && isOfSameClient(given, stored)
  // a stored secret is never sent to another issuer
  if (client_secret === undefined && !isSame)
    throw new AppError('invalid_request', { fields: [fieldError('client_secret', 'required')] })
  if (!given.passwords && !(isSame && (await isSignedOn(tx, session_id)))) throw new AppError('sign_on_unproven')
  const secret =
    client_secret === undefined ? stored!.client_secret : seal.seal(client_secret, secretOf(organisation_id))
  await putSignOn(tx, { ...given, organisation_id, client_secret: secret })
  await putDomains(tx, organisation_id, domains)
  const { issuer, passwords } = given
  const details = { issuer, passwords: passwords ? 'on' : 'off', domains: domains.length }
  await recordAudit(tx, { organisation_id, user_id, event: 'sign_on_saved', details })
}

const isOfSameClient = (
  given: Pick<SignOnSettings, 'issuer' | 'client_id'>,
  stored: StoredSignOn | undefined,
): boolean => given.issuer === stored?.issuer && given.client_id === stored.client_id
