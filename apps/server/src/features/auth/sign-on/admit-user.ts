import { isOperator, permissionsOf, type OfficeRole } from '@postroom/domain/people/roles'
import { rolesOfGroups } from '@postroom/domain/people/roles-of-groups'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { inTransaction, type Tx } from '../../../db/in-transaction.ts'
import { lockManagers, updateMember } from '../../administration/member.store.ts'
import { recordAudit } from '../../audit/audit.store.ts'
import { deleteResetToken } from '../password-reset.store.ts'
import { lockUsers } from '../lock-user.store.ts'
import { changeAuthentication, type User } from '../../identity/user.store.ts'
import { isOwnDomain } from './domain.store.ts'
import { makeUser } from './make-user.ts'
import type { Claims } from './redeem-code.ts'
import type { StoredSignOn } from './sign-on.store.ts'
import { findBySubject, findByMail, linkUser } from './subject.store.ts'

/**
 * The user that an identity provider names: the one with its subject; at the first sign-in the one of the organisation with
 * the same verified mail address; otherwise a new one. One at a time, so that two first sign-ins make one user.
 *
 * @throws AppError sign_on_mail, sign_on_user
 */
export const admitUser = ({ db }: Pick<Context, 'db'>, signOn: StoredSignOn, claims: Claims): Promise<User> =>
  inTransaction(db, async (tx) => {
    await lockUsers(tx, signOn.organisation_id)
    const known = await findBySubject(tx, signOn, claims.subject)
    const user = refuseProtected(known ?? (await firstTime(tx, signOn, claims)))
    return followGroups(tx, signOn, user, claims)
  })

async function firstTime(tx: Tx, signOn: StoredSignOn, claims: Claims): Promise<User> {
  const { organisation_id } = signOn
  const { email } = claims
  if (email === undefined || !(await isOwnDomain(tx, organisation_id, email))) throw new AppError('sign_on_mail')
  const [user, another] = await findByMail(tx, organisation_id, email)
  // an address of two users proves neither; a user with another subject is another person at this provider
  if (another || user?.issuer === signOn.issuer) throw new AppError('sign_on_user')
  return user ? link(tx, signOn, refuseProtected(user), claims) : provision(tx, signOn, claims, email)
}

/**
 * A manager decides which identity provider an organisation trusts, so it must not open the account of an operator of the
 * installation.
 */
function refuseProtected(user: User): User {
  if (user.disabled_at !== null || isOperator(user.roles)) throw new AppError('sign_on_user')
  return user
}

async function link(tx: Tx, { issuer }: StoredSignOn, user: User, { subject }: Claims): Promise<User> {
  const { organisation_id, id: user_id } = user
  await deleteResetToken(tx, user_id) // an invitation would set a password
  await changeAuthentication(tx, user_id)
  await recordAudit(tx, { organisation_id, user_id, event: 'user_linked' })
  return linkUser(tx, user_id, { issuer, subject })
}

async function provision(tx: Tx, signOn: StoredSignOn, { subject, fullname }: Claims, email: string): Promise<User> {
  const { organisation_id, plan, role, issuer } = signOn
  const made = await makeUser(tx, signOn, { email, fullname })
  if (!made) throw new AppError('sign_on_user')
  await recordAudit(tx, {
    organisation_id,
    user_id: made.id,
    event: 'user_provisioned',
    details: { plan, roles: role },
  })
  return linkUser(tx, made.id, { issuer, subject })
}

/** Sets the roles that the groups of a user have, where the organisation gave any. The last manager stays one. */
async function followGroups(tx: Tx, signOn: StoredSignOn, user: User, { groups }: Claims): Promise<User> {
  const { organisation_id, group_roles, role } = signOn
  if (group_roles.length === 0) return user
  const managers = await lockManagers(tx, organisation_id)
  const given = rolesOfGroups(groups, group_roles, role)
  const isLast = managers.length > 0 && managers.every(({ id }) => id === user.id)
  const roles: OfficeRole[] = isLast && !given.includes('manager') ? [...given, 'manager'] : given
  if (roles.toSorted().join(' ') === user.roles.toSorted().join(' ')) return user
  const { id, plan, disabled_at } = user
  const changed = await updateMember(tx, id, { plan, roles, permissions: permissionsOf(roles, plan), disabled_at })
  const details = { plan, roles: roles.join(' ') }
  await recordAudit(tx, { organisation_id, user_id: id, event: 'roles_by_groups', details })
  return changed
}
