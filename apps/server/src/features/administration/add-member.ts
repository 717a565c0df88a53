import type { Invitation } from '@postroom/contract/administration'
import { permissionsOf } from '@postroom/domain/roles'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { newSecret } from '../../secret-token.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { putResetToken } from '../auth/password-reset.store.ts'
import type { User } from '../identity/user.store.ts'
import { insertMember } from './member.store.ts'

/** How long an invited user has to set a password; afterwards he asks for a new link as one who forgot it. */
const INVITATION_S = 3 * 24 * 60 * 60

interface Adding {
  organisation_id: string
  /** Who invites; absent: the person at the server's command line. */
  by?: string
  now: Date
}

/** Makes a user without a password, and the token with which he sets one, once. @throws AppError when the name is taken */
export const addMember = (
  db: Db,
  { organisation_id, by, now }: Adding,
  invitation: Invitation,
): Promise<{ user: User; token: string }> =>
  inTransaction(db, async (tx) => {
    const permissions = permissionsOf(invitation.roles, invitation.plan)
    const user = await insertMember(tx, { ...invitation, organisation_id, permissions })
    if (!user) throw new AppError('username_taken')
    const token = newSecret()
    await putResetToken(tx, { user_id: user.id, token, expires_at: new Date(now.getTime() + INVITATION_S * 1000) })
    const details = { plan: user.plan, roles: user.roles.join(' ') }
    await recordAudit(tx, { organisation_id, user_id: by, event: 'user_invited', subject: user.id, details })
    return { user, token }
  })
