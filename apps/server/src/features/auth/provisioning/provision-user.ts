import { isOperator } from '@postroom/domain/people/roles'
import type { LockedActor } from '../../../access/act.ts'
import type { Tx } from '../../../db/in-transaction.ts'
import { lockManagers } from '../../administration/member.store.ts'
import { recordAudit } from '../../audit/audit.store.ts'
import type { User } from '../../identity/user.store.ts'
import { isOwnDomain } from '../sign-on/domain.store.ts'
import { makeUser } from '../sign-on/make-user.ts'
import { findSignOn } from '../sign-on/sign-on.store.ts'
import { findByMail } from '../sign-on/subject.store.ts'
import { keepPerson } from './keep-person.ts'
import type { Person } from './person.ts'
import { provisionedAmong } from './provisioned.store.ts'
import { ScimRefusal } from './scim-refusal.ts'

/**
 * Lets the identity provider manage a user: the one of the organisation with the same mail address, also one who is disabled;
 * otherwise a new one. Nobody is mailed, since users sign in at the provider.
 *
 * @returns their id
 * @throws ScimRefusal
 */
export async function provisionUser(tx: Tx, actor: LockedActor, person: Person, now: Date): Promise<string> {
  const { organisation_id, id: user_id } = actor
  const managers = await lockManagers(tx, organisation_id)
  if (!(await isOwnDomain(tx, organisation_id, person.email))) throw new ScimRefusal('foreign_domain')
  const known = await unmanagedUser(tx, organisation_id, person.email)
  const user = known ?? (await newUser(tx, organisation_id, person))
  await keepPerson(tx, { user, managers }, person, now)
  const { plan, roles } = user
  const details = {
    plan,
    roles: roles.join(' '),
    was: known === undefined ? 'new' : known.disabled_at === null ? 'enabled' : 'disabled',
    disabled: person.active ? 'no' : 'yes',
  }
  await recordAudit(tx, { organisation_id, user_id, event: 'user_added_by_provider', subject: user.id, details })
  return user.id
}

/** @throws ScimRefusal mail_taken: the address is that of two users, an operator, or a user who is managed already */
async function unmanagedUser(tx: Tx, organisationId: string, email: string): Promise<User | undefined> {
  const [user, another] = await findByMail(tx, organisationId, email)
  if (!user) return undefined
  const isManaged = (await provisionedAmong(tx, organisationId, [user.id])).has(user.id)
  if (another || isManaged || isOperator(user.roles)) throw new ScimRefusal('mail_taken')
  return user
}

async function newUser(tx: Tx, organisationId: string, { email, displayName: fullname }: Person): Promise<User> {
  const signOn = await findSignOn(tx, organisationId)
  if (!signOn) throw new ScimRefusal('no_sign_on')
  const made = await makeUser(tx, signOn, { email, fullname })
  if (!made) throw new ScimRefusal('no_username')
  return made
}
