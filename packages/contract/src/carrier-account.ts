import { CHANNELS } from '@postroom/domain/tariffs/channels'
import { LIMITS_OF_A_NEW_ACCOUNT } from '@postroom/domain/purchase/spending-limits'
import * as z from 'zod'
import { postalAddressSchema } from './address.ts'
import { calendarDay } from './calendar-day.ts'
import { carrierAccountSchema, spendingLimitsSchema, timeOfDay } from './carrier.ts'
import { carrierOrDefault } from './carrier-code.ts'
import { endpoint } from './endpoint.ts'
import { listQuery, pageOf } from './list.ts'
import { returnServiceCode } from './return-label.ts'
import { singleLine } from './single-line.ts'

/** Common to all calls of this file: a manager, and mostly one account of their organisation. @see spec §6 */
const BY_MANAGER = { tag: 'carrier', auth: 'session', permission: 'administration' } as const
const MANAGING = { ...BY_MANAGER, params: z.strictObject({ accountId: z.uuid() }) } as const

const name = singleLine(60).min(1)
/** Pence, to £100,000. */
const lowBalance = z.int().min(1).max(100_000_00).nullable()

export const openCarrierAccount = endpoint({
  ...BY_MANAGER,
  id: 'openCarrierAccount',
  method: 'POST',
  path: '/stamp/v1/carrieraccount',
  summary: 'Open another prepaid account. It starts empty; its carrier and its way of paying never change',
  body: z.strictObject({
    name,
    carrier_code: carrierOrDefault,
    pricing: z.enum(CHANNELS).default('online'),
    low_balance: lowBalance.default(null),
    limits: spendingLimitsSchema.default(LIMITS_OF_A_NEW_ACCOUNT),
  }),
  responses: { 200: carrierAccountSchema },
  errors: ['character_not_printable'],
})

export const updateCarrierAccount = endpoint({
  ...MANAGING,
  id: 'updateCarrierAccount',
  method: 'PUT',
  path: '/stamp/v1/carrieraccount/{accountId}',
  summary: 'Change an account: name, whether it may buy, spending limits, low-balance alert, billing address',
  body: z.strictObject({
    name: name.optional(),
    is_active: z.boolean().optional(),
    low_balance: lowBalance.optional(),
    limits: spendingLimitsSchema.optional(),
    /** null: only by hand. */
    manifest_at: timeOfDay.nullable().optional(),
    /** null: return labels are made on request only. */
    return_service: returnServiceCode.nullable().optional(),
    billing: postalAddressSchema.nullable().optional(),
  }),
  responses: { 200: carrierAccountSchema },
  errors: ['character_not_printable'],
})

const statementDays = { dateFrom: calendarDay.optional(), dateTo: calendarDay.optional() }

const movementKind = z.enum([
  'topup',
  'postage',
  'fee',
  'refund',
  'fee_refund',
  'adjustment',
  'payment_refund',
  'refund_failed',
  'dispute',
  'dispute_won',
])

/** One movement of money in pence. `amount` is negative when money went out; `balance` is the balance after it. */
const statementLineSchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  kind: movementKind,
  amount: z.int(),
  balance: z.int(),
  /** The reference of the top-up, the payment or the shipment. */
  reference: z.string(),
  /** The shipment paid for, and its item number. */
  shipment_id: z.uuid().optional(),
  tracking: z.string().optional(),
})
export type StatementLine = z.output<typeof statementLineSchema>

/** Money that is only held is not listed: the last `balance` equals `posted` of the account. Days are in UK time, both included. */
export const getStatement = endpoint({
  ...MANAGING,
  id: 'getStatement',
  method: 'GET',
  path: '/stamp/v1/carrieraccount/{accountId}/statement',
  summary: 'Every movement of money of an account, with the balance after it',
  query: listQuery(['at']).extend(statementDays),
  responses: { 200: pageOf(statementLineSchema) },
  errors: [],
})

/** The movements of one kind on one day of UK time, in pence. `balance` is the balance after them, the days' kinds in order. */
const statementDaySchema = z.object({
  day: calendarDay,
  kind: movementKind,
  movements: z.int(),
  amount: z.int(),
  balance: z.int(),
})
export type StatementDay = z.output<typeof statementDaySchema>

export const getStatementDays = endpoint({
  ...MANAGING,
  id: 'getStatementDays',
  method: 'GET',
  path: '/stamp/v1/carrieraccount/{accountId}/statement/day',
  summary: 'The movements of money of an account added up by day and kind, with the balance after them',
  query: listQuery(['day']).extend(statementDays),
  responses: { 200: pageOf(statementDaySchema) },
  errors: [],
})

export const exportStatement = endpoint({
  ...MANAGING,
  id: 'exportStatement',
  method: 'GET',
  path: '/stamp/v1/carrieraccount/{accountId}/statement.csv',
  summary: 'The statement as a CSV file, oldest first, up to 100,000 lines',
  query: z.strictObject(statementDays),
  responses: { 200: z.instanceof(Uint8Array) },
  answerType: 'csv',
  errors: ['too_many_lines'],
})
