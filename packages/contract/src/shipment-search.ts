import * as z from 'zod'
import { calendarDay } from './calendar-day.ts'
import { endpoint } from './endpoint.ts'
import { fieldCode } from './field-errors.ts'
import { listQuery, pageOf } from './list.ts'
import { shipmentSchema } from './shipment.ts'
import { manualShipmentSchema } from './shipment-manual.ts'
import { singleLine } from './single-line.ts'

/**
 * The maximum number of shipments that a search counts and pages through. An organisation can have millions; users reach
 * the others by dates.
 */
export const SHIPMENTS_COUNTED = 10_000

const shipmentQuery = listQuery(['created_at', 'shipping_date', 'total_charge'])
  .extend({
    start: z.coerce.number().int().min(0).max(SHIPMENTS_COUNTED).default(0),
    orderAsc: z.enum(['true', 'false']).default('false'),
    /** Beginnings of words in the addressee, town, postcode, item number or references. All must match. */
    text: singleLine(100).default(''),
    /** Whether `dateFrom` and `dateTo` are days of purchase or of posting, in UK time, both included. */
    dateFilter: z.enum(['created', 'shipping']).default('created'),
    dateFrom: calendarDay.optional(),
    dateTo: calendarDay.optional(),
    /** Whether shipments entered by hand are listed too (spec §7); `transaction_type` distinguishes them. */
    withManual: z.enum(['true', 'false']).default('false'),
  })
  .refine(({ dateFrom, dateTo }) => dateFrom === undefined || dateTo === undefined || dateFrom <= dateTo, {
    path: ['dateTo'],
    params: fieldCode('invalid_date'),
  })
export type ShipmentQuery = z.output<typeof shipmentQuery>

const foundShipmentSchema = z.discriminatedUnion('transaction_type', [shipmentSchema, manualShipmentSchema])
export type FoundShipment = z.output<typeof foundShipmentSchema>

export const searchShipments = endpoint({
  id: 'searchShipments',
  method: 'POST',
  path: '/stamp/v1/shipment/search',
  summary: 'Shipments of the organisation without test prints, newest first by default; `total` counts up to 10,000',
  tag: 'shipment',
  auth: 'session',
  query: shipmentQuery,
  responses: { 200: pageOf(foundShipmentSchema) },
  errors: [],
})
