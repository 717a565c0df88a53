import type { RequestOf } from '@postroom/contract/endpoint'
import type { updateSelf } from '@postroom/contract/identity'
import type { Log } from '../../log.ts'
import type { Context } from '../../context.ts'
import { actOnUsers } from '../../access/act.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { getUser, lockUnchanged, updateUser, type User } from '../identity/user.store.ts'
import { newsMail } from './account-mails.ts'
import { inBackground } from './in-background.ts'
import { hashPassword } from './password.ts'
import { deleteResetToken } from './password-reset.store.ts'
import { provePassword, wrongPassword } from './prove-password.ts'
import { setPassword } from './set-password.ts'

type Changes = RequestOf<typeof updateSelf>['body']

/**
 * Changes a user's own name, e-mail address or password, all or nothing. Whoever asks for the last two has proved the
 * present password; the user hears of them by mail, of a new address at both.
 */
export async function changeOwnAccount(
  context: Context,
  user: SignedInUser,
  changes: Changes & { address: string },
  log: Log,
): Promise<User> {
  const { fullname, email, password, current_password, address } = changes
  const { id, organisation_id, session_id } = user
  const proof = current_password === undefined ? undefined : { id, session_id, password: current_password, address }
  const proved = proof && (await provePassword(context, proof))
  const password_hash = password === undefined ? undefined : await hashPassword(password)

  const { before, after } = await actOnUsers(context, user, async (tx) => {
    if (proved && !(await lockUnchanged(tx, proved))) throw wrongPassword()
    const present = await getUser(tx, id)
    const audit = (event: string) => recordAudit(tx, { organisation_id, user_id: id, event })
    if (fullname !== undefined) await updateUser(tx, id, { fullname })
    if (email !== undefined && email !== present.email) {
      await updateUser(tx, id, { email })
      await deleteResetToken(tx, id)
      await audit('email_changed')
    }
    if (password !== undefined && password_hash !== undefined) {
      await setPassword(tx, present, { password, password_hash }, session_id)
      await audit('password_changed')
    }
    return { before: present, after: await getUser(tx, id) }
  })
  const tell = (reader: User, news: Parameters<typeof newsMail>[2]) =>
    inBackground(log, context.mailer.send(newsMail(context.settings, reader, news)))
  if (after.email !== before.email) for (const to of [before, after]) tell(to, 'email_changed')
  if (password !== undefined) tell(before, 'password_changed')
  return after
}
