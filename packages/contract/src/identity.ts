import { PLANS } from '@postroom/domain/catalogue/services'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { fieldCode } from './field-errors.ts'
import { bytesOf, jsonWithin } from './json-depth.ts'
import { newPasswordSchema, presentPassword } from './password.ts'
import { singleLine } from './single-line.ts'

export const permissionsSchema = z.object({
  /** `mod_{module}` keys and carrier keys (spec §6). */
  permissions: z.array(z.string()),
  roles: z.array(z.string()),
  products: z.array(z.string()),
  custom_data: z.record(z.string(), z.string()),
})
export type Permissions = z.output<typeof permissionsSchema>

export const getPermission = endpoint({
  id: 'getPermission',
  method: 'GET',
  path: '/identity/v1/user/permission',
  summary: 'What the signed-in user may do',
  tag: 'identity',
  auth: 'session',
  responses: { 200: permissionsSchema },
  errors: [],
})

export const logout = endpoint({
  id: 'logout',
  method: 'GET',
  path: '/identity/v1/user/logout',
  summary: 'End this session: its access token and its refresh token',
  tag: 'identity',
  auth: 'session',
  responses: { 200: z.object({ signed_out: z.literal(true) }) },
  errors: ['cross_site_request'],
})

export const userSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  fullname: z.string(),
  email: z.string(),
  plan: z.enum(PLANS),
  organisation: z.object({ id: z.uuid(), name: z.string() }),
})

const colleagueSchema = z.object({
  id: z.uuid(),
  fullname: z.string(),
  /** They can give rights to others; false for those who are disabled. */
  is_manager: z.boolean(),
})

/** The most colleagues that are listed, by name. */
export const COLLEAGUES_MAX = 1000

export const listColleagues = endpoint({
  id: 'listColleagues',
  method: 'GET',
  path: '/identity/v1/colleague',
  summary: 'Names of the users of the organisation, disabled ones too, without those who were erased; up to 1,000',
  tag: 'identity',
  auth: 'session',
  responses: { 200: z.object({ data: z.array(colleagueSchema) }) },
  errors: [],
})

export const getUser = endpoint({
  id: 'getUser',
  method: 'GET',
  path: '/identity/v1/user/{userId}',
  summary: 'One user of the caller’s organisation',
  tag: 'identity',
  auth: 'session',
  params: z.strictObject({ userId: z.uuid() }),
  /** `is_provisioned`: the identity provider manages them (SCIM), and overwrites their name and mail address. */
  responses: { 200: userSchema.extend({ is_provisioned: z.boolean() }) },
  errors: [],
})

export const updateSelf = endpoint({
  id: 'updateSelf',
  method: 'PUT',
  path: '/identity/v1/user/self',
  summary: 'Change your name, e-mail address or password; the last two need your current password',
  tag: 'identity',
  auth: 'session',
  body: z
    .strictObject({
      fullname: singleLine(100).min(1).optional(),
      email: z.email().max(200).optional(),
      password: newPasswordSchema.optional(),
      current_password: presentPassword.optional(),
    })
    .refine(({ email, password, current_password }) => current_password ?? (!email && !password), {
      path: ['current_password'],
      params: fieldCode('required'),
    }),
  responses: { 200: userSchema.omit({ organisation: true }) },
  errors: ['too_many_requests'],
})

const DATA_DEPTH_MAX = 8
const DATA_BYTES_MAX = 64 * 1024
const dataQuery = z.strictObject({ key: z.string().regex(/^[a-z0-9._-]{1,64}$/) })

/** Any JSON of at most 64 KiB whose lists and objects are nested at most eight deep. */
const userDataSchema = jsonWithin(DATA_DEPTH_MAX).refine((value) => bytesOf(JSON.stringify(value)) <= DATA_BYTES_MAX, {
  params: fieldCode('too_big'),
})

export const putUserData = endpoint({
  id: 'putUserData',
  method: 'PUT',
  path: '/identity/v1/user/data',
  summary: 'Save any JSON under a key for the signed-in user',
  tag: 'identity',
  auth: 'session',
  query: dataQuery,
  body: userDataSchema,
  responses: { 200: z.object({ key: z.string() }) },
  errors: [],
})

export const getUserData = endpoint({
  id: 'getUserData',
  method: 'GET',
  path: '/identity/v1/user/data',
  summary: 'The JSON that the signed-in user saved under a key; without a value when nothing is saved',
  tag: 'identity',
  auth: 'session',
  query: dataQuery,
  responses: { 200: z.object({ key: z.string(), value: z.unknown().optional() }) },
  errors: [],
})
