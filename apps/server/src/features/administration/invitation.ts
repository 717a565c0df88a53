import type { Log } from '../../log.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/in-transaction.ts'
import { actOnUsers } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import { countAttempt } from '../../access/limit-attempts.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { hashOf, newSecret } from '../../secret-token.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { putResetToken } from '../auth/password-reset.store.ts'
import { isInvited, type User } from '../identity/user.store.ts'
import { invitationMail } from './invitation-mail.ts'
import { lockMember } from './member.store.ts'

/** How long an invitation is valid; afterwards the user has to be invited again. */
const INVITATION_S = 3 * 24 * 60 * 60
/** Per quarter of an hour: to one address from all organisations, and from one organisation. */
const TO_ONE_ADDRESS_MAX = 5
const FROM_ONE_ORGANISATION_MAX = 100

/** An invited user, and the token with which they set a password, once. */
export interface Invited {
  user: User
  token: string
}

/** Issues a token with which an invited user sets a password. It replaces an earlier one. */
export async function openInvitation(tx: Tx, user: User, now: Date): Promise<Invited> {
  const token = newSecret()
  await putResetToken(tx, { user_id: user.id, token, expires_at: new Date(now.getTime() + INVITATION_S * 1000) })
  return { user, token }
}

/**
 * Counts an invitation before it is mailed, so that nobody's mailbox is filled. Only a hash of the address is kept, so
 * it still counts when the user was erased.
 *
 * @throws AppError too_many_requests
 */
export const countInvitation = (context: Pick<Context, 'db' | 'now'>, user: User): Promise<unknown> =>
  countAttempt(context, [
    { counter: `invitation to\n${hashOf(user.email.toLowerCase()).toString('hex')}`, max: TO_ONE_ADDRESS_MAX },
    { counter: `invitation from\n${user.organisation_id}`, max: FROM_ONE_ORGANISATION_MAX },
  ])

/** Invites a user again. @throws AppError not_invited, when they have set a password or are disabled */
export const inviteAgain = (context: Context, manager: SignedInUser, id: string): Promise<Invited> =>
  actOnUsers(context, manager, async (tx, { organisation_id, id: by }) => {
    const user = await lockMember(tx, organisation_id, id)
    if (!user) throw new AppError('not_found')
    if (!isInvited(user) || user.disabled_at !== null) throw new AppError('not_invited')
    await countInvitation({ ...context, db: tx }, user)
    await recordAudit(tx, { organisation_id, user_id: by, event: 'user_invited_again', subject: user.id })
    return openInvitation(tx, user, context.now())
  })

/** Mails a stored invitation, which stays valid when the mail fails. @returns whether it was sent */
export async function mailInvitation(
  { mailer, settings }: Context,
  { user, token }: Invited,
  log: Log,
): Promise<boolean> {
  try {
    await mailer.send(invitationMail(settings, user, token))
    return true
  } catch (error) {
    log.error({ err: error, user: user.id }, 'could not send an invitation')
    return false
  }
}
