import { areCombinable, KEY_OVERLAPS, KEY_SCOPES } from '@postroom/domain/people/api-keys'
import * as z from 'zod'
import { calendarDay } from './calendar-day.ts'
import { endpoint } from './endpoint.ts'
import { listQuery, pageOf } from './list.ts'
import { presentPassword } from './password.ts'
import { penceSchema } from './rate.ts'
import { singleLine } from './single-line.ts'

/** The most keys of an organisation that are neither revoked nor expired. */
export const API_KEYS_MAX = 20
export const KEY_CALLS_MAX = 600
const KEY_PENCE_MAX = 10_000_000
const KEY_ACCOUNTS_MAX = 20

/** A key without its secret. `accounts` null: every account of the organisation. Days are in UK time, the last one included. */
const apiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The first characters of the secret, by which people recognise it. */
  starts_with: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  accounts: z.array(z.uuid()).nullable(),
  calls_per_minute: z.int(),
  /** Null: only the limits of the accounts apply. */
  pence_per_day: penceSchema.nullable(),
  last_day: z.iso.date(),
  state: z.enum(['active', 'expired', 'revoked', 'maker_disabled']),
  /** The user for whom the key acts. */
  made_by: z.uuid(),
  made_at: z.iso.datetime(),
  /** Absent: never. Exact to the minute. */
  last_used_at: z.iso.datetime().optional(),
  /** Until then the secret before the last renewal is valid as well. */
  old_secret_until: z.iso.datetime().optional(),
})
export type ApiKey = z.output<typeof apiKeySchema>

/** `secret` is shown only in this answer. */
const withSecret = z.object({ key: apiKeySchema, secret: z.string() })

export const newApiKeySchema = z.strictObject({
  name: singleLine(60).pipe(z.string().min(1)),
  scopes: z.array(z.enum(KEY_SCOPES)).min(1).max(KEY_SCOPES.length).refine(areCombinable),
  accounts: z.array(z.uuid()).min(1).max(KEY_ACCOUNTS_MAX).nullable(),
  calls_per_minute: z.int().min(1).max(KEY_CALLS_MAX),
  pence_per_day: z.int().min(1).max(KEY_PENCE_MAX).nullable(),
  last_day: calendarDay,
  current_password: presentPassword,
})
export type NewApiKey = z.output<typeof newApiKeySchema>

export const renewedApiKeySchema = z.strictObject({
  overlap: z.enum(KEY_OVERLAPS),
  last_day: calendarDay,
  current_password: presentPassword,
})
export type RenewedApiKey = z.output<typeof renewedApiKeySchema>

const MANAGING = { tag: 'identity', auth: 'session', permission: 'administration' } as const

export const listApiKeys = endpoint({
  ...MANAGING,
  id: 'listApiKeys',
  method: 'GET',
  path: '/identity/v1/organisation/apikey',
  summary: 'The API keys of the organisation, without their secrets: those that can be used, then those that ended',
  query: listQuery(['made_at', 'name']).extend({ orderAsc: z.enum(['true', 'false']).default('false') }),
  responses: { 200: pageOf(apiKeySchema) },
  errors: [],
})

export const makeApiKey = endpoint({
  ...MANAGING,
  id: 'makeApiKey',
  method: 'POST',
  path: '/identity/v1/organisation/apikey',
  summary: 'Make an API key, with which programs act for the caller; its secret is shown only now',
  body: newApiKeySchema,
  responses: { 200: withSecret },
  errors: ['too_many_api_keys', 'too_many_requests'],
})

export const renewApiKey = endpoint({
  ...MANAGING,
  id: 'renewApiKey',
  method: 'POST',
  path: '/identity/v1/organisation/apikey/{keyId}/secret',
  summary: 'Give a key a new secret and a new last day; the old secret ends now, or a day or a week later',
  params: z.strictObject({ keyId: z.uuid() }),
  body: renewedApiKeySchema,
  responses: { 200: withSecret },
  errors: ['api_key_ended', 'too_many_api_keys', 'too_many_requests'],
})

export const revokeApiKey = endpoint({
  ...MANAGING,
  id: 'revokeApiKey',
  method: 'DELETE',
  path: '/identity/v1/organisation/apikey/{keyId}',
  summary: 'Revoke a key at once and for good. What was bought with it still names it',
  params: z.strictObject({ keyId: z.uuid() }),
  responses: { 200: apiKeySchema },
  errors: [],
})
