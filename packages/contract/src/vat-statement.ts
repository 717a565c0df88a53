import { VAT_GROUPS } from '@postroom/domain/rating/vat'
import * as z from 'zod'
import { calendarDay } from './calendar-day.ts'
import { endpoint } from './endpoint.ts'

const OF_AN_ACCOUNT = {
  method: 'GET',
  tag: 'carrier',
  auth: 'session',
  permission: 'administration',
  params: z.strictObject({ accountId: z.uuid() }),
  /** A calendar month of UK time, `2026-11`. */
  query: z.strictObject({ month: z.string().regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/) }),
  errors: [],
} as const

const party = z.object({ name: z.string(), address: z.array(z.string()) })

/** In pence. `net` plus `vat` is `gross`. Refunds are negative. */
const share = z.object({ net: z.int(), vat: z.int(), gross: z.int() })

/**
 * What an account bought in a month, minus refunds. Without the seller's VAT number (`vat_number` null) it is no evidence for a
 * tax office, and its PDF says so.
 */
export const vatStatementSchema = z.object({
  month: z.string(),
  account_name: z.string(),
  seller: party.extend({ vat_number: z.string().nullable() }),
  buyer: party,
  groups: z.array(share.extend({ group: z.enum(VAT_GROUPS) })),
  /** Days in UK time with a purchase or a refund. */
  days: z.array(share.extend({ day: calendarDay })),
})
export type VatStatement = z.output<typeof vatStatementSchema>

export const getVatStatement = endpoint({
  ...OF_AN_ACCOUNT,
  id: 'getVatStatement',
  path: '/stamp/v1/carrieraccount/{accountId}/vat-statement',
  summary: 'The VAT of a month, by rate and by day',
  responses: { 200: vatStatementSchema },
})

export const exportVatStatement = endpoint({
  ...OF_AN_ACCOUNT,
  id: 'exportVatStatement',
  path: '/stamp/v1/carrieraccount/{accountId}/vat-statement.csv',
  summary: 'Every purchase and refund of a month with its VAT as a CSV file; up to 100,000 lines',
  responses: { 200: z.instanceof(Uint8Array) },
  answerType: 'csv',
  errors: ['statement_too_long'],
})

export const downloadVatStatement = endpoint({
  ...OF_AN_ACCOUNT,
  id: 'downloadVatStatement',
  path: '/stamp/v1/carrieraccount/{accountId}/vat-statement.pdf',
  summary: 'The VAT statement of a month as a PDF of one page',
  responses: { 200: z.instanceof(Uint8Array) },
  answerType: 'pdf',
})
