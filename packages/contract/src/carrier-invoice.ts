import { INVOICE_OUTCOMES } from '@postroom/domain/purchase/match-invoice'
import * as z from 'zod'
import { calendarDay } from './calendar-day.ts'
import { carrierCode, carrierOrDefault } from './carrier-code.ts'
import { inOrder, OUT_OF_ORDER } from './day-range.ts'
import { endpoint } from './endpoint.ts'
import { listQuery, pageOf } from './list.ts'
import { singleLine } from './single-line.ts'

/** What a carrier charges is known to the operator of the installation only, who receives its invoices. */
const BY_OPERATOR = { tag: 'carrier', auth: 'session', permission: 'top_up', everyOrganisation: true } as const
const OF_AN_INVOICE = { ...BY_OPERATOR, params: z.strictObject({ invoiceId: z.uuid() }) } as const

/** The maximum number of lines of an invoice, and of items of its period. */
export const INVOICE_LINES_MAX = 10_000

/** An imported invoice, matched with what was bought. Amounts in pence including VAT. */
const invoiceSchema = z.object({
  id: z.uuid(),
  carrier: carrierCode,
  number: z.string(),
  /** Absent: it is for every account of the carrier. */
  account_id: z.uuid().optional(),
  /** The posting days that it charges, both included. */
  first_day: calendarDay,
  last_day: calendarDay,
  /** Of the file's text in UTF-8. */
  sha256: z.string(),
  imported_by: z.uuid(),
  imported_at: z.iso.datetime(),
  lines: z.int(),
  total: z.int(),
  agree: z.int(),
  /** Lines that differ, and items that are missing on it. */
  differ: z.int(),
  /** What the carrier charged above the books. */
  over: z.int(),
  /** What it charged below them. */
  under: z.int(),
  /** Differences that can be booked and are not. */
  to_book: z.int(),
  booked_at: z.iso.datetime().optional(),
  /** Why the differences were booked. */
  reason: z.string().optional(),
})
export type CarrierInvoice = z.output<typeof invoiceSchema>

/** A line in pence including VAT; `charged` is `expected` plus `difference`. */
const lineSchema = z.object({
  position: z.int(),
  /** The row of the file; absent when the item is missing on the invoice. */
  row: z.int().optional(),
  item_number: z.string(),
  service: z.string(),
  outcome: z.enum(INVOICE_OUTCOMES),
  charged: z.int(),
  expected: z.int(),
  difference: z.int(),
  shipment_id: z.uuid().optional(),
  /** The name of the organisation that bought it. */
  organisation: z.string().optional(),
  is_booked: z.boolean(),
})
export type CarrierInvoiceLine = z.output<typeof lineSchema>

export const importCarrierInvoice = endpoint({
  ...BY_OPERATOR,
  id: 'importCarrierInvoice',
  method: 'POST',
  path: '/stamp/v1/carrierinvoice',
  summary:
    'Import an invoice of a carrier from a CSV file of up to 10,000 lines: whole, or not at all. The same file again answers with the first import',
  query: z
    .strictObject({
      carrier: carrierOrDefault,
      number: singleLine(40).min(1),
      account_id: z.uuid().optional().describe('The account that it is for. Empty: every account of the carrier.'),
      dateFrom: calendarDay.describe('The first posting day that it charges.'),
      dateTo: calendarDay,
    })
    .refine(inOrder, OUT_OF_ORDER),
  body: z.string(),
  bodyType: 'csv',
  bodyMaxBytes: 2 * 1024 * 1024,
  responses: { 200: invoiceSchema },
  errors: ['invoice_number_taken', 'too_many_lines', 'not_found'],
})

export const listCarrierInvoices = endpoint({
  ...BY_OPERATOR,
  id: 'listCarrierInvoices',
  method: 'GET',
  path: '/stamp/v1/carrierinvoice',
  summary: 'The imported invoices of carriers, newest first by default',
  query: listQuery(['imported_at']).extend({ orderAsc: z.enum(['true', 'false']).default('false') }),
  responses: { 200: pageOf(invoiceSchema) },
  errors: [],
})

export const getCarrierInvoice = endpoint({
  ...OF_AN_INVOICE,
  id: 'getCarrierInvoice',
  method: 'GET',
  path: '/stamp/v1/carrierinvoice/{invoiceId}',
  summary: 'An imported invoice and how far it agrees',
  responses: { 200: invoiceSchema },
  errors: [],
})

export const listCarrierInvoiceLines = endpoint({
  ...OF_AN_INVOICE,
  id: 'listCarrierInvoiceLines',
  method: 'GET',
  path: '/stamp/v1/carrierinvoice/{invoiceId}/line',
  summary: 'The differences of an invoice in the order of its lines, or the lines with one outcome',
  query: listQuery(['position']).extend({ outcome: z.enum(INVOICE_OUTCOMES).optional() }),
  responses: { 200: pageOf(lineSchema) },
  errors: [],
})

export const exportCarrierInvoice = endpoint({
  ...OF_AN_INVOICE,
  id: 'exportCarrierInvoice',
  method: 'GET',
  path: '/stamp/v1/carrierinvoice/{invoiceId}/differences.csv',
  summary: 'Every difference of an invoice as a CSV file, for a dispute with the carrier',
  responses: { 200: z.instanceof(Uint8Array) },
  answerType: 'csv',
  errors: [],
})

export const downloadInvoiceEvidence = endpoint({
  ...BY_OPERATOR,
  id: 'downloadInvoiceEvidence',
  method: 'GET',
  path: '/stamp/v1/carrierinvoice/{invoiceId}/line/{position}/evidence.pdf',
  summary: 'The evidence of the shipment that a line charges, whatever became of it since',
  params: z.strictObject({ invoiceId: z.uuid(), position: z.string().regex(/^[1-9]\d{0,5}$/) }),
  responses: { 200: z.instanceof(Uint8Array) },
  answerType: 'pdf',
  errors: [],
})

export const bookCarrierInvoice = endpoint({
  ...OF_AN_INVOICE,
  id: 'bookCarrierInvoice',
  method: 'POST',
  path: '/stamp/v1/carrierinvoice/{invoiceId}/book',
  summary:
    'Book up to 500 differences of an invoice, each once; the first reason is kept. Call it again with `after` while the answer has `next`. Customers are never debited',
  body: z.strictObject({
    reason: singleLine(200).min(1),
    after: z.int().min(0).default(0).describe('The position after which the differences are booked.'),
  }),
  responses: {
    200: z.object({
      invoice: invoiceSchema,
      /** Differences that cannot be booked, with the rule that refuses them. */
      refused: z.array(z.object({ position: z.int(), reason: z.string() })),
      /** The last position of this call, when there may be more. */
      next: z.int().optional(),
    }),
  },
  errors: [],
})
