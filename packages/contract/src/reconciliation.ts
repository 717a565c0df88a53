import * as z from 'zod'
import { calendarDay } from './calendar-day.ts'
import { endpoint } from './endpoint.ts'

/**
 * `payment`: Stripe and the ledger disagree about a payment at the end of the day. `unknown_movement`: it belongs to no
 * payment. `line_without_top_up`: money at the bank about which nothing is decided. `top_up_without_line` and
 * `payout_without_line`: a top-up or a payout of Stripe whose money was not seen at the bank.
 */
export const DIFFERENCE_KINDS = [
  'payment',
  'unknown_movement',
  'line_without_top_up',
  'top_up_without_line',
  'payout_without_line',
] as const

/** In pence. An amount is absent where that side knows nothing of it. */
const differenceSchema = z.object({
  kind: z.enum(DIFFERENCE_KINDS),
  /** Of the payment, the movement, the line or the top-up. */
  id: z.string(),
  text: z.string(),
  organisation: z.string().optional(),
  provider: z.int().optional(),
  ledger: z.int().optional(),
  bank: z.int().optional(),
})
export type Difference = z.output<typeof differenceSchema>

/** In pence, all of one UK day. */
const reconciliationSchema = z.object({
  day: calendarDay,
  provider: z.object({
    /** False until the day is over and Stripe was asked for it; its sums are then 0, and payments are not compared. */
    is_read: z.boolean(),
    /** Payments less refunds and disputes, before fees. */
    payments: z.int(),
    fees: z.int(),
    /** What Stripe paid out to the bank. */
    payouts: z.int(),
  }),
  ledger: z.object({
    payments: z.int(),
    top_ups: z.int(),
    /** The part of them whose money was at the bank on another day. */
    seen_on_other_days: z.int(),
  }),
  bank: z.object({
    credits: z.int(),
    /** The part of them that was booked as top-ups on another day. */
    booked_on_other_days: z.int(),
    /** The part of them that is a payout of Stripe. */
    payouts: z.int(),
    /** The part of them that is neither a top-up nor a payout. */
    set_aside: z.int(),
  }),
  /** The first 200. */
  differences: z.array(differenceSchema),
  total: z.int(),
})
export type Reconciliation = z.output<typeof reconciliationSchema>

export const getReconciliation = endpoint({
  id: 'getReconciliation',
  method: 'GET',
  path: '/stamp/v1/reconciliation',
  summary: 'What Stripe, the ledger and the bank have of one UK day, and every difference between them',
  tag: 'carrier',
  auth: 'session',
  permission: 'top_up',
  everyOrganisation: true,
  query: z.strictObject({ day: calendarDay }),
  responses: { 200: reconciliationSchema },
  errors: [],
})
