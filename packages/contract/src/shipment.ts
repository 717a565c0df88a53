import { LABEL_SIZES } from '@postroom/domain/media/label-stock'
import { SERVICE_CODES } from '@postroom/domain/catalogue/services'
import { DELIVERY_EVENTS } from '@postroom/domain/post/delivery-event'
import * as z from 'zod'
import { addressTextSchema, NO_ADDRESSEE, postalAddressSchema } from './address.ts'
import { calendarDay } from './calendar-day.ts'
import { carrierCode } from './carrier-code.ts'
import { documentSchema } from './document.ts'
import { endpoint } from './endpoint.ts'
import { errorBodySchema } from './errors.ts'
import {
  chargesSchema,
  costCenterSchema,
  priceLineSchema,
  feeQuery,
  itemFields,
  messageSchema,
  parcelSchema,
  penceSchema,
  pricing,
  rateQuoteSchema,
  rateShipment,
} from './rate.ts'
import { optionSchema } from './option.ts'
import { documentPrintSchema, printStateSchema } from './shipment-print.ts'
import { refundTimelineSchema } from './shipment-void.ts'
import { singleLine } from './single-line.ts'

const labelSchema = z.strictObject({ size: z.enum(LABEL_SIZES).default('4x6') })

/**
 * A shipment ready to buy. `charges.total_charge` is the price of one item that the user saw. If the price has changed, the
 * purchase is rejected with `price_changed`.
 */
export const shipmentDraftSchema = z.strictObject({
  ...itemFields,
  to: postalAddressSchema
    .default(NO_ADDRESSEE)
    .describe('Needed on an address label. A franking label shows no address, or leaves its place empty.'),
  from: postalAddressSchema,
  label: labelSchema.prefault({}),
  references: z
    .array(singleLine(20))
    .max(3)
    .default([])
    .describe('Printed on the label, except on a franking label, which has no room. The search finds all of them.'),
  costcenter: costCenterSchema,
  service: z.enum(SERVICE_CODES),
  by: z.uuid(),
  charges: z.strictObject({ total_charge: penceSchema }).optional(),
})
export type ShipmentDraft = z.output<typeof shipmentDraftSchema>
export type ShipmentDraftInput = z.input<typeof shipmentDraftSchema>

export const SHIPMENT_STATUSES = [
  'pending',
  'bought',
  'rejected',
  'cancelled',
  'void_requested',
  'voided',
  'test',
] as const

export const shipmentSchema = z.object({
  id: z.uuid(),
  status: z.enum(SHIPMENT_STATUSES),
  /** Bought with Postroom. Shipments entered by hand are `manual` (shipment-manual.ts). */
  transaction_type: z.literal('postage'),
  carrier: carrierCode,
  service: z.enum(SERVICE_CODES),
  service_name: z.string(),
  options: z.array(optionSchema),
  /** The charges of one item. */
  charges: chargesSchema,
  /** The price of all labels together. */
  amount: penceSchema,
  /** One for each label. Empty until the carrier has answered, and on a test print. */
  item_numbers: z.array(z.string()),
  explanation: z.array(priceLineSchema),
  tariff: rateQuoteSchema.shape.tariff,
  shipping_date: z.string(),
  /** As bought. The rules for addresses may have changed since. */
  to: addressTextSchema,
  from: addressTextSchema,
  parcels: z.array(parcelSchema),
  /** The request with facts derived from it. `tracking` is the first item number, or empty while there is none. */
  meta_data: itemFields.meta_data.unwrap().extend({
    is_tube: z.boolean(),
    is_surcharge: z.boolean(),
    country: z.string(),
    tracking: z.string(),
    ...rateQuoteSchema.shape.meta_data.pick({ tracking_service: true, tracking_type: true }).shape,
  }),
  customs: itemFields.customs,
  /** The customs form it needs, the reason, and whether it needs a commercial invoice. */
  customs_form: z.object({ form: z.enum(['none', 'cn22', 'cn23']), reason: z.string(), invoice: z.boolean() }),
  label: labelSchema,
  /** The current references. The label shows those at the time of purchase. */
  references: z.array(z.string()),
  notes: z.string(),
  costcenter: z.array(z.object({ id: z.uuid() })),
  by: z.uuid(),
  /** The user who bought it. `by` is the account that pays. */
  bought_by: z.uuid(),
  /** The name of the API key it was bought with, if it was. */
  bought_with: z.string().optional(),
  /** The documents. Their links work for five minutes; `getShipment` gives fresh ones at no cost. */
  docs: z.array(documentSchema),
  /**
   * Present once bought, except on a test print. Only a report of a device manager or `confirmPrint` makes it `printed`:
   * a document that is downloaded may or may not be printed, so the shipment stays `not_printed`.
   */
  print_state: printStateSchema.optional(),
  /** What the last answer of the carrier says of its way. Absent before the first scan, and for services without tracking. */
  delivery: z.enum(DELIVERY_EVENTS).optional(),
  /** The documents to print, while it is not `printed`. */
  prints: z.array(documentPrintSchema).optional(),
  /** When `status` is rejected or cancelled: why nothing was bought. */
  failure: errorBodySchema.optional(),
  /** Remarks on a purchase that succeeded, such as `budget_exceeded`. */
  messages: z.array(messageSchema).optional(),
  /** The last day on which it may be voided. Present while it is bought. */
  void_until: calendarDay.optional(),
  /** Present once a void was requested. */
  refund: refundTimelineSchema.optional(),
  created_at: z.iso.datetime(),
})
export type Shipment = z.output<typeof shipmentSchema>

/** The response while the carrier's outcome is unknown. It is not an error: poll `Location` after `Retry-After`. */
export const processPendingSchema = z.object({
  code: z.literal('process_pending'),
  description: z.string(),
  id: z.uuid(),
})

/** The key of one purchase. The client creates it when the user presses Print and sends it with every retry. */
export const pendingIdSchema = z.string().regex(/^[\w.:-]{8,128}$/)

export const processShipment = endpoint({
  id: 'processShipment',
  method: 'POST',
  path: '/stamp/v1/shipment/process',
  summary:
    'Buy postage once for each pending_id, however often the call is repeated. With test=true: a watermarked label, no money moves',
  tag: 'shipment',
  auth: 'session',
  scope: 'buy',
  query: z.strictObject({
    /** Absent: the way of paying of the account, the only one it may use. */
    pricing: pricing.optional(),
    test: z.enum(['true', 'false']).default('false'),
    ...feeQuery,
    /** Required here or as the header `Idempotency-Key`, except for a test print. */
    pending_id: pendingIdSchema.optional(),
  }),
  body: shipmentDraftSchema,
  responses: { 200: shipmentSchema, 202: processPendingSchema },
  errors: [
    ...rateShipment.errors,
    'key_spending_limit',
    'service_not_in_plan',
    'service_not_allowed',
    'service_not_available',
    'no_published_price',
    'service_not_listed',
    'pricing_not_allowed',
    'customs_items_missing',
    'customs_invalid',
    'export_declaration_needed',
    'label_stock_unknown',
    'label_position_invalid',
    'addressee_required',
    'text_does_not_fit',
    'saturday_needs_friday',
    'saturday_bank_holiday',
    'goods_prohibited',
    'quantity_not_available',
    'test_print_quantity',
    'test_print_limit',
    'character_not_printable',
    'insufficient_funds',
    'spending_limit',
    'budget_exceeded',
    'price_changed',
    'idempotency_key_reused',
    'idempotency_key_mismatch',
    'idempotency_key_required',
    'key_used_by_colleague',
    'pending_claimed',
    'order_not_accepted',
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
  scope: 'shipments',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: shipmentSchema },
  errors: [],
})

/** Finds the purchase made with a key, for a client that lost the response. 404 when there is no such purchase. */
export const findPurchase = endpoint({
  id: 'findPurchase',
  method: 'GET',
  path: '/stamp/v1/shipment/process/{pending_id}',
  summary: 'The shipment that the caller bought under a pending_id, if any',
  tag: 'shipment',
  auth: 'session',
  scope: 'shipments',
  params: z.strictObject({ pending_id: pendingIdSchema }),
  responses: { 200: shipmentSchema },
  errors: [],
})
