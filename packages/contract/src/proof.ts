import * as z from 'zod'
import { fieldCode } from './field-errors.ts'
import { presentPassword } from './password.ts'
import { otpSchema } from './otp.ts'
import { assertionSchema } from './webauthn.ts'

/**
 * Who the user is, proved again before a change of how they sign in: the password, with a code (`otp`) where two-factor
 * sign-in is on; or a passkey, which signs a challenge of `challengePasskey` and replaces both.
 */
export const proofSchema = z
  .strictObject({
    current_password: presentPassword.optional(),
    otp: otpSchema.optional(),
    passkey: assertionSchema.optional(),
  })
  .refine(({ current_password, passkey }) => current_password !== undefined || passkey !== undefined, {
    path: ['current_password'],
    params: fieldCode('required'),
  })
export type Proof = z.output<typeof proofSchema>
