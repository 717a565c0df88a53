import { PACKAGING_CODES, PRINTER_KINDS } from '@postroom/domain/catalogue/packaging'
import { CHANNELS } from '@postroom/domain/tariffs/channels'
import { OPTION_CODES } from '@postroom/domain/catalogue/options'
import { SERVICE_CODES } from '@postroom/domain/catalogue/services'
import * as z from 'zod'
import { postalAddressSchema } from './address.ts'
import { carrierCode } from './carrier-code.ts'
import { endpoint } from './endpoint.ts'
import { listQuery, pageOf } from './list.ts'
import { returnServiceCode } from './return-label.ts'

const carrierParams = z.strictObject({ carrier: carrierCode })
const serviceQuery = z.strictObject({ service: z.enum(SERVICE_CODES).optional() })
/** Absent: the prices that the organisation's first active account pays. */
const catalogueList = z.enum(CHANNELS).optional()
const countryCode = z.string().regex(/^[A-Z]{2}$/)

/**
 * Spending limits of an account, so that a stolen password cannot empty it at once: purchases in any 60 seconds, and pence
 * per day in UK time. Voided purchases count. null: no limit except the balance.
 */
export const spendingLimitsSchema = z.strictObject({
  purchases_per_minute: z.int().min(1).max(100_000).nullable(),
  pence_per_day: z.int().min(1).max(1_000_000_00).nullable(),
})

/** Hours and minutes, in the UK. */
export const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)

export const carrierAccountSchema = z.object({
  id: z.uuid(),
  /** The carrier of its purchases. */
  carrier_code: carrierCode,
  name: z.string(),
  is_active: z.boolean(),
  /** The prices it pays. */
  pricing: z.enum(CHANNELS),
  currency: z.literal('GBP'),
  /**
   * When the balance falls below this many pence, the managers are notified by mail, once until it has risen above it again.
   * null: never.
   */
  low_balance: z.int().nullable(),
  limits: spendingLimitsSchema,
  /** `HH:MM` in the UK: when the manifest of the day is asked for. Absent: only by hand. */
  manifest_at: timeOfDay.optional(),
  /** The service of the return labels that are prepared with each purchase. Absent: only on request. */
  return_service: returnServiceCode.optional(),
  /** The carrier supplies finished labels, which printers with fewer than 300 dots per inch cannot print. */
  finished_labels: z.literal(true).optional(),
  /** The buyer named on receipts and VAT statements; null: only the name of the account. */
  billing: postalAddressSchema.nullable(),
})

export type CarrierAccount = z.output<typeof carrierAccountSchema>

export const listCarrierAccounts = endpoint({
  id: 'listCarrierAccounts',
  method: 'GET',
  path: '/stamp/v1/carrieraccount',
  summary: 'The prepaid accounts of the organisation',
  tag: 'carrier',
  auth: 'session',
  scope: 'accounts',
  query: listQuery(['name', 'id']).extend({
    carrier_code: carrierCode.optional(),
    is_active: z.enum(['true', 'false']).optional(),
  }),
  responses: { 200: pageOf(carrierAccountSchema) },
  errors: [],
})

/** All in pence. `balance` is what can still be spent: `posted` minus `held`. */
export const balanceSchema = z.object({
  account_id: z.uuid(),
  currency: z.literal('GBP'),
  balance: z.int(),
  posted: z.int(),
  held: z.int(),
  /** What a saved card is being charged. */
  topping_up: z.int().optional(),
})
export type Balance = z.output<typeof balanceSchema>

export const getBalance = endpoint({
  id: 'getBalance',
  method: 'GET',
  path: '/stamp/v1/carrieraccount/{accountId}/balance',
  summary: 'The balance of an account',
  tag: 'carrier',
  auth: 'session',
  scope: 'accounts',
  params: z.strictObject({ accountId: z.uuid() }),
  responses: { 200: balanceSchema },
  errors: [],
})

export const askForTopUp = endpoint({
  id: 'askForTopUp',
  method: 'POST',
  path: '/stamp/v1/carrieraccount/{accountId}/ask-top-up',
  summary: 'Ask the managers by mail for a top-up; `missing` is what the sender is short of, in pence',
  tag: 'carrier',
  auth: 'session',
  params: z.strictObject({ accountId: z.uuid() }),
  body: z.strictObject({ missing: z.int().min(0).max(100_000_000) }),
  responses: { 200: z.object({ account_id: z.uuid() }) },
  errors: ['too_many_requests'],
})

export const listServices = endpoint({
  id: 'listServices',
  method: 'GET',
  path: '/stamp/v1/carriers/{carrier}/services',
  summary: 'The services to a destination, and why one is not available',
  tag: 'carrier',
  auth: 'session',
  scope: 'rates',
  params: carrierParams,
  query: z.strictObject({
    destination: countryCode.default('GB'),
    pricing: catalogueList,
  }),
  responses: {
    200: z.object({
      data: z.array(
        z.object({
          code: z.enum(SERVICE_CODES),
          name: z.string(),
          delivery: z.string(),
          tracking: z.enum(['none', 'confirmation', 'full']),
          signature: z.boolean(),
          compensation_gbp: z.array(z.int()),
          available: z.boolean(),
          /** When not available, an error code such as service_not_in_plan, no_published_price or service_not_listed. */
          reason: z.string().optional(),
          /** Details of the reason: the country, the price list and why it has no price. */
          details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
        }),
      ),
    }),
  },
  errors: [],
})

export const listOptions = endpoint({
  id: 'listOptions',
  method: 'GET',
  path: '/stamp/v1/carriers/{carrier}/options',
  summary:
    'The options with their fields and the services each allows; with a destination, whether each is available there',
  tag: 'carrier',
  auth: 'session',
  scope: 'rates',
  params: carrierParams,
  query: serviceQuery.extend({ destination: countryCode.optional(), pricing: catalogueList }),
  responses: {
    200: z.object({
      data: z.array(
        z.object({
          code: z.enum(OPTION_CODES),
          name: z.string(),
          services: z.array(z.enum(SERVICE_CODES)),
          /** Choices are in whole pounds. */
          fields: z.array(
            z.object({ code: z.string(), type: z.enum(['pence', 'choice', 'yes_no']), choices: z.array(z.int()) }),
          ),
          available: z.boolean(),
          /** Why none of its services is available: an error code and its details. */
          reason: z.string().optional(),
          details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
        }),
      ),
    }),
  },
  errors: [],
})

export const listPackaging = endpoint({
  id: 'listPackaging',
  method: 'GET',
  path: '/stamp/v1/carriers/{carrier}/packaging',
  summary: 'The formats with their inclusive limits in grams and millimetres',
  tag: 'carrier',
  auth: 'session',
  scope: 'rates',
  params: carrierParams,
  query: serviceQuery.extend({ pricing: catalogueList }),
  responses: {
    200: z.object({
      data: z.array(
        z.object({
          code: z.enum(PACKAGING_CODES),
          name: z.string(),
          printer: z.enum(PRINTER_KINDS),
          /** Where it may be sent; absent: everywhere. */
          scope: z.enum(['uk', 'abroad']).optional(),
          max_weight_g: z.int(),
          /** The limit for Tracked 24 and 48 in this format, where it is higher. */
          tracked_max_weight_g: z.int().optional(),
          /** The limit within the United Kingdom in this format, where it is higher. */
          uk_max_weight_g: z.int().optional(),
          /** Longest first. A tube has two limits of its own instead. */
          max_sides_mm: z.array(z.int()),
          max_sum_of_sides_mm: z.int().optional(),
          max_length_mm: z.int().optional(),
          max_length_and_two_diameters_mm: z.int().optional(),
        }),
      ),
    }),
  },
  errors: [],
})
