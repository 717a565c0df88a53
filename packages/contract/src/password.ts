import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { fieldCode } from './field-errors.ts'
import { singleLine } from './single-line.ts'

const PASSWORD_MIN = 8
const PASSWORD_MAX = 128
const lengthOf = (text: string): number => Array.from(text).length

/** A new password: 8 to 128 characters of any kind, used unchanged. The server rejects passwords that are easy to guess. */
export const newPasswordSchema = z
  .string()
  .refine((text) => lengthOf(text) >= PASSWORD_MIN, { params: fieldCode('password_too_short') })
  .refine((text) => lengthOf(text) <= PASSWORD_MAX, { params: fieldCode('too_long') })
  .meta({ minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX })

/** The user's current password, required again before a sensitive change. */
export const presentPassword = z.string().min(1).max(1024)

export const forgotPassword = endpoint({
  id: 'forgotPassword',
  method: 'POST',
  path: '/identity/v1/user/forgotPassword',
  summary: 'Request a mail with a link to set a new password; the answer is the same whether the user exists or not',
  tag: 'identity',
  auth: 'public',
  /** `username` may also be the e-mail address. */
  body: z.strictObject({ username: singleLine(200).min(1) }),
  responses: { 200: z.object({ accepted: z.literal(true) }) },
  errors: ['too_many_requests'],
})

export const resetPassword = endpoint({
  id: 'resetPassword',
  method: 'POST',
  path: '/identity/v1/user/reset',
  summary: 'Set a new password with the token from the mail; ends every session and starts none',
  tag: 'identity',
  auth: 'public',
  body: z.strictObject({ token: z.string().min(1).max(200), password: newPasswordSchema }),
  responses: { 200: z.object({ reset: z.literal(true) }) },
  errors: ['reset_token_invalid', 'too_many_requests'],
})
