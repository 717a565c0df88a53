import { daysIn, PERIOD_MAX_DAYS } from '@postroom/domain/purchase/spending-periods'
import { SERVICE_CODES } from '@postroom/domain/catalogue/services'
import * as z from 'zod'
import { calendarDay } from './calendar-day.ts'
import { endpoint } from './endpoint.ts'
import { fieldCode } from './field-errors.ts'
import { penceSchema } from './rate.ts'

/** Days of purchase in UK time, both included, of one cost centre or one person or all. */
const spendingQuery = z
  .strictObject({
    from: calendarDay,
    to: calendarDay,
    costcenter: z.uuid().optional(),
    person: z.uuid().optional(),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], params: fieldCode('invalid_date') })
  .refine((period) => daysIn(period) <= PERIOD_MAX_DAYS, { path: ['from'], params: fieldCode('too_small') })
export type SpendingQuery = z.output<typeof spendingQuery>

/**
 * Postage that is paid or held. What the carrier rejected or took back counts on no day, and its refund is a movement of the
 * statement. Shipments entered by hand and test prints cost the account nothing and are left out.
 */
const sumSchema = z.object({ items: z.int(), spend: penceSchema })
export type SpendingSum = z.output<typeof sumSchema>

const periodSchema = { from: calendarDay, to: calendarDay }

/** A refund that the carrier has not decided. */
const openRefundSchema = z.object({
  id: z.uuid(),
  /** The addressee: the company or, without one, the person. */
  name: z.string(),
  asked_on: calendarDay,
  expected_by: calendarDay,
  amount: penceSchema,
})

const spendingSchema = z.object({
  ...periodSchema,
  total: sumSchema,
  /** Items for which a cheaper way was advised and not taken, and by how many pence it was cheaper. */
  could_save: z.object({ items: z.int(), amount: penceSchema }),
  /** Items that cost more at the Post Office counter on their day of posting, and by how many pence. */
  saved: z.object({ items: z.int(), amount: penceSchema }),
  /** Sums by service of each day; of a period longer than 62 days, of each month. Days without a purchase are left out. */
  bars: z.array(sumSchema.extend({ ...periodSchema, service: z.enum(SERVICE_CODES) })),
  /** Each list is ordered from the largest sum. `id` is null for what was bought for no cost centre. */
  cost_centers: z.array(sumSchema.extend({ id: z.uuid().nullable(), name: z.string() })),
  people: z.array(sumSchema.extend({ id: z.uuid(), name: z.string() })),
  countries: z.array(sumSchema.extend({ country: z.string() })),
  /** The same days of the month before, or as many days right before. Its bars go on until this period. */
  before: z.object({ ...periodSchema, total: sumSchema, bars: z.array(sumSchema.extend(periodSchema)) }),
  /** Of the whole organisation, oldest first; `rows` are at most 50. */
  refunds: z.object({ total: z.int(), amount: penceSchema, rows: z.array(openRefundSchema) }),
})
export type Spending = z.output<typeof spendingSchema>

const OF_A_PERIOD = { method: 'GET', tag: 'shipment', auth: 'session', query: spendingQuery } as const

export const getSpending = endpoint({
  ...OF_A_PERIOD,
  id: 'getSpending',
  path: '/stamp/v1/spending',
  summary: 'What the organisation spent in a period of up to 400 days, and in the period before',
  responses: { 200: spendingSchema },
  errors: [],
})

export const exportSpending = endpoint({
  ...OF_A_PERIOD,
  id: 'exportSpending',
  path: '/stamp/v1/spending.csv',
  summary: 'Spending by day, service, cost centre and person as a CSV file; up to 100,000 lines',
  responses: { 200: z.instanceof(Uint8Array) },
  answerType: 'csv',
  errors: ['too_many_lines'],
})
