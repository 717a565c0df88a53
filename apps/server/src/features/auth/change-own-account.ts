import type { RequestOf } from '@postroom/contract/endpoint'
import type { updateSelf } from '@postroom/contract/identity'
import type { Context } from '../../context.ts'
import { actOnUsers } from '../../access/act.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { getUser, lockUnchanged, updateUser, type User } from '../identity/user.store.ts'
import { hashPassword } from './password.ts'
import { notifyOfChange } from './notify-of-change.ts'
import { deleteResetToken } from './password-reset.store.ts'
import { provePassword, wrongPassword } from './prove-password.ts'
import { setPassword } from './set-password.ts'

type Changes = RequestOf<typeof updateSelf>['body']

/**
 * Changes a user's own name, e-mail address or password, all or nothing. The last two take the present password, and the
 * user is notified of them: of a new address at the old one too.
 */
export async function changeOwnAccount(
  context: Context,
  user: SignedInUser,
  changes: Changes & { address: string },
): Promise<User> {
  const { fullname, email, password, current_password, address } = changes
  const { id, organisation_id, session_id } = user
  const proof = current_password === undefined ? undefined : { id, session_id, password: current_password, address }
  const proved = proof && (await provePassword(context, proof))
  const password_hash = password === undefined ? undefined : await hashPassword(password)

  return actOnUsers(context, user, async (tx) => {
    if (proved && !(await lockUnchanged(tx, proved))) throw wrongPassword()
    const present = await getUser(tx, id)
    const audit = (event: 'email_changed' | 'password_changed') =>
      recordAudit(tx, { organisation_id, user_id: id, event })
    if (fullname !== undefined) await updateUser(tx, id, { fullname })
    if (email !== undefined && email !== present.email) {
      await updateUser(tx, id, { email })
      await deleteResetToken(tx, id)
      await audit('email_changed')
      for (const to of [present, { ...present, email }]) await notifyOfChange(tx, to, 'email_changed')
    }
    if (password !== undefined && password_hash !== undefined) {
      await setPassword(tx, present, { password, password_hash }, session_id)
      await audit('password_changed')
      await notifyOfChange(tx, present, 'password_changed')
    }
    return getUser(tx, id)
  })
}
