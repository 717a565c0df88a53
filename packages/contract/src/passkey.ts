import * as z from 'zod'
import { authUserSchema } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { proofSchema } from './proof.ts'
import { singleLine } from './single-line.ts'
import { assertionSchema, attestationSchema, creationOptionsSchema } from './webauthn.ts'

/** Passkeys (WebAuthn): a user signs in with one alone, or with one after the password. @see decision 046 */

export const PASSKEYS_MAX = 10
const name = singleLine(60).min(1)

/** `synced`: its authenticator copies it to other devices. */
const passkeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().optional(),
  synced: z.boolean(),
})
export type Passkey = z.output<typeof passkeySchema>

/**
 * A challenge is signed once, within five minutes. The browser asks for any passkey of the page's host, and requires user
 * verification.
 */
const challengeSchema = z.object({ challenge: z.string() })

const OWN = { tag: 'identity', auth: 'session' } as const
const PATH = '/identity/v1/user/passkey'
const ONE = `${PATH}/{passkeyId}` as const
const params = z.strictObject({ passkeyId: z.uuid() })

export const listPasskeys = endpoint({
  ...OWN,
  id: 'listPasskeys',
  method: 'GET',
  path: PATH,
  summary: 'The passkeys of the user, or why there can be none',
  responses: {
    200: z.object({
      passkeys: z.array(passkeySchema),
      /** `address`: the server has no https address with a domain name. `sign_on`: the organisation has turned passwords off. */
      unavailable: z.enum(['address', 'sign_on']).optional(),
    }),
  },
  errors: [],
})

export const challengePasskey = endpoint({
  ...OWN,
  id: 'challengePasskey',
  method: 'POST',
  path: `${PATH}/challenge`,
  summary: 'Get a challenge for a passkey that proves again who the user is',
  responses: { 200: challengeSchema },
  errors: ['passkeys_unavailable', 'too_many_requests'],
})

export const preparePasskey = endpoint({
  ...OWN,
  id: 'preparePasskey',
  method: 'POST',
  path: `${PATH}/options`,
  summary: 'Get what a browser needs to have a passkey made; nothing changes until it is added',
  body: proofSchema,
  responses: { 200: creationOptionsSchema },
  errors: ['passkey_refused', 'passkeys_unavailable', 'too_many_passkeys', 'too_many_requests'],
})

export const addPasskey = endpoint({
  ...OWN,
  id: 'addPasskey',
  method: 'POST',
  path: PATH,
  summary: 'Add the passkey that was made with the options; ends every other session of the user',
  body: z.strictObject({ name, credential: attestationSchema }),
  responses: { 200: passkeySchema },
  errors: ['passkey_refused', 'passkeys_unavailable', 'too_many_passkeys', 'too_many_requests'],
})

export const renamePasskey = endpoint({
  ...OWN,
  id: 'renamePasskey',
  method: 'PUT',
  path: ONE,
  summary: 'Give a passkey another name',
  params,
  body: z.strictObject({ name }),
  responses: { 200: passkeySchema },
  errors: [],
})

export const removePasskey = endpoint({
  ...OWN,
  id: 'removePasskey',
  method: 'DELETE',
  path: ONE,
  summary: 'Remove a passkey; ends every other session of the user',
  params,
  responses: { 200: z.object({ removed: z.literal(true) }) },
  errors: [],
})

export const beginPasskeySignIn = endpoint({
  id: 'beginPasskeySignIn',
  method: 'POST',
  path: '/auth/v1/passkey',
  summary: 'Get a challenge to sign in with a passkey; it is for nobody in particular',
  tag: 'auth',
  auth: 'public',
  responses: { 200: challengeSchema },
  errors: ['passkeys_unavailable', 'too_many_requests'],
})

/** Below the path of `issueToken`, as it reads and sets the same cookie of known devices. */
export const signInWithPasskey = endpoint({
  id: 'signInWithPasskey',
  method: 'POST',
  path: '/auth/v1/token/passkey',
  summary: 'Sign in with a passkey that has signed a challenge of `beginPasskeySignIn` or `mfa_required`',
  tag: 'auth',
  auth: 'public',
  body: assertionSchema,
  responses: { 200: authUserSchema },
  errors: ['invalid_credentials', 'passkeys_unavailable', 'passwords_off', 'too_many_requests'],
})
