import { permissionsOf, type Role } from '@postroom/domain/people/roles'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { recordAudit } from '../audit/audit.store.ts'
import type { User } from '../identity/user.store.ts'
import { lockMember, updateMember } from './member.store.ts'

/**
 * Gives a user a role or takes it away, for the person at the server's command line. @throws Error when no role would
 * be left
 */
export const changeRole = (
  db: Db,
  { id, organisation_id, username }: Pick<User, 'id' | 'organisation_id' | 'username'>,
  role: Role,
  isGranted: boolean,
): Promise<User> =>
  inTransaction(db, async (tx) => {
    const before = await lockMember(tx, organisation_id, id)
    if (!before) throw new Error(`There is no user ${username}.`)
    const others = (before.roles as Role[]).filter((held) => held !== role)
    const roles = isGranted ? [...others, role] : others
    if (roles.length === 0) throw new Error(`${role} is the only role of ${username}: erase the user instead.`)
    const { plan, disabled_at } = before
    const changed = await updateMember(tx, id, { plan, roles, permissions: permissionsOf(roles, plan), disabled_at })
    const details = { plan, roles: roles.join(' '), disabled: disabled_at === null ? 'no' : 'yes' }
    await recordAudit(tx, { organisation_id, event: 'user_changed', subject: id, details })
    return changed
  })
