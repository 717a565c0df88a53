import { foldUsername } from '@postroom/contract/username'
import type { Log } from '../../log.ts'
import type { Context } from '../../context.ts'
import { countAttempt, recordWithinLimits } from '../../access/limit-attempts.ts'
import { networkOf } from '../../access/network-of.ts'
import { newSecret } from '../../secret-token.ts'
import { repeatEvery } from '../../operation/repeat-every.ts'
import { recordAudit } from '../audit/audit.store.ts'
import type { User } from '../identity/user.store.ts'
import { deleteAttempt } from './sign-in-failure.store.ts'
import { resetMail } from './account-mails.ts'
import { insertResetRequest, putResetToken, resetsOf, takeResetRequests } from './password-reset.store.ts'

/** How long a mailed link is valid. */
const TOKEN_S = 10 * 60
const LOOK_EVERY_MS = 1000

/** While a link is valid: a user who gets no further mail still has a valid one. */
const MAILS_TO_ONE_USER_MAX = 3
/** In a quarter of an hour. */
const REQUESTS_FROM_ONE_ADDRESS_MAX = 20

/** Stores the request only, so that neither the response nor its time reveals whether the user exists. */
export async function requestReset(
  context: Context,
  { login, address }: { login: string; address: string },
): Promise<void> {
  await countAttempt(context, [{ counter: `reset from\n${networkOf(address)}`, max: REQUESTS_FROM_ONE_ADDRESS_MAX }])
  await insertResetRequest(context.db, foldUsername(login), context.now())
}

/** Mails a link for each request. @returns stops it, after the mail in flight */
export const startMailingResets = (context: Context, log: Log): (() => Promise<void>) =>
  repeatEvery(LOOK_EVERY_MS, () => mailResets(context, log), { log, failure: 'could not look for password resets' })
    .stop

/**
 * Mails every user whom an open request may mean. A mail that cannot be sent is not retried: the user can request
 * another.
 */
export async function mailResets(context: Context, log: Log): Promise<void> {
  for (const user of await takeResetRequests(context.db))
    await mailReset(context, user).catch((error: unknown) => log.error({ err: error }, 'could not send a reset mail'))
}

async function mailReset(context: Context, user: User): Promise<void> {
  const notes = await recordWithinLimits(context, [{ counter: resetsOf(user.id), max: MAILS_TO_ONE_USER_MAX }], TOKEN_S)
  if (!notes) return
  const token = newSecret()
  const expires_at = new Date(context.now().getTime() + TOKEN_S * 1000)
  await putResetToken(context.db, { user_id: user.id, token, expires_at })
  await recordAudit(context.db, {
    organisation_id: user.organisation_id,
    event: 'password_reset_asked',
    subject: user.id,
  })
  await context.mailer.send(resetMail(context.settings, user, token)).catch(async (error: unknown) => {
    await deleteAttempt(context.db, notes) // a mail that failed does not count
    throw error
  })
}
