import { TRANSFER_VERDICTS } from '@postroom/domain/payment/match-transfer'
import * as z from 'zod'
import { calendarDay } from './calendar-day.ts'
import { endpoint } from './endpoint.ts'
import { listQuery, pageOf } from './list.ts'
import { singleLine } from './single-line.ts'

/** The bank account is that of the installation, so its statements are known to the operator only. */
const BY_OPERATOR = { tag: 'carrier', auth: 'session', permission: 'top_up', everyOrganisation: true } as const

/** The maximum number of entries of a file. */
export const STATEMENT_LINES_MAX = 10_000
const STATEMENT_MAX_BYTES = 5 * 1024 * 1024

/**
 * Why an entry of a statement is not kept. `reference_reused`: the bank gave its reference to another amount or day before.
 */
export const IGNORED_REASONS = [
  'debit',
  'reversal',
  'not_booked',
  'other_currency',
  'no_amount',
  'reference_reused',
] as const

/** The outcome of an import. Nothing is credited by it. */
const importSchema = z.object({
  /** Credits that are new. */
  imported: z.int(),
  /** Credits that were imported before. */
  repeated: z.int(),
  /** How many entries are not kept. */
  ignored: z.int(),
  /** The first 100 of them. */
  ignored_entries: z.array(
    z.object({
      account: z.string(),
      day: calendarDay,
      /** As the file writes it, with its currency. */
      amount: z.string(),
      reason: z.enum(IGNORED_REASONS),
    }),
  ),
})
export type StatementImport = z.output<typeof importSchema>

export const importBankStatement = endpoint({
  ...BY_OPERATOR,
  id: 'importBankStatement',
  method: 'POST',
  path: '/stamp/v1/bankstatement',
  summary:
    'Import a bank statement, camt.053 version 02 or 08, of up to 10,000 entries. Each credit is kept once, however often it is imported',
  body: z.string(),
  bodyType: 'xml',
  bodyMaxBytes: STATEMENT_MAX_BYTES,
  responses: { 200: importSchema },
  errors: ['bank_statement_unreadable', 'too_many_lines'],
})

export const importBankStatementCsv = endpoint({
  ...BY_OPERATOR,
  id: 'importBankStatementCsv',
  method: 'POST',
  path: '/stamp/v1/bankstatement/csv',
  summary:
    'Import a bank statement from a CSV file of up to 10,000 lines. Each credit is kept once; without a transaction id, by its content',
  query: z.strictObject({
    account: singleLine(50).min(1).describe('The bank account of the statement. Always write it in the same way.'),
  }),
  body: z.string(),
  bodyType: 'csv',
  bodyMaxBytes: STATEMENT_MAX_BYTES,
  responses: { 200: importSchema },
  errors: ['too_many_lines'],
})

/** A top-up that may have been paid by a line. */
const proposalSchema = z.object({
  /** Of the request; of the top-up where one operator booked it alone. */
  id: z.uuid(),
  organisation: z.string(),
  account_id: z.uuid(),
  amount: z.int(),
  reference: z.string(),
  is_credited: z.boolean(),
  /** The operator who requested it; absent when the top-up is credited. They cannot confirm it. */
  requested_by: z.uuid().optional(),
})

/** A credit of a statement, in pence. */
const lineSchema = z.object({
  id: z.uuid(),
  account: z.string(),
  day: calendarDay,
  amount: z.int(),
  text: z.string(),
  payer: z.string(),
  /** `payout`: it names no top-up, and Stripe paid out this amount shortly before. */
  verdict: z.enum([...TRANSFER_VERDICTS, 'payout', 'confirmed', 'set_aside']),
  proposals: z.array(proposalSchema),
  /** The payouts of Stripe that it may be, by their movements. */
  payouts: z.array(z.object({ id: z.string(), day: calendarDay })),
  /** The top-up that it paid. */
  top_up: z.object({ id: z.uuid(), organisation: z.string(), confirmed_at: z.iso.datetime() }).optional(),
  /** Why it is no top-up; `payout` is the movement that it is. */
  set_aside: z.object({ reason: z.string(), at: z.iso.datetime(), payout: z.string().optional() }).optional(),
})
export type BankLine = z.output<typeof lineSchema>

export const listBankLines = endpoint({
  ...BY_OPERATOR,
  id: 'listBankLines',
  method: 'GET',
  path: '/stamp/v1/bankline',
  summary: 'Credits of bank statements, with the top-ups that each may have paid; newest first by default',
  query: listQuery(['day']).extend({
    orderAsc: z.enum(['true', 'false']).default('false'),
    state: z.enum(['open', 'confirmed', 'set_aside']).optional(),
  }),
  responses: { 200: pageOf(lineSchema) },
  errors: [],
})

export const confirmBankLine = endpoint({
  ...BY_OPERATOR,
  id: 'confirmBankLine',
  method: 'POST',
  path: '/stamp/v1/bankline/{lineId}/confirm',
  summary:
    'Confirm that a line paid a proposed top-up. A request of another operator is thereby approved and credited; safe to repeat',
  params: z.strictObject({ lineId: z.uuid() }),
  body: z.strictObject({ proposal: z.uuid() }),
  responses: { 200: lineSchema },
  errors: [
    'bank_line_confirmed',
    'bank_line_set_aside',
    'bank_line_differs',
    'second_person_needed',
    'topup_decided',
    'topup_expired',
    'topup_requester_gone',
  ],
})

const setAsideSchema = z.strictObject({
  reason: singleLine(200).min(1),
  payout: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('The payout of Stripe that the line is, as its proposals name it.'),
})
export type SetAside = z.output<typeof setAsideSchema>

export const setBankLineAside = endpoint({
  ...BY_OPERATOR,
  id: 'setBankLineAside',
  method: 'PUT',
  path: '/stamp/v1/bankline/{lineId}/aside',
  summary: 'Record that a line is no top-up, and why; perhaps that it is a payout of Stripe. Safe to repeat',
  params: z.strictObject({ lineId: z.uuid() }),
  body: setAsideSchema,
  responses: { 200: lineSchema },
  errors: ['bank_line_confirmed', 'bank_line_set_aside', 'bank_line_differs'],
})

export const reopenBankLine = endpoint({
  ...BY_OPERATOR,
  id: 'reopenBankLine',
  method: 'DELETE',
  path: '/stamp/v1/bankline/{lineId}/aside',
  summary: 'Open a line again that was set aside by mistake; safe to repeat',
  params: z.strictObject({ lineId: z.uuid() }),
  responses: { 200: lineSchema },
  errors: ['bank_line_confirmed'],
})
