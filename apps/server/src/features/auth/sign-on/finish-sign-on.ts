import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { asTenant } from '../../../db/tenant.ts'
import type { Log } from '../../../log.ts'
import { recordAudit } from '../../audit/audit.store.ts'
import { openSession, type SignedIn } from '../open-session.ts'
import type { Place } from '../session.store.ts'
import { admitUser } from './admit-user.ts'
import { takeAttempt } from './attempt.store.ts'
import { redeemCode, type Claims } from './redeem-code.ts'
import { findSignOn, type StoredSignOn } from './sign-on.store.ts'

interface Returned {
  state: string
  code: string
  iss?: string | undefined
}

/**
 * Finishes a sign-in in any server process. Each state works once, and only in the browser that began.
 *
 * @throws AppError sign_on_expired, sign_on_refused, sign_on_mail, sign_on_user, sign_on_unavailable
 */
export async function finishSignOn(
  context: Context,
  returned: Returned,
  { place, browser }: { place: Place; browser: string },
  log: Log,
): Promise<SignedIn & { return_url: string | undefined }> {
  const attempt = await takeAttempt(context.db, { state: returned.state, browser }, context.now())
  if (!attempt) throw new AppError('sign_on_expired')
  const { organisation_id, verifier, nonce, return_url } = attempt
  return asTenant(organisation_id, async () => {
    const signOn = await findSignOn(context.db, organisation_id)
    if (!signOn) throw new AppError('sign_on_expired')
    const claims = await redeemCode(context, signOn, { ...returned, verifier, nonce }, log)
    const user = await admitOrNote(context, signOn, claims)
    return { ...(await openSession(context, user, place, { issuer_sid: claims.sid ?? null })), return_url }
  })
}

/** As `admitUser`. Only what the identity provider has confirmed is recorded, so strangers cannot fill the audit log. */
async function admitOrNote(context: Context, signOn: StoredSignOn, claims: Claims) {
  try {
    return await admitUser(context, signOn, claims)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { organisation_id } = signOn
    await recordAudit(context.db, { organisation_id, event: 'sign_on_refused', details: { reason: error.code } })
    throw error
  }
}
