import { isOperator, permissionsOf, type OfficeRole, type Role } from '@postroom/domain/people/roles'
import type { Plan } from '@postroom/domain/catalogue/services'
import type { Context } from '../../context.ts'
import { actOnUsers } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { deleteResetToken } from '../auth/password-reset.store.ts'
import { deleteSessions } from '../auth/session.store.ts'
import type { User } from '../identity/user.store.ts'
import { keepAManager } from './keep-a-manager.ts'
import { lockManagers, lockMember, updateMember } from './member.store.ts'

interface MemberChange {
  plan?: Plan | undefined
  roles?: OfficeRole[] | undefined
  is_disabled?: boolean | undefined
}

/**
 * Changes a user, or disables them, which ends their sessions and revokes their links. Managers cannot take away their
 * own rights, nor two at once each other's, so one manager is always left. A manager cannot grant or revoke the role of
 * an operator.
 *
 * @throws AppError `not_found`, `own_rights` or `operator_protected`
 */
export const changeMember = (
  context: Context,
  user: SignedInUser,
  userId: string,
  { is_disabled, ...change }: MemberChange,
): Promise<User> =>
  actOnUsers(context, user, async (tx, { organisation_id, id: by }) => {
    const managers = await lockManagers(tx, organisation_id)
    const before = await lockMember(tx, organisation_id, userId)
    if (!before) throw new AppError('not_found')
    const { id } = before // as stored: the requested id may be in capitals
    const held = before.roles as Role[]
    if (isOperator(held) && is_disabled !== undefined) throw new AppError('operator_protected')
    const { plan = before.plan } = change
    const roles = change.roles ? [...change.roles, ...held.filter((role) => role === 'operator')] : held
    const permissions = permissionsOf(roles, plan)
    const disabled_at = is_disabled === undefined ? before.disabled_at : is_disabled ? context.now() : null
    if (disabled_at !== null || !permissions.includes('administration')) keepAManager(managers, { id, by })
    const changed = await updateMember(tx, id, { plan, roles, permissions, disabled_at })
    if (disabled_at !== null) {
      await deleteSessions(tx, id)
      await deleteResetToken(tx, id)
    }
    const details = { plan, roles: roles.join(' '), disabled: disabled_at === null ? 'no' : 'yes' }
    await recordAudit(tx, { organisation_id, user_id: by, event: 'user_changed', subject: id, details })
    return changed
  })
