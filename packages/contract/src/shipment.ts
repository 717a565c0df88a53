import { isCalendarDate } from '@postroom/domain/calendar'
import { LENGTH_UNITS, WEIGHT_UNITS } from '@postroom/domain/measures'
import { PACKAGING_CODES } from '@postroom/domain/packaging'
import { SERVICE_CODES } from '@postroom/domain/services'
import * as z from 'zod'
import { postalAddressSchema } from './address.ts'
import { documentSchema } from './document.ts'
import { endpoint } from './endpoint.ts'
import { errorBodySchema } from './errors.ts'
import { fieldCode } from './field-errors.ts'
import { listQuery, pageOf } from './list.ts'

/** Whole pence, as JSON carries them. */
const penceSchema = z.int().min(0)
const measure = z.number().positive()

const weightSchema = z.strictObject({ value: measure.max(100_000), units: z.enum(WEIGHT_UNITS).default('G') })

/** Outer size in the units the user gave; a tube's `width` and `height` are its diameter. */
const dimSchema = z.strictObject({
  length: measure.max(10_000),
  width: measure.max(10_000),
  height: measure.max(10_000),
  units: z.enum(LENGTH_UNITS).default('CM'),
})

const parcelSchema = z.strictObject({
  number: z.int().min(1).max(1).default(1),
  packaging: z.enum(PACKAGING_CODES),
  weight: weightSchema,
  dim: dimSchema.optional(),
})

const value = <T extends z.ZodType>(schema: T) => z.strictObject({ value: schema })
const noFields = z.strictObject({}).default({})

/** An option and its fields, each field holding a `value` (spec §3). Compensation is in whole pounds, amount in pence. */
const optionSchema = z.discriminatedUnion('code', [
  z.strictObject({ code: z.literal('prepay_reply'), fields: noFields }),
  z.strictObject({ code: z.literal('signed_for'), fields: noFields }),
  z.strictObject({
    code: z.literal('special_delivery'),
    fields: z.strictObject({ compensation: value(z.literal([50, 750, 1000, 2500])).optional() }).default({}),
  }),
  z.strictObject({ code: z.literal('frank_pay'), fields: z.strictObject({ amount: value(z.int()) }) }),
])

const calendarDateSchema = z.string().refine(isCalendarDate, { params: fieldCode('invalid_date') })

/** What is sent, from whom, to whom, with which options: everything a price depends on, and what the label shows. */
const draftFields = {
  carrier: z.literal('RM').default('RM'),
  options: z.array(optionSchema).max(10).default([]),
  shipping_date: calendarDateSchema,
  to: postalAddressSchema,
  from: postalAddressSchema,
  parcels: z.array(parcelSchema).min(1).max(1),
  meta_data: z.strictObject({ quantity: z.int().min(1).max(1000).default(1) }).prefault({}),
  label: z.strictObject({ size: z.literal('4x6').default('4x6') }).prefault({}),
  references: z.array(z.string().trim().max(20)).max(3).default([]),
}

/** Facts that decide a price; addresses are not needed for it, so a form can show prices before it is complete. */
export const rateRequestSchema = z.strictObject({
  carrier: draftFields.carrier,
  service: z.enum(SERVICE_CODES).optional(),
  options: draftFields.options,
  shipping_date: draftFields.shipping_date,
  to: z
    .strictObject({
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .default('GB'),
    })
    .prefault({}),
  parcels: draftFields.parcels,
  meta_data: draftFields.meta_data,
})
export type RateRequest = z.output<typeof rateRequestSchema>

const chargesSchema = z.object({
  base_charge: penceSchema,
  total_fees: penceSchema,
  total_charge: penceSchema,
  /** VAT contained in the total; 0 when the service is exempt. */
  vat: penceSchema,
  fees: z.array(z.object({ code: z.string(), name: z.string(), amount: penceSchema })),
  currency: z.literal('GBP'),
})

/** One line of the explanation. The amounts of all lines add up to the total. `values` fill the translation `explanation.{code}`. */
const explanationLineSchema = z.object({
  code: z.enum(['postage', 'signed_for', 'compensation', 'frank_pay', 'vat_exempt', 'vat_included']),
  description: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  amount: penceSchema,
})

const serviceRefSchema = z.object({ code: z.enum(SERVICE_CODES), name: z.string() })

export const rateQuoteSchema = z.object({
  service: serviceRefSchema,
  charges: chargesSchema,
  /** `code` is translated under `delivery.{code}`; `compensation_gbp` in whole pounds, 0 when none. */
  delivery: z.object({ code: z.string(), description: z.string(), compensation_gbp: z.int() }),
  meta_data: z.object({
    tracking: z.boolean(),
    tracking_type: z.enum(['none', 'confirmation', 'full']),
    tracking_service: z.string(),
    vsi: z.boolean(),
    vsi_line1: z.string(),
    vsi_line2: z.string(),
    /** A cheaper legal way to send the same item, when there is one. */
    advice: z.object({ packaging: z.enum(PACKAGING_CODES), total_charge: penceSchema }).optional(),
  }),
  tariff: z.object({ id: z.string(), effective_from: z.string() }),
  explanation: z.array(explanationLineSchema),
})
export type RateQuote = z.output<typeof rateQuoteSchema>

/** A service that cannot be had for this item, and why. */
const rateMessageSchema = z.object({ service: serviceRefSchema.optional(), code: z.string(), description: z.string() })

export const PRICE_LISTS = ['online'] as const
const pricing = z.enum(PRICE_LISTS).default('online')

export const rateShipment = endpoint({
  id: 'rateShipment',
  method: 'POST',
  path: '/stamp/v1/shipment/rate',
  summary: 'Price an item with every service it may use, or with one',
  tag: 'shipment',
  auth: 'session',
  query: z.strictObject({ pricing, rate_shop_mode: z.enum(['all', 'cheapest', 'fastest']).default('all') }),
  body: rateRequestSchema,
  responses: { 200: z.object({ data: z.array(rateQuoteSchema), messages: z.array(rateMessageSchema) }) },
  errors: [
    'destination_not_available',
    'packaging_too_heavy',
    'packaging_too_large',
    'tube_too_large',
    'size_required',
    'option_not_allowed',
    'frank_pay_out_of_range',
    'shipping_date_out_of_range',
  ],
})

/** A shipment ready to buy. `charges.total_charge` is what the user saw; another price today is refused as `price_changed`. */
export const shipmentDraftSchema = z.strictObject({
  ...draftFields,
  service: z.enum(SERVICE_CODES),
  by: z.uuid(),
  charges: z.strictObject({ total_charge: penceSchema }).optional(),
})
export type ShipmentDraft = z.output<typeof shipmentDraftSchema>
export type ShipmentDraftInput = z.input<typeof shipmentDraftSchema>

export const SHIPMENT_STATUSES = ['pending', 'bought', 'rejected', 'cancelled', 'test'] as const

export const shipmentSchema = z.object({
  id: z.uuid(),
  status: z.enum(SHIPMENT_STATUSES),
  carrier: z.literal('RM'),
  service: z.enum(SERVICE_CODES),
  service_name: z.string(),
  options: z.array(optionSchema),
  charges: chargesSchema,
  explanation: z.array(explanationLineSchema),
  tariff: rateQuoteSchema.shape.tariff,
  shipping_date: z.string(),
  to: postalAddressSchema,
  from: postalAddressSchema,
  parcels: z.array(parcelSchema),
  meta_data: z.object({ quantity: z.int(), tracking: z.string() }),
  label: z.object({ size: z.literal('4x6') }),
  references: z.array(z.string()),
  by: z.uuid(),
  /** Links live five minutes; ask for the shipment again to get fresh ones, free and as often as needed. */
  docs: z.array(documentSchema),
  /** Why nothing was bought, when `status` is rejected or cancelled. */
  failure: errorBodySchema.optional(),
  created_at: z.iso.datetime(),
})
export type Shipment = z.output<typeof shipmentSchema>

/** Answer while the carrier has not answered yet: not an error, ask again (`Location`, `Retry-After`). */
export const processPendingSchema = z.object({
  code: z.literal('process_pending'),
  description: z.string(),
  id: z.uuid(),
})

/** Names one purchase: made by the client when the user presses Print, the same for every repetition. */
export const pendingIdSchema = z.string().regex(/^[\w.:-]{8,128}$/)

export const processShipment = endpoint({
  id: 'processShipment',
  method: 'POST',
  path: '/stamp/v1/shipment/process',
  summary:
    'Buy postage once for a pending_id, however often it is asked; with test=true a watermarked label without money',
  tag: 'shipment',
  auth: 'session',
  query: z.strictObject({
    pricing,
    test: z.enum(['true', 'false']).default('false'),
    pending_id: pendingIdSchema.optional(),
  }),
  body: shipmentDraftSchema,
  responses: { 200: shipmentSchema, 202: processPendingSchema },
  errors: [
    ...rateShipment.errors,
    'service_not_in_plan',
    'service_not_allowed',
    'service_not_available',
    'no_published_price',
    'saturday_needs_friday',
    'quantity_not_available',
    'test_print_quantity',
    'character_not_printable',
    'insufficient_funds',
    'price_changed',
    'idempotency_key_reused',
    'idempotency_key_mismatch',
    'duplicate_in_flight',
    'carrier_rejected',
    'purchase_cancelled',
    'try_again',
  ],
})

export const getShipment = endpoint({
  id: 'getShipment',
  method: 'GET',
  path: '/stamp/v1/shipment/{id}',
  summary: 'One shipment, with fresh document links',
  tag: 'shipment',
  auth: 'session',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: shipmentSchema },
  errors: [],
})

/** Finds the purchase made with a key, for a client that lost the answer. 404 when no such purchase exists. */
export const findPurchase = endpoint({
  id: 'findPurchase',
  method: 'GET',
  path: '/stamp/v1/shipment/process/{pending_id}',
  summary: 'The shipment bought under a pending_id, if any',
  tag: 'shipment',
  auth: 'session',
  params: z.strictObject({ pending_id: pendingIdSchema }),
  responses: { 200: shipmentSchema },
  errors: [],
})

export const searchShipments = endpoint({
  id: 'searchShipments',
  method: 'POST',
  path: '/stamp/v1/shipment/search',
  summary: 'Shipments of the organisation, newest first unless asked otherwise; test prints are left out',
  tag: 'shipment',
  auth: 'session',
  query: listQuery(['created_at']).extend({ orderAsc: z.enum(['true', 'false']).default('false') }),
  responses: { 200: pageOf(shipmentSchema) },
  errors: [],
})
