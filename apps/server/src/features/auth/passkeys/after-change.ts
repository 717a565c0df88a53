import type { LockedActor } from '../../../access/act.ts'
import type { SignedInUser } from '../../../access/signed-in-user.ts'
import type { Tx } from '../../../db/in-transaction.ts'
import { recordAudit } from '../../audit/audit.store.ts'
import { changeAuthentication, getUser } from '../../identity/user.store.ts'
import { notifyOfChange } from '../notify-of-change.ts'
import { deleteSessions } from '../session.store.ts'

/** Ends a user's other sessions and their sign-ins in progress after a change of their passkeys, and notifies them. */
export async function afterChange(
  tx: Tx,
  { id: user_id, organisation_id, session_id }: LockedActor<SignedInUser>,
  event: 'passkey_added' | 'passkey_removed',
  subject: string,
): Promise<void> {
  await changeAuthentication(tx, user_id)
  await deleteSessions(tx, user_id, session_id)
  await recordAudit(tx, { organisation_id, user_id, event, subject })
  await notifyOfChange(tx, await getUser(tx, user_id), event)
}
