import type { LockedActor } from '../../../access/act.ts'
import type { Tx } from '../../../db/in-transaction.ts'
import { lockManagers, lockMember } from '../../administration/member.store.ts'
import { recordAudit } from '../../audit/audit.store.ts'
import { updateUser } from '../../identity/user.store.ts'
import { keepPerson, shutOut, type Locked } from './keep-person.ts'
import type { Person } from './person.ts'
import { deleteProvisioned, findProvisioned, type Provisioned } from './provisioned.store.ts'
import { ScimRefusal } from './scim-refusal.ts'

/** Changes a user as their identity provider says; what is the same already changes nothing. @throws ScimRefusal */
export async function changeProvisioned(
  tx: Tx,
  { organisation_id, id: user_id }: LockedActor,
  id: string,
  change: (before: Person) => Person,
  now: Date,
): Promise<void> {
  const { before, ...locked } = await lockProvisioned(tx, organisation_id, id)
  const after = change(before)
  const fields = (Object.keys(after) as (keyof Person)[]).filter((name) => after[name] !== before[name])
  if (fields.length === 0) return
  await keepPerson(tx, locked, after, now)
  const details = { fields: fields.join(' '), disabled: after.active ? 'no' : 'yes' }
  await recordAudit(tx, { organisation_id, user_id, event: 'user_changed_by_provider', subject: id, details })
}

/**
 * Disables a user whom the provider has deleted, and forgets how the provider names them. They are not erased, since money and the
 * audit log name them; when the provider creates them again, they are the same user.
 *
 * @throws ScimRefusal user_unknown, last_manager
 */
export async function removeProvisioned(
  tx: Tx,
  { organisation_id, id: user_id }: LockedActor,
  id: string,
  now: Date,
): Promise<void> {
  const { before: _before, ...locked } = await lockProvisioned(tx, organisation_id, id)
  await updateUser(tx, id, { disabled_at: locked.user.disabled_at ?? now, issuer: null, subject: null })
  await shutOut(tx, locked)
  await deleteProvisioned(tx, id)
  await recordAudit(tx, { organisation_id, user_id, event: 'user_removed_by_provider', subject: id })
}

async function lockProvisioned(tx: Tx, organisationId: string, id: string): Promise<Locked & { before: Provisioned }> {
  const managers = await lockManagers(tx, organisationId)
  const user = await lockMember(tx, organisationId, id)
  const before = await findProvisioned(tx, organisationId, id)
  if (!user || !before) throw new ScimRefusal('user_unknown')
  return { user, managers, before }
}
