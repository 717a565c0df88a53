import { OFFICE_ROLES } from '@postroom/domain/people/roles'
import { PLANS } from '@postroom/domain/catalogue/services'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery, pageOf } from './list.ts'
import { newUsername } from './username.ts'
import { singleLine } from './single-line.ts'

/** Common to all calls of this file: a manager administers their own organisation. @see spec §6 */
const MANAGING = { tag: 'identity', auth: 'session', permission: 'administration' } as const

/** A user of the organisation, as its manager sees them. */
const memberSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  fullname: z.string(),
  email: z.string(),
  plan: z.enum(PLANS),
  roles: z.array(z.string()),
  /** `invited`: has no password yet. `disabled`: may not sign in. */
  status: z.enum(['invited', 'active', 'disabled']),
  created_at: z.iso.datetime(),
  /** Whether the identity provider of the organisation manages them (SCIM), and overwrites what is changed here. */
  is_provisioned: z.boolean(),
})
export type Member = z.output<typeof memberSchema>

const roles = z.array(z.enum(OFFICE_ROLES)).min(1).max(OFFICE_ROLES.length)

export const listMembers = endpoint({
  ...MANAGING,
  id: 'listMembers',
  method: 'GET',
  path: '/identity/v1/organisation/user',
  summary: 'The users of the organisation',
  query: listQuery(['username', 'fullname', 'created_at']),
  responses: { 200: pageOf(memberSchema) },
  errors: [],
})

/** A person to invite. They set their own password. */
export const invitationSchema = z.strictObject({
  /** Users sign in with this and the handle of the organisation: `angharad@rhiannon-ceramics-ltd`. */
  username: newUsername,
  email: z.email().max(200),
  fullname: singleLine(100).min(1),
  plan: z.enum(PLANS),
  roles,
})
export type Invitation = z.output<typeof invitationSchema>

/** `invitation_sent`: whether the mail was sent. In either case the user exists and can be invited again. */
const invitedSchema = memberSchema.extend({ invitation_sent: z.boolean() })

export const inviteMember = endpoint({
  ...MANAGING,
  id: 'inviteMember',
  method: 'POST',
  path: '/identity/v1/organisation/user',
  summary: 'Invite a user by mail; its link works once within three days and lets them set a password',
  body: invitationSchema,
  responses: { 200: invitedSchema },
  errors: ['username_taken', 'too_many_requests'],
})

export const inviteMemberAgain = endpoint({
  ...MANAGING,
  id: 'inviteMemberAgain',
  method: 'POST',
  path: '/identity/v1/organisation/user/{userId}/invitation',
  summary: 'Send a new invitation to a user without a password; the earlier link stops working',
  params: z.strictObject({ userId: z.uuid() }),
  responses: { 200: invitedSchema },
  errors: ['not_invited', 'too_many_requests'],
})

export const updateMember = endpoint({
  ...MANAGING,
  id: 'updateMember',
  method: 'PUT',
  path: '/identity/v1/organisation/user/{userId}',
  summary:
    'Change the plan and roles of a user, or disable them; all their sessions end at once. An operator stays an operator',
  params: z.strictObject({ userId: z.uuid() }),
  body: z.strictObject({
    plan: z.enum(PLANS).optional(),
    roles: roles.optional(),
    is_disabled: z.boolean().optional(),
  }),
  responses: { 200: memberSchema },
  errors: ['own_rights', 'operator_protected'],
})

/** Why a user is erased; it is written to the audit log. */
export const ERASE_REASONS = ['left', 'on_request', 'by_mistake', 'other'] as const
export type EraseReason = (typeof ERASE_REASONS)[number]

export const eraseMember = endpoint({
  ...MANAGING,
  id: 'eraseMember',
  method: 'DELETE',
  path: '/identity/v1/organisation/user/{userId}',
  summary: 'Erase a user permanently: name, sessions and saved data. Their purchases remain, without a buyer',
  params: z.strictObject({ userId: z.uuid() }),
  query: z.strictObject({ reason: z.enum(ERASE_REASONS) }),
  responses: { 200: z.object({ id: z.uuid() }) },
  errors: ['own_rights', 'operator_protected'],
})
