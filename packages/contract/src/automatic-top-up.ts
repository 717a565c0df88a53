import { PAYMENT_LIMITS } from '@postroom/domain/payment/payment-amounts'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'

/** Common to the calls of a manager about one account of their organisation. */
const MANAGING = {
  tag: 'carrier',
  auth: 'session',
  permission: 'administration',
  params: z.strictObject({ accountId: z.uuid() }),
} as const

/** The text that managers agree to, by its date: a call names the one that its user has read. */
export const CHARGE_CONSENT = '2026-11-27'

const PAUSE_REASONS = ['card_declined', 'card_expired', 'insufficient_funds', 'differs', 'not_confirmed'] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]

/** Why the card is not charged any more, for now. */
export const STOP_REASONS = [...PAUSE_REASONS, 'authentication_required'] as const

const termsSchema = z.object({
  /** Pence: the card is charged when less than this can be spent. */
  threshold: z.int().min(1).max(PAYMENT_LIMITS.most),
  /** Pence of one charge, £5 to £5,000. */
  amount: z.int().min(PAYMENT_LIMITS.least).max(PAYMENT_LIMITS.most),
  /** Charges in 24 hours. */
  most_a_day: z.int().min(1).max(10),
})

/**
 * `paused`: nothing is charged until a manager acts. `unconfirmed`: the bank wants the owner of the card to confirm a
 * charge; nothing is charged until they have, or a manager resumes without it.
 */
const automaticTopUpSchema = z.object({
  state: z.enum(['off', 'on', 'paused', 'unconfirmed']),
  paused_for: z.enum(PAUSE_REASONS).optional(),
  /** Absent: it was never turned on. */
  terms: termsSchema.optional(),
  card: z
    .object({
      brand: z.string(),
      last4: z.string(),
      /** The last month, as `2027-04`. */
      expires: z.string(),
    })
    .optional(),
  /** Pence of the charge that must be confirmed. */
  unconfirmed: z.int().optional(),
  /** Charges of the last 24 hours that did not fail. */
  charged: z.int(),
  /** A page on which a card is entered is open. */
  is_card_asked: z.boolean(),
})
export type AutomaticTopUp = z.output<typeof automaticTopUpSchema>

const withPage = automaticTopUpSchema.extend({
  /** The page of the payment service on which to go on. */
  url: z.url().optional(),
})

const PATH = '/stamp/v1/carrieraccount/{accountId}/automatic-top-up'

export const getAutomaticTopUp = endpoint({
  ...MANAGING,
  id: 'getAutomaticTopUp',
  method: 'GET',
  path: PATH,
  summary: 'Whether an account is topped up automatically, and with which card',
  responses: { 200: automaticTopUpSchema },
  errors: [],
})

export const saveAutomaticTopUp = endpoint({
  ...MANAGING,
  id: 'saveAutomaticTopUp',
  method: 'PUT',
  path: PATH,
  summary: 'Turn automatic top-up on or change it; a new card is entered at `url`, a page of the payment service',
  body: z.strictObject({
    ...termsSchema.shape,
    consent: z.literal(CHARGE_CONSENT),
    /** Asks for a card although one is saved. */
    other_card: z.boolean().default(false),
  }),
  responses: { 200: withPage },
  errors: ['payment_not_available', 'too_many_requests'],
})

export const endAutomaticTopUp = endpoint({
  ...MANAGING,
  id: 'endAutomaticTopUp',
  method: 'DELETE',
  path: PATH,
  summary: 'Turn automatic top-up off; the card is deleted here and at the payment service',
  responses: { 200: automaticTopUpSchema },
  errors: [],
})

export const resumeAutomaticTopUp = endpoint({
  ...MANAGING,
  id: 'resumeAutomaticTopUp',
  method: 'POST',
  path: `${PATH}/resume`,
  summary: 'Charge the card again after a pause, or without the charge that waits for confirmation',
  responses: { 200: automaticTopUpSchema },
  errors: [],
})

export const confirmAutomaticTopUp = endpoint({
  ...MANAGING,
  id: 'confirmAutomaticTopUp',
  method: 'POST',
  path: `${PATH}/confirm`,
  summary:
    'Pay what the bank wants confirmed, at `url`; a repeated call gets the same page. Nothing happens when nothing waits',
  responses: { 200: withPage },
  errors: ['payment_not_available', 'idempotency_key_reused'],
})
