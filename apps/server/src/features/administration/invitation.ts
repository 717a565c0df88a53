import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/in-transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { countAttempt } from '../../http/limit-attempts.ts'
import type { SignedInUser } from '../../http/signed-in-user.ts'
import { newSecret } from '../../secret-token.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { putResetToken } from '../auth/password-reset.store.ts'
import type { User } from '../identity/user.store.ts'
import { invitationMail } from './invitation-mail.ts'
import { lockMember } from './member.store.ts'

/** How long an invited user has to set a password; afterwards he is invited again. */
const INVITATION_S = 3 * 24 * 60 * 60
/** In a quarter of an hour, to one user. */
const INVITATIONS_MAX = 3

/** An invited user, and the token with which he sets a password, once. */
export interface Invited {
  user: User
  token: string
}

/** Lets a user without a password set one. An earlier token is dead. */
export async function openInvitation(tx: Tx, user: User, now: Date): Promise<Invited> {
  const token = newSecret()
  await putResetToken(tx, { user_id: user.id, token, expires_at: new Date(now.getTime() + INVITATION_S * 1000) })
  return { user, token }
}

/** Invites somebody again whose mail was lost or has run out. @throws AppError not_invited, when he has set a password or is disabled */
export const inviteAgain = (
  context: Context,
  { organisation_id, id: by }: SignedInUser,
  id: string,
): Promise<Invited> =>
  inTransaction(context.db, async (tx) => {
    const user = await lockMember(tx, organisation_id, id)
    if (!user) throw new AppError('not_found')
    if (user.password_hash !== null || user.disabled_at !== null) throw new AppError('not_invited')
    await countAttempt({ ...context, db: tx }, [{ who: `invitation of\n${id}`, max: INVITATIONS_MAX }])
    await recordAudit(tx, { organisation_id, user_id: by, event: 'user_invited_again', subject: id })
    return openInvitation(tx, user, context.now())
  })

/** Mails an invitation that is stored already: one that cannot be sent takes nothing back. @returns whether it was sent */
export async function mailInvitation(
  { mailer, settings }: Context,
  { user, token }: Invited,
  log: FastifyBaseLogger,
): Promise<boolean> {
  try {
    await mailer.send(invitationMail(settings, user, token))
    return true
  } catch (error) {
    log.error({ err: error, user: user.id }, 'an invitation was not sent')
    return false
  }
}
