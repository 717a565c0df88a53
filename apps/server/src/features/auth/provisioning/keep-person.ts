import type { Tx } from '../../../db/in-transaction.ts'
import { updateUser, type User } from '../../identity/user.store.ts'
import { deleteResetToken } from '../password-reset.store.ts'
import { deleteSessions } from '../session.store.ts'
import { isOwnDomain } from '../sign-on/domain.store.ts'
import { findByMail } from '../sign-on/subject.store.ts'
import type { Person } from './person.ts'
import { isNameTaken, putProvisioned } from './provisioned.store.ts'
import { ScimRefusal } from './scim-refusal.ts'

/** A user, and the managers of their organisation, locked before. */
export interface Locked {
  user: User
  managers: readonly { id: string }[]
}

/**
 * Changes a user to what the identity provider says.
 *
 * @throws ScimRefusal user_name_taken, mail_taken, foreign_domain, last_manager
 */
export async function keepPerson(tx: Tx, { user, managers }: Locked, person: Person, now: Date): Promise<void> {
  const { id, organisation_id } = user
  const { email, displayName: fullname } = person
  if (await isNameTaken(tx, organisation_id, person.userName, id)) throw new ScimRefusal('user_name_taken')
  if (email.toLowerCase() !== user.email.toLowerCase()) {
    await refuseMail(tx, user, email)
    await deleteResetToken(tx, id) // it was mailed to the address before
  }
  const disabled_at = person.active ? null : (user.disabled_at ?? now)
  await updateUser(tx, id, { fullname, email, disabled_at })
  await putProvisioned(tx, user, person)
  if (!person.active) await shutOut(tx, { user, managers })
}

/**
 * Ends the sessions and links of a user. Call it after the update that disables them: a sign-in in flight waits for that row and
 * then finds it disabled, so it opens no session.
 *
 * @throws ScimRefusal last_manager
 */
export async function shutOut(tx: Tx, { user: { id }, managers }: Locked): Promise<void> {
  if (managers.length === 1 && managers[0]!.id === id) throw new ScimRefusal('last_manager')
  await deleteSessions(tx, id)
  await deleteResetToken(tx, id)
}

async function refuseMail(tx: Tx, { id, organisation_id }: User, email: string): Promise<void> {
  if (!(await isOwnDomain(tx, organisation_id, email))) throw new ScimRefusal('foreign_domain')
  const others = await findByMail(tx, organisation_id, email)
  if (others.some((other) => other.id !== id)) throw new ScimRefusal('mail_taken')
}
