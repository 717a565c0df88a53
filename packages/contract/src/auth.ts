import { PLANS } from '@postroom/domain/catalogue/services'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery, pageOf } from './list.ts'
import { otpSchema } from './otp.ts'
import { singleLine } from './single-line.ts'

/** The only client id that the token calls accept. */
export const WEB_CLIENT_ID = 'postroom-web'

/** Spec §3 'Auth user'. `expires_in` is seconds, `expires_at` an instant in UTC. */
export const authUserSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  token: z.string(),
  fullname: z.string(),
  email: z.string(),
  expires_in: z.int(),
  refresh_token: z.string(),
  expires_at: z.iso.datetime(),
  plan: z.enum(PLANS),
})
export type AuthUser = z.output<typeof authUserSchema>

/**
 * After the right password, `mfa_required` has in its details a `passkey_challenge` where the user has passkeys: one of them
 * may sign it for `signInWithPasskey` instead of a code.
 */
export const issueToken = endpoint({
  id: 'issueToken',
  method: 'POST',
  path: '/auth/v1/token',
  summary: 'Sign in with username and password',
  tag: 'auth',
  auth: 'public',
  bodyType: 'form',
  // any string, so that another grant type is answered with unsupported_grant_type (RFC 6749 §5.2)
  body: z.strictObject({
    grant_type: z.string().max(40),
    client_id: z.string().max(100),
    username: singleLine(200).min(1),
    password: z.string().min(1).max(1024),
    otp: otpSchema.optional(),
  }),
  responses: { 200: authUserSchema },
  errors: [
    'invalid_credentials',
    'mfa_required',
    'otp_invalid',
    'otp_locked',
    'two_factor_unreadable',
    'passwords_off',
    'invalid_client',
    'unsupported_grant_type',
    'too_many_requests',
  ],
})

export const refreshToken = endpoint({
  id: 'refreshToken',
  method: 'POST',
  path: '/auth/v1/refresh',
  summary: 'Renew a session; the refresh token changes at every use',
  tag: 'auth',
  auth: 'public',
  bodyType: 'form',
  body: z.strictObject({
    grant_type: z.string().max(40),
    client_id: z.string().max(100),
    refresh_token: z.string().min(1).max(200),
  }),
  responses: { 200: authUserSchema },
  errors: ['refresh_token_invalid', 'invalid_client', 'unsupported_grant_type', 'too_many_requests'],
})

/** One session of the user. `current`: the session of this call. */
export const sessionSchema = z.object({
  id: z.uuid(),
  user_agent: z.string(),
  address: z.string(),
  started_at: z.iso.datetime(),
  renewed_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  current: z.boolean(),
})

export const listSessions = endpoint({
  id: 'listSessions',
  method: 'GET',
  path: '/identity/v1/user/session',
  summary: 'The sessions of the user',
  tag: 'identity',
  auth: 'session',
  query: listQuery(['started_at', 'renewed_at']),
  responses: { 200: pageOf(sessionSchema) },
  errors: [],
})

export const endSession = endpoint({
  id: 'endSession',
  method: 'DELETE',
  path: '/identity/v1/user/session/{sessionId}',
  summary: 'End one session of the user',
  tag: 'identity',
  auth: 'session',
  params: z.strictObject({ sessionId: z.uuid() }),
  responses: { 200: z.object({ signed_out: z.literal(true) }) },
  errors: [],
})

export const endOtherSessions = endpoint({
  id: 'endOtherSessions',
  method: 'DELETE',
  path: '/identity/v1/user/session',
  summary: 'End every session of the user except the one of this call',
  tag: 'identity',
  auth: 'session',
  responses: { 200: z.object({ signed_out: z.literal(true) }) },
  errors: [],
})
