import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery, pageOf } from './list.ts'
import { singleLine } from './single-line.ts'

/**
 * A top-up needs evidence from outside the organisation, so an operator of the installation records it. A second operator
 * must approve large amounts.
 */
const BY_OPERATOR = { tag: 'carrier', auth: 'session', permission: 'top_up', everyOrganisation: true } as const

/** Money received on the account, in pence. `transfer_id` is its line on the statement. */
const topUpSchema = z.object({
  id: z.uuid(),
  account_id: z.uuid(),
  provider: z.literal('manual'),
  amount: z.int(),
  reference: z.string(),
  transfer_id: z.int(),
  created_at: z.iso.datetime(),
})
export type TopUp = z.output<typeof topUpSchema>

export const TOP_UP_STATES = ['pending', 'approved', 'rejected', 'expired'] as const

/** A top-up that needs a second operator, in pence. The account is credited when it is approved. */
const topUpRequestSchema = z.object({
  id: z.uuid(),
  organisation_id: z.uuid(),
  /** The name of the organisation that the money is for. */
  organisation: z.string(),
  account_id: z.uuid(),
  amount: z.int(),
  reference: z.string(),
  state: z.enum(TOP_UP_STATES),
  requested_by: z.uuid(),
  requested_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  decided_by: z.uuid().optional(),
  decided_at: z.iso.datetime().optional(),
  /** Why it was rejected. */
  reason: z.string().optional(),
})
export type TopUpRequest = z.output<typeof topUpRequestSchema>

/** Safe to repeat with the header `Idempotency-Key`. Without it every call records money again. */
export const topUpAccount = endpoint({
  ...BY_OPERATOR,
  id: 'topUpAccount',
  method: 'POST',
  path: '/stamp/v1/carrieraccount/{accountId}/topup',
  summary: 'Record a bank transfer received, once for each Idempotency-Key. 202: a second operator must approve it',
  params: z.strictObject({ accountId: z.uuid() }),
  body: z.strictObject({
    /** Pence, to £100,000. */
    amount: z.int().min(1).max(100_000_00),
    /** The evidence: the text on the bank statement. */
    reference: singleLine(100).min(1),
  }),
  responses: { 200: topUpSchema, 202: topUpRequestSchema },
  errors: ['idempotency_key_reused'],
})

export const listTopUpRequests = endpoint({
  ...BY_OPERATOR,
  id: 'listTopUpRequests',
  method: 'GET',
  path: '/stamp/v1/topup',
  summary: 'Top-ups of all organisations that need or needed a second operator',
  query: listQuery(['requested_at']).extend({ state: z.enum(TOP_UP_STATES).optional() }),
  responses: { 200: pageOf(topUpRequestSchema) },
  errors: [],
})

const DECIDING = {
  ...BY_OPERATOR,
  method: 'POST',
  params: z.strictObject({ requestId: z.uuid() }),
  responses: { 200: topUpRequestSchema },
} as const

export const approveTopUp = endpoint({
  ...DECIDING,
  id: 'approveTopUp',
  path: '/stamp/v1/topup/{requestId}/approve',
  summary: 'Approve a top-up requested by another operator, which credits the account; safe to repeat',
  errors: ['second_person_needed', 'topup_decided', 'topup_expired', 'topup_requester_gone'],
})

export const rejectTopUp = endpoint({
  ...DECIDING,
  id: 'rejectTopUp',
  path: '/stamp/v1/topup/{requestId}/reject',
  summary: 'Reject a top-up requested by another operator; safe to repeat',
  body: z.strictObject({ reason: singleLine(200).min(1) }),
  errors: ['second_person_needed', 'topup_decided', 'topup_expired'],
})
