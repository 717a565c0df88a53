import * as z from 'zod'
import { calendarDay } from './calendar-day.ts'
import { endpoint } from './endpoint.ts'
import { listQuery, pageOf } from './list.ts'
import { singleLine } from './single-line.ts'

/** Common to all calls of this file: a manager reads the log of their own organisation. @see spec §6 */
const READING = { tag: 'identity', auth: 'session', permission: 'administration' } as const

/** Every event that the audit log records. */
export const AUDIT_EVENTS = [
  'account_changed',
  'account_opened',
  'addresses_exported',
  'addresses_imported',
  'addresses_marked_invalid',
  'api_key_made',
  'api_key_not_allowed',
  'api_key_renewed',
  'api_key_revoked',
  'audit_exported',
  'automatic_topup_agreed',
  'automatic_topup_off',
  'automatic_topup_resumed',
  'automatic_topup_stopped',
  'bank_line_confirmed',
  'bank_line_reopened',
  'bank_line_set_aside',
  'bank_statement_imported',
  'batch_begun',
  'batch_stopped',
  'budget_exceeded',
  'card_saved',
  'carrier_connected',
  'carrier_disconnected',
  'carrier_invoice_booked',
  'carrier_invoice_imported',
  'charge_adjusted',
  'contract_prices_added',
  'contract_prices_withdrawn',
  'cost_center_saved',
  'domain_confirmed',
  'email_changed',
  'enrolment_code_made',
  'enrolment_code_removed',
  'hub_enrolled',
  'hub_paired',
  'hub_unpaired',
  'manual_shipment_changed',
  'manual_shipment_deleted',
  'manual_shipment_entered',
  'not_in_plan',
  'organisation_added',
  'orders_imported',
  'order_accepted',
  'own_settings_deleted',
  'passkey_added',
  'passkey_copied',
  'passkey_removed',
  'password_changed',
  'password_reset',
  'password_reset_asked',
  'passwords_on',
  'payment_differs',
  'payment_disputed',
  'payment_failed',
  'payment_pending',
  'payment_received',
  'payment_returned',
  'payment_started',
  'payment_taken_back',
  'pending_changed',
  'pending_removed',
  'pending_saved',
  'manifest_asked',
  'permission_denied',
  'person_erased',
  'postage_bought',
  'postage_voided',
  'print_confirmed',
  'print_requested',
  'reference_fields_saved',
  'refresh_token_reused',
  'return_changed',
  'return_label_asked',
  'return_prepared',
  'return_recorded',
  'roles_by_groups',
  'session_ended',
  'sending_rules_saved',
  'settings_saved',
  'shipment_changed',
  'shipment_reprinted',
  'shipper_removed',
  'shipper_saved',
  'sign_in_failed',
  'sign_on_ended',
  'sign_on_refused',
  'sign_on_removed',
  'sign_on_saved',
  'signed_in',
  'signed_on',
  'shop_connected',
  'shop_removed',
  'signed_out',
  'statement_exported',
  'topup_approved',
  'topup_recorded',
  'topup_rejected',
  'topup_requested',
  'two_factor_failed',
  'two_factor_off',
  'two_factor_on',
  'user_added_by_provider',
  'user_changed',
  'user_changed_by_provider',
  'user_erased',
  'user_invited',
  'user_invited_again',
  'user_linked',
  'user_provisioned',
  'user_removed_by_provider',
  'void_refused',
  'void_requested',
  'webhook_changed',
  'webhook_created',
  'webhook_removed',
  'webhook_replayed',
  'webhook_secret_renewed',
  'webhook_stopped',
] as const
export type AuditEventName = (typeof AUDIT_EVENTS)[number]

const detailsSchema = z.record(z.string(), z.union([z.string(), z.number()]))

/** One entry of the audit log. `number` has no gaps within the organisation; `hash` (hex) chains it to the previous entry. */
const auditEventSchema = z.object({
  number: z.int(),
  at: z.iso.datetime(),
  /** Absent: the system, or a person at the server's command line. */
  user_id: z.uuid().optional(),
  /** The name of the API key with which the call was made. */
  key_name: z.string().optional(),
  event: z.string(),
  subject: z.string().optional(),
  details: detailsSchema,
  /** For a change of a user, an account or a cost centre: the details of the entry before, about the same. */
  before: detailsSchema.optional(),
  /** The address the call came from and its id in the request log. Absent for background work. */
  ip: z.string().optional(),
  request_id: z.string().optional(),
  hash: z.string(),
})
export type AuditEntry = z.output<typeof auditEventSchema>

/** Days are in UK time, both included. `subject` is the whole id of what an entry is about. */
const auditFilter = z.strictObject({
  event: singleLine(60).optional(),
  user_id: z.uuid().optional(),
  subject: singleLine(100).optional(),
  dateFrom: calendarDay.optional(),
  dateTo: calendarDay.optional(),
})
export type AuditFilter = z.output<typeof auditFilter>

export const listAuditEvents = endpoint({
  ...READING,
  id: 'listAuditEvents',
  method: 'GET',
  path: '/identity/v1/organisation/audit',
  summary: 'The audit log of the organisation. Days are in UK time, both included',
  query: listQuery(['number'])
    .extend(auditFilter.shape)
    .extend({ orderAsc: z.enum(['true', 'false']).default('false') }),
  responses: { 200: pageOf(auditEventSchema) },
  errors: [],
})

export const exportAuditEvents = endpoint({
  ...READING,
  id: 'exportAuditEvents',
  method: 'GET',
  path: '/identity/v1/organisation/audit.csv',
  summary: 'The audit log as a CSV file, newest first, up to 100,000 entries',
  query: auditFilter,
  responses: { 200: z.instanceof(Uint8Array) },
  answerType: 'csv',
  errors: [],
})

/**
 * Whether the log is whole. `entries` and `last_hash` are those at present; the entries up to `verified` were recomputed at
 * `checked_at`.
 */
const auditChainSchema = z.object({
  entries: z.int(),
  last_hash: z.string().optional(),
  /** Absent: not verified yet. */
  checked_at: z.iso.datetime().optional(),
  verified: z.int(),
  /** The number of the first entry that was changed or is missing. */
  broken: z.int().optional(),
})
export type AuditChain = z.output<typeof auditChainSchema>

export const getAuditChain = endpoint({
  ...READING,
  id: 'getAuditChain',
  method: 'GET',
  path: '/identity/v1/organisation/audit/chain',
  summary: 'What the last verification of the audit log found; the server verifies it every hour',
  responses: { 200: auditChainSchema },
  errors: [],
})

export const checkAuditChain = endpoint({
  ...READING,
  id: 'checkAuditChain',
  method: 'POST',
  path: '/identity/v1/organisation/audit/chain',
  summary: 'Verify every entry of the audit log now, up to six times in a quarter of an hour',
  responses: { 200: auditChainSchema },
  errors: ['too_many_requests'],
})
