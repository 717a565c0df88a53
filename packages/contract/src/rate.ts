import { EXPLANATION_CODES } from '@postroom/domain/rating/explanation'
import { CHANNELS } from '@postroom/domain/tariffs/channels'
import { LENGTH_UNITS, WEIGHT_UNITS } from '@postroom/domain/measures'
import { PACKAGING_CODES } from '@postroom/domain/catalogue/packaging'
import { CONFIDENCES } from '@postroom/domain/tariffs/price-row'
import { SERVICE_CODES } from '@postroom/domain/catalogue/services'
import * as z from 'zod'
import { calendarDay } from './calendar-day.ts'
import { carrierOrDefault } from './carrier-code.ts'
import { customsSchema } from './customs.ts'
import { endpoint } from './endpoint.ts'
import { optionSchema } from './option.ts'
import { severalLines, singleLine } from './single-line.ts'

/** Whole pence as a JSON number. */
export const penceSchema = z.int().min(0)
const measure = z.number().positive()

const weightSchema = z.strictObject({ value: measure.max(100_000), units: z.enum(WEIGHT_UNITS).default('G') })

/** Outer size in the given units. A tube's `width` and `height` are its diameter. */
const dimSchema = z.strictObject({
  length: measure.max(10_000),
  width: measure.max(10_000),
  height: measure.max(10_000),
  /** Stored as given (spec §3). The size rules compute their own girth from the sides. */
  girth: measure.max(40_000).optional(),
  units: z.enum(LENGTH_UNITS).default('CM'),
})

export const parcelSchema = z.strictObject({
  number: z.int().min(1).max(1).default(1),
  packaging: z.enum(PACKAGING_CODES),
  /** The caller's own name for the packaging (spec §3). It is only stored. */
  packaging_name: singleLine(60).optional(),
  weight: weightSchema,
  dim: dimSchema.optional(),
})

/** The wishes for the label. Positions count from 0: `index` is the column, `row` the row. */
const metaDataSchema = z.strictObject({
  quantity: z.int().min(1).max(1000).default(1),
  avery_label_location: z
    .array(z.strictObject({ index: z.int().min(0).max(9), row: z.int().min(0).max(19) }))
    .max(100)
    .default([]),
  /** Code of the label stock (domain, label-stock.ts). Empty: the default stock of the label size. */
  label_name: singleLine(20).default(''),
  ERA: severalLines(200)
    .default('')
    .describe(
      'The return address on the label, up to four lines. Empty: none on a franking label, the address in from on others.',
    ),
  slogan: singleLine(60)
    .default('')
    .describe('Printed beside the mark of a franking label, and below the service on other labels.'),
})

/** Everything a price depends on, except the destination. */
export const itemFields = {
  carrier: carrierOrDefault,
  options: z.array(optionSchema).max(10).default([]),
  shipping_date: calendarDay,
  parcels: z.array(parcelSchema).min(1).max(1),
  meta_data: metaDataSchema.prefault({}),
  customs: customsSchema.optional(),
}

/** The cost centre that pays, in a list of at most one (spec §3). */
export const costCenterSchema = z
  .array(z.strictObject({ id: z.uuid() }))
  .max(1)
  .default([])

/** The part of an address that prices and rules depend on. The postcode identifies forces addresses, Northern Ireland and Scotland. */
const placeSchema = z.strictObject({
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('GB'),
  postal_code: singleLine(15).default(''),
})

/** The facts that a price depends on, without addresses, so that a form can show prices before it is complete. */
export const rateRequestSchema = z.strictObject({
  ...itemFields,
  /** The account that would pay, whose contract applies. Absent: the one that users pay from until they choose another. */
  by: z.uuid().optional(),
  service: z.enum(SERVICE_CODES).optional(),
  to: placeSchema.prefault({}),
  from: placeSchema.prefault({}),
  /** If given, `messages` list the services that its budget does not cover, as `budget_exceeded`. */
  costcenter: costCenterSchema.unwrap().optional(),
})
export type RateRequest = z.output<typeof rateRequestSchema>

export const chargesSchema = z.object({
  base_charge: penceSchema,
  total_fees: penceSchema,
  total_charge: penceSchema,
  /** VAT included in the total; 0 when the service is exempt. */
  vat: penceSchema,
  fees: z.array(z.object({ code: z.string(), name: z.string(), amount: penceSchema })),
  currency: z.literal('GBP'),
})

/** One price line. The amounts of all lines add up to the total. `values` fill the translation `explanation.{code}`. */
export const priceLineSchema = z.object({
  code: z.enum(EXPLANATION_CODES),
  description: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  amount: penceSchema,
})

const serviceRefSchema = z.object({ code: z.enum(SERVICE_CODES), name: z.string() })

export const rateQuoteSchema = z.object({
  service: serviceRefSchema,
  charges: chargesSchema,
  /** `code` is translated under `delivery.{code}`; `compensation_gbp` in whole pounds, 0 when none. */
  delivery: z.object({
    code: z.string(),
    description: z.string(),
    compensation_gbp: z.int(),
    /** The expected first and last day of delivery, counted in working days. Absent when there is no estimate. */
    earliest: calendarDay.optional(),
    latest: calendarDay.optional(),
  }),
  meta_data: z.object({
    tracking: z.boolean(),
    tracking_type: z.enum(['none', 'confirmation', 'full']),
    tracking_service: z.string(),
    vsi: z.boolean(),
    vsi_line1: z.string(),
    vsi_line2: z.string(),
    /** A cheaper way to send the same item: another format that it fits, or another service that is at least as good. */
    advice: z
      .object({
        packaging: z.enum(PACKAGING_CODES).optional(),
        service: z.enum(SERVICE_CODES).optional(),
        total_charge: penceSchema,
      })
      .optional(),
  }),
  /**
   * The price list. `confidence` is the lowest confidence of the figures in the price. `sources` name where the figures come from,
   * in English; empty when the user typed the price.
   */
  tariff: z.object({
    id: z.string(),
    effective_from: z.string(),
    confidence: z.enum(CONFIDENCES),
    sources: z.array(z.string()),
  }),
  explanation: z.array(priceLineSchema),
})
export type RateQuote = z.output<typeof rateQuoteSchema>

/** A remark on prices or a purchase. With a `service`: why it is not available. `details` help to fix it. */
export const messageSchema = z.object({
  service: serviceRefSchema.optional(),
  code: z.string(),
  description: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})

/** The way of paying, which decides the price list. */
export const pricing = z.enum(CHANNELS)

/** Optional fees: collection by the carrier, and the organisation's handling charge in pence. */
export const feeQuery = {
  with_pickup: z.enum(['true', 'false']).default('false'),
  handling_charge: z.coerce.number().int().min(0).max(100_000).default(0),
}

/** Whether the carrier collects items from the sender on a day; if not, why, and when it does. */
const postingDaySchema = z.object({
  day: calendarDay,
  collection: z.boolean(),
  reason: z.enum(['sunday', 'bank_holiday']).optional(),
  /** Name of the bank holiday. */
  holiday: z.string().optional(),
  collected_on: calendarDay,
})

export const rateShipment = endpoint({
  id: 'rateShipment',
  method: 'POST',
  path: '/stamp/v1/shipment/rate',
  summary: 'The price of an item with every available service, or with one',
  tag: 'shipment',
  auth: 'session',
  scope: 'rates',
  query: z.strictObject({
    pricing: pricing.default('online'),
    rate_shop_mode: z.enum(['all', 'cheapest', 'fastest']).default('all'),
    every_service: z
      .enum(['true', 'false'])
      .default('false')
      .describe(
        'Prices every service sold to the destination, each with the option it needs. The options in the body are not used.',
      ),
    ...feeQuery,
  }),
  body: rateRequestSchema,
  responses: {
    200: z.object({
      data: z.array(rateQuoteSchema),
      messages: z.array(messageSchema),
      /** The days an item may be posted on, today first. */
      posting_days: z.array(postingDaySchema),
    }),
  },
  errors: [
    'destination_not_available',
    'destination_suspended',
    'sender_outside_uk',
    'packaging_not_for_destination',
    'pickup_not_available',
    'packaging_too_heavy',
    'packaging_too_large',
    'tube_too_large',
    'size_required',
    'option_not_allowed',
    'frank_pay_out_of_range',
    'shipping_date_out_of_range',
  ],
})
