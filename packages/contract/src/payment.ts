import { PAYMENT_LIMITS } from '@postroom/domain/payment/payment-amounts'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery, pageOf } from './list.ts'

/** Common to the calls of a manager about one account of their organisation. */
const MANAGING = { tag: 'carrier', auth: 'session', permission: 'administration' } as const
const account = z.strictObject({ accountId: z.uuid() })

/**
 * `open`: not paid yet. `pending`: paid by a method that takes days. `differs`: what was paid is not what was asked for,
 * and an operator has to look; nothing was booked.
 */
export const PAYMENT_STATES = ['open', 'pending', 'paid', 'failed', 'differs'] as const

/** Money that a customer pays in through the payment service, in pence. */
const paymentSchema = z.object({
  id: z.uuid(),
  account_id: z.uuid(),
  amount: z.int(),
  /** The text that names it on the statement and at the payment service. */
  reference: z.string(),
  state: z.enum(PAYMENT_STATES),
  /** Pence taken back from the account by refunds and disputes. */
  taken_back: z.int(),
  /** A saved card was charged without anybody present. */
  is_automatic: z.boolean(),
  created_at: z.iso.datetime(),
})
export type Payment = z.output<typeof paymentSchema>

/** Safe to repeat with the header `Idempotency-Key`. Without it every call starts another payment. */
export const startPayment = endpoint({
  ...MANAGING,
  id: 'startPayment',
  method: 'POST',
  path: '/stamp/v1/carrieraccount/{accountId}/payment',
  summary: 'Start a payment by card; the customer pays at `url`, the page of the payment service',
  params: account,
  body: z.strictObject({
    /** Pence, £5 to £5,000. */
    amount: z.int().min(PAYMENT_LIMITS.least).max(PAYMENT_LIMITS.most),
  }),
  responses: {
    200: paymentSchema.extend({
      /** Absent when the payment is no longer open. */
      url: z.url().optional(),
    }),
  },
  errors: ['payment_not_available', 'idempotency_key_reused', 'too_many_requests'],
})

export const listPayments = endpoint({
  ...MANAGING,
  id: 'listPayments',
  method: 'GET',
  path: '/stamp/v1/carrieraccount/{accountId}/payment',
  summary: 'The payments of an account',
  params: account,
  query: listQuery(['created_at']).extend({ orderAsc: z.enum(['true', 'false']).default('false') }),
  responses: { 200: pageOf(paymentSchema) },
  errors: [],
})

export const getPayment = endpoint({
  ...MANAGING,
  id: 'getPayment',
  method: 'GET',
  path: '/stamp/v1/carrieraccount/{accountId}/payment/{paymentId}',
  summary: 'The state of one payment',
  params: account.extend({ paymentId: z.uuid() }),
  responses: { 200: paymentSchema },
  errors: [],
})

/** The body is read as text, because the signature is that of its bytes. */
export const receivePaymentEvent = endpoint({
  id: 'receivePaymentEvent',
  method: 'POST',
  path: '/stamp/v1/payment/stripe/event',
  summary: 'An event of Stripe, with its header Stripe-Signature. Repeated and unknown events do nothing',
  tag: 'carrier',
  auth: 'public',
  body: z.string().min(1),
  bodyMaxBytes: 256 * 1024,
  responses: { 200: z.object({ received: z.literal(true) }) },
  errors: ['payment_signature_invalid', 'not_found'],
})

/** A difference between the payment service and us. Nothing is booked for it. */
const paymentDifferenceSchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  kind: z.enum(['unknown_payment', 'other_session', 'amount', 'currency', 'went_back']),
  /** The payment service's id of what differs. */
  object: z.string(),
  ours: z.string(),
  stripes: z.string(),
  payment_id: z.uuid().optional(),
  /** The name of the organisation whose payment it is. */
  organisation: z.string().optional(),
})
export type PaymentDifference = z.output<typeof paymentDifferenceSchema>

export const listPaymentDifferences = endpoint({
  id: 'listPaymentDifferences',
  method: 'GET',
  path: '/stamp/v1/payment/difference',
  summary: 'Where the payment service and the ledger disagree, for all organisations, newest first',
  tag: 'carrier',
  auth: 'session',
  permission: 'top_up',
  everyOrganisation: true,
  query: listQuery(['at']).extend({ orderAsc: z.enum(['true', 'false']).default('false') }),
  responses: { 200: pageOf(paymentDifferenceSchema) },
  errors: [],
})
