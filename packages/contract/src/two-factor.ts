import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { otpSchema } from './otp.ts'
import { proofSchema } from './proof.ts'

export const getTwoFactor = endpoint({
  id: 'getTwoFactor',
  method: 'GET',
  path: '/identity/v1/user/twoFactor',
  summary: 'Whether signing in needs a code, and how many recovery codes are left',
  tag: 'identity',
  auth: 'session',
  responses: { 200: z.object({ active: z.boolean(), recovery_codes_left: z.int() }) },
  errors: [],
})

export const prepareTwoFactor = endpoint({
  id: 'prepareTwoFactor',
  method: 'POST',
  path: '/identity/v1/user/twoFactor',
  summary: 'Get a secret for an authenticator app; nothing changes until one of its codes is confirmed',
  tag: 'identity',
  auth: 'session',
  body: proofSchema,
  /** `secret` in base32; `url` is the same for a QR code. */
  responses: { 200: z.object({ secret: z.string(), url: z.string() }) },
  errors: ['passkey_refused', 'passkeys_unavailable', 'too_many_requests'],
})

export const confirmTwoFactor = endpoint({
  id: 'confirmTwoFactor',
  method: 'POST',
  path: '/identity/v1/user/twoFactor/confirm',
  summary: 'Turn two-factor sign-in on with a first code; answers with recovery codes, shown only once',
  tag: 'identity',
  auth: 'session',
  body: z.strictObject({ otp: otpSchema }),
  responses: { 200: z.object({ recovery_codes: z.array(z.string()) }) },
  errors: ['too_many_requests'],
})

export const removeTwoFactor = endpoint({
  id: 'removeTwoFactor',
  method: 'POST',
  path: '/identity/v1/user/twoFactor/remove',
  summary: 'Turn two-factor sign-in off',
  tag: 'identity',
  auth: 'session',
  body: proofSchema,
  responses: { 200: z.object({ active: z.literal(false) }) },
  errors: ['passkey_refused', 'passkeys_unavailable', 'too_many_requests'],
})
