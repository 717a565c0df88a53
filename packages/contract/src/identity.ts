import { PLANS } from '@postroom/domain/services'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'

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
  summary: 'End this session, access and refresh token both',
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

export const getUser = endpoint({
  id: 'getUser',
  method: 'GET',
  path: '/identity/v1/user/{userId}',
  summary: 'One user of the own organisation',
  tag: 'identity',
  auth: 'session',
  params: z.strictObject({ userId: z.uuid() }),
  responses: { 200: userSchema },
  errors: [],
})
