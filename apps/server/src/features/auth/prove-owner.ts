import type { Proof } from '@postroom/contract/proof'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { User } from '../identity/user.store.ts'
import { provePasskey } from './passkeys/prove-passkey.ts'
import { provePassword } from './prove-password.ts'
import { checkCode, missingOtp, wrongOtp } from './two-factor/two-factor.ts'

/**
 * Requires the password again, and a code where two-factor is set up: a session may have been left open, or the password be
 * known. A passkey replaces both.
 *
 * @throws AppError invalid_request for a wrong password or code; passkey_refused, passkeys_unavailable
 */
export async function proveOwner(
  context: Context,
  { id, session_id }: SignedInUser,
  { current_password, otp, passkey, address }: Proof & { address: string },
): Promise<User> {
  if (passkey) {
    const owner = await provePasskey(context, passkey, ['confirm'])
    if (owner?.id === id) return owner
    throw new AppError('passkey_refused')
  }
  const owner = await provePassword(context, { id, session_id, password: current_password ?? '', address })
  const checked = await checkCode(context, owner, otp)
  if (checked === 'right') return owner
  throw checked === 'missing' ? missingOtp() : wrongOtp()
}
