import type { Invitation } from '@postroom/contract/administration'
import { permissionsOf, type Role } from '@postroom/domain/people/roles'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { handleOf } from '../identity/user.store.ts'
import { AppError } from '../../app-error.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { countInvitation, openInvitation, type Invited } from './invitation.ts'
import { insertMember } from './member.store.ts'

interface Adding {
  organisation_id: string
  /** The inviting user. Absent: the person at the server's command line. */
  by?: string
  now: Date
}

/** As invited; the command line may grant more roles than a manager. */
type NewMember = Omit<Invitation, 'roles'> & { roles: Role[] }

/**
 * Makes a user without a password, and the token with which they set one, once. A name that a manager gives ends with the
 * handle of the organisation; at the command line it stays as it is.
 *
 * @throws AppError username_taken, or too_many_requests: the command line mails nobody, so it may add as many as it likes
 */
export const addMember = (db: Db, { organisation_id, by, now }: Adding, invitation: NewMember): Promise<Invited> =>
  inTransaction(db, async (tx) => {
    const permissions = permissionsOf(invitation.roles, invitation.plan)
    const username =
      by === undefined ? invitation.username : `${invitation.username}@${await handleOf(tx, organisation_id)}`
    const user = await insertMember(tx, { ...invitation, username, organisation_id, permissions })
    if (!user) throw new AppError('username_taken')
    if (by !== undefined) await countInvitation({ db: tx, now: () => now }, user)
    const details = { plan: user.plan, roles: user.roles.join(' ') }
    await recordAudit(tx, { organisation_id, user_id: by, event: 'user_invited', subject: user.id, details })
    return openInvitation(tx, user, now)
  })
