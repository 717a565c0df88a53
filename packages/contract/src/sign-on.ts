import { PLANS } from '@postroom/domain/catalogue/services'
import { FIRST_ROLES, OFFICE_ROLES } from '@postroom/domain/people/roles'
import * as z from 'zod'
import { authUserSchema } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { singleLine } from './single-line.ts'

/** Sign-on: people sign in at the identity provider of their organisation, by OpenID Connect. @see decision 041 */

export const DOMAINS_MAX = 20
export const GROUP_ROLES_MAX = 50

/**
 * What the configuration that an issuer publishes says. `address_refused`: not https, or not at a public address.
 * `other_issuer`: it names an issuer with another address. `no_code_flow`: it offers no sign-in with a code.
 */
export const SIGN_ON_RESULTS = [
  'ready',
  'address_refused',
  'unreachable',
  'not_understood',
  'other_issuer',
  'no_code_flow',
] as const
export type SignOnResult = (typeof SIGN_ON_RESULTS)[number]

/** A mail domain, or the handle of an organisation: what follows the `@` of a mail address or username. */
const at = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9.-]{1,200}$/)
const mailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/)
const issuer = z.url({ protocol: /^https?$/ }).max(300)
/** Only printable ASCII: they are sent in a header. */
const printable = (max: number) =>
  z
    .string()
    .trim()
    .regex(/^[!-~]+$/)
    .max(max)
/** A path of ours; the page checks it again. */
const returnUrl = z
  .string()
  .regex(/^\/(?:[^/\\]|$)/)
  .max(500)

const groupRole = z.strictObject({ group: singleLine(200).min(1), role: z.enum(OFFICE_ROLES) })

const settings = {
  issuer,
  client_id: printable(200),
  /** Users who sign in for the first time get this plan and role. */
  plan: z.enum(PLANS),
  role: z.enum(FIRST_ROLES),
  /** The claim that lists the groups of a user. */
  groups_claim: z
    .string()
    .trim()
    .regex(/^[\w.:/-]{1,100}$/)
    .optional(),
  /** With any, each sign-in sets the roles of the user. */
  group_roles: z.array(groupRole).max(GROUP_ROLES_MAX),
  /** Whether users may sign in with a password too. */
  passwords: z.boolean(),
}

export const signOnSchema = z.strictObject({
  ...settings,
  /** Absent: the stored one. */
  client_secret: printable(500).optional(),
  domains: z.array(mailDomain).max(DOMAINS_MAX),
})
export type SignOnSettings = z.output<typeof signOnSchema>

/** How an organisation signs on. Its client secret is never returned. */
const shownSchema = z.object({
  settings: z.object(settings).optional(),
  /** A domain counts once an operator has confirmed that it is the organisation's. */
  domains: z.array(z.object({ domain: z.string(), is_confirmed: z.boolean() })),
  /** What the identity provider has to know: where it sends people back, and where it reports who signed out. */
  redirect_uri: z.string(),
  logout_uri: z.string(),
  /** Opens the sign-in page of the organisation. */
  sign_in_link: z.string(),
  /** How the identity provider manages users (SCIM). Absent `last_called_at`: it never called. Exact to the minute. */
  provisioning: z.object({ base_uri: z.string(), has_key: z.boolean(), last_called_at: z.iso.datetime().optional() }),
})
export type ShownSignOn = z.output<typeof shownSchema>

/** `reports_logout`: whether the identity provider reports who signed out or was removed. */
const testSchema = z.object({ result: z.enum(SIGN_ON_RESULTS), reports_logout: z.boolean() })
export type SignOnTest = z.output<typeof testSchema>

const PUBLIC = { tag: 'auth', auth: 'public' } as const
const MANAGING = { tag: 'identity', auth: 'session', permission: 'administration' } as const
const PATH = '/auth/v1/sign-on'
const OWN = '/identity/v1/organisation/sign-on'

export const findSignOn = endpoint({
  ...PUBLIC,
  id: 'findSignOn',
  method: 'GET',
  path: PATH,
  summary: 'How users of a mail domain or organisation sign in; says nothing about any user',
  query: z.strictObject({ at }),
  responses: { 200: z.object({ organisation: z.string().optional(), passwords: z.boolean() }) },
  errors: ['too_many_requests'],
})

export const beginSignOn = endpoint({
  ...PUBLIC,
  id: 'beginSignOn',
  method: 'POST',
  path: PATH,
  summary: 'Begin to sign in at the identity provider of an organisation: the answer is the page to open',
  body: z.strictObject({ at, return_url: returnUrl.optional() }),
  responses: { 200: z.object({ url: z.string() }) },
  errors: ['not_found', 'sign_on_unavailable', 'too_many_requests'],
})

export const finishSignOn = endpoint({
  ...PUBLIC,
  id: 'finishSignOn',
  method: 'POST',
  path: `${PATH}/token`,
  summary: 'Sign in with what the identity provider returned, in the browser that began, once within ten minutes',
  body: z.strictObject({
    state: z.string().min(1).max(200),
    code: z.string().min(1).max(4096),
    iss: z.string().max(300).optional(),
  }),
  responses: { 200: z.object({ user: authUserSchema, return_url: z.string().optional() }) },
  errors: [
    'sign_on_expired',
    'sign_on_refused',
    'sign_on_mail',
    'sign_on_user',
    'sign_on_unavailable',
    'invalid_credentials',
    'too_many_requests',
  ],
})

export const endSignedOn = endpoint({
  ...PUBLIC,
  id: 'endSignedOn',
  method: 'POST',
  path: `${PATH}/{handle}/logout`,
  summary: 'The identity provider reports who signed out or was removed (OpenID Connect Back-Channel Logout)',
  bodyType: 'form',
  params: z.strictObject({ handle: at }),
  body: z.strictObject({ logout_token: z.string().min(1).max(8192) }),
  responses: { 200: z.object({ ended: z.int() }) },
  errors: ['not_found', 'logout_token_invalid', 'sign_on_unavailable', 'too_many_requests'],
})

export const getSignOn = endpoint({
  ...MANAGING,
  id: 'getSignOn',
  method: 'GET',
  path: OWN,
  summary: 'How the organisation signs on',
  responses: { 200: shownSchema },
  errors: [],
})

export const saveSignOn = endpoint({
  ...MANAGING,
  id: 'saveSignOn',
  method: 'PUT',
  path: OWN,
  summary: 'Change how the organisation signs on; unless the issuer is ready, nothing changes',
  body: signOnSchema,
  responses: { 200: testSchema },
  errors: ['sign_on_unproven', 'too_many_requests'],
})

export const testSignOn = endpoint({
  ...MANAGING,
  id: 'testSignOn',
  method: 'POST',
  path: `${OWN}/test`,
  summary: 'Read the configuration of an issuer, and change nothing',
  body: z.strictObject({ issuer }),
  responses: { 200: testSchema },
  errors: ['too_many_requests'],
})

export const removeSignOn = endpoint({
  ...MANAGING,
  id: 'removeSignOn',
  method: 'DELETE',
  path: OWN,
  summary: 'Stop signing on: passwords work again, and sessions that it opened end, except the one of this call',
  responses: { 200: z.object({ removed: z.literal(true) }) },
  errors: [],
})
