import * as z from 'zod'
import { STOP_REASONS } from './automatic-top-up.ts'
import { endpoint } from './endpoint.ts'
import { listQuery } from './list.ts'
import { penceSchema } from './rate.ts'

const NOTICES_READ_MAX = 100

/** `inquiry`: the bank asks before it disputes. `closed`: an inquiry that became no dispute. */
export const DISPUTE_STATES = ['inquiry', 'open', 'won', 'lost', 'closed'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]

/** What happened, with what the page needs to say it and to link to it. */
const noticeContentSchema = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('balance_low'),
    account_id: z.uuid(),
    name: z.string(),
    balance: z.int(),
    low_balance: penceSchema,
  }),
  z.object({ event: z.literal('top_up_asked'), account_id: z.uuid(), name: z.string(), missing: penceSchema }),
  z.object({
    event: z.literal('top_up_stopped'),
    account_id: z.uuid(),
    name: z.string(),
    /** Of the charge. */
    amount: penceSchema,
    reason: z.enum(STOP_REASONS),
  }),
  z.object({
    event: z.literal('payment_disputed'),
    account_id: z.uuid(),
    name: z.string(),
    /** The name of the customer, for operators. */
    organisation: z.string().optional(),
    /** Of the payment. */
    reference: z.string(),
    /** What is disputed. */
    amount: penceSchema,
    state: z.enum(DISPUTE_STATES),
    /** Until then evidence can be sent to the payment service. */
    evidence_due: z.iso.datetime().optional(),
  }),
  z.object({
    event: z.literal('budget_exceeded'),
    cost_center_id: z.uuid(),
    code: z.string(),
    name: z.string(),
    amount: penceSchema,
    period: z.enum(['month', 'quarter', 'year']),
    /** First day of the period. */
    from: z.iso.date(),
  }),
  z.object({
    event: z.literal('refund_refused'),
    shipment_id: z.uuid(),
    tracking: z.string(),
    amount: penceSchema,
    /** The carrier's words. */
    reason: z.string(),
  }),
  z.object({
    event: z.literal('printer_stopped'),
    /** The workstation. */
    alias: z.string(),
    printer: z.string(),
    /** A code of `DEVICE_ERRORS`, or of a newer device manager. */
    error_code: z.string(),
  }),
  z.object({
    event: z.literal('device_outdated'),
    alias: z.string(),
    version: z.string(),
    newer_version: z.string(),
  }),
  z.object({ event: z.literal('webhook_stopped'), host: z.string() }),
  z.object({ event: z.literal('api_key_ending'), key_id: z.uuid(), name: z.string(), last_day: z.iso.date() }),
  z.object({ event: z.literal('api_key_stopped'), key_id: z.uuid(), name: z.string() }),
  z.object({
    event: z.enum([
      'password_changed',
      'email_changed',
      'codes_guessed',
      'two_factor_on',
      'two_factor_off',
      'passkey_added',
      'passkey_removed',
    ]),
  }),
])
export type NoticeContent = z.output<typeof noticeContentSchema>

const noticeSchema = z.object({
  id: z.uuid(),
  created_at: z.iso.datetime(),
  read: z.boolean(),
  content: noticeContentSchema,
  /** The name of the user who asked for it, where one did. */
  asked_by: z.string().optional(),
})

/** The events that users can turn off, here or by mail. Those about the safety of their own account are always sent. */
export const CHOSEN_EVENTS = [
  'balance_low',
  'budget_exceeded',
  'top_up_asked',
  'top_up_stopped',
  'payment_disputed',
  'refund_refused',
  'printer_stopped',
  'device_outdated',
  'webhook_stopped',
  'api_key_ending',
  'api_key_stopped',
] as const
export type ChosenEvent = (typeof CHOSEN_EVENTS)[number]

const choiceSchema = z.strictObject({
  event: z.enum(CHOSEN_EVENTS),
  /** In the list of notices. */
  here: z.boolean(),
  by_mail: z.boolean(),
})
export type NoticeChoice = z.output<typeof choiceSchema>

/** Only the parts that are given change. */
const choiceChangeSchema = choiceSchema.partial({ here: true, by_mail: true })
export type NoticeChoiceChange = z.output<typeof choiceChangeSchema>

/** Of the events that concern the caller: those for managers are left out for others. */
const choicesSchema = z.object({ data: z.array(choiceSchema) })

const declared = { tag: 'identity', auth: 'session', errors: [] } as const

export const listNotices = endpoint({
  ...declared,
  id: 'listNotices',
  method: 'GET',
  path: '/identity/v1/user/notice',
  summary: "The signed-in user's notices of the last 90 days, newest first, and how many of all are new",
  query: listQuery(['created_at'])
    .pick({ length: true })
    // not a number of rows: notices arrive, and leave the new ones, between two pages
    .extend({ after: z.uuid().optional(), state: z.enum(['new']).optional() }),
  responses: { 200: z.object({ data: z.array(noticeSchema), has_more: z.boolean(), unread: z.int() }) },
})

export const readNotices = endpoint({
  ...declared,
  id: 'readNotices',
  method: 'PUT',
  path: '/identity/v1/user/notice/read',
  summary: "Mark the signed-in user's notices as read: some, or all up to an instant. Ids of others are ignored",
  body: z.union([
    z.strictObject({ ids: z.array(z.uuid()).min(1).max(NOTICES_READ_MAX) }),
    z.strictObject({ until: z.iso.datetime() }),
  ]),
  responses: { 200: z.object({ unread: z.int() }) },
})

export const listNoticeChoices = endpoint({
  ...declared,
  id: 'listNoticeChoices',
  method: 'GET',
  path: '/identity/v1/user/notice/choice',
  summary: 'What the signed-in user is notified of, here and by mail',
  responses: { 200: choicesSchema },
})

export const saveNoticeChoice = endpoint({
  ...declared,
  id: 'saveNoticeChoice',
  method: 'PUT',
  path: '/identity/v1/user/notice/choice',
  summary: 'Change what the signed-in user is notified of: one event, from the next one on',
  body: choiceChangeSchema,
  responses: { 200: choicesSchema },
})
