import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { AppError } from '../../app-error.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { getUser } from '../identity/user.store.ts'
import { notifyOfChange } from './notify-of-change.ts'
import { hashPassword } from './password.ts'
import { takeResetToken } from './password-reset.store.ts'
import { clearWrongCodes } from './two-factor/two-factor.store.ts'
import { setPassword } from './set-password.ts'
import { clearGuesses } from './throttle-sign-in.ts'

/** Sets a new password for the holder of a mailed token, once. Ends all sessions and opens none. */
export async function setPasswordByToken(
  context: Context,
  { token, password, address }: { token: string; password: string; address: string },
): Promise<void> {
  const password_hash = await hashPassword(password)
  await inTransaction(context.db, async (tx) => {
    const userId = await takeResetToken(tx, token, context.now())
    if (userId === undefined) throw new AppError('reset_token_invalid')
    const owner = await getUser(tx, userId)
    await setPassword(tx, owner, { password, password_hash })
    await clearWrongCodes(tx, owner.id)
    await clearGuesses(tx, { username: owner.username, address })
    await recordAudit(tx, { organisation_id: owner.organisation_id, user_id: owner.id, event: 'password_reset' })
    await notifyOfChange(tx, owner, 'password_changed')
  })
}
