import { SERVICE_CODES } from '@postroom/domain/catalogue/services'
import * as z from 'zod'
import { dayRange, inOrder, OUT_OF_ORDER } from './day-range.ts'
import { endpoint } from './endpoint.ts'
import { listQuery, pageOf } from './list.ts'
import { penceSchema } from './rate.ts'
import { SHIPMENT_STATUSES, shipmentSchema } from './shipment.ts'
import { manualShipmentSchema } from './shipment-manual.ts'
import { singleLine } from './single-line.ts'

/**
 * The maximum number of shipments that a search counts and pages through. An organisation can have millions; users reach
 * the others by dates.
 */
export const SHIPMENTS_COUNTED = 10_000

/** The states that a search narrows to. Test prints are never found. */
export const FOUND_STATUSES = SHIPMENT_STATUSES.filter((status) => status !== 'test')
export type FoundStatus = (typeof FOUND_STATUSES)[number]

const SERVICE_LIST = new RegExp(
  `^(${SERVICE_CODES.join('|')})(,(${SERVICE_CODES.join('|')})){0,${SERVICE_CODES.length - 1}}$`,
)

/** What a search narrows to, in every list of shipments and its file. */
const narrowing = {
  /** Beginnings of words in the addressee, town, postcode, item number or references. All must match. */
  text: singleLine(100).default(''),
  /** Whether `dateFrom` and `dateTo` are days of purchase or of posting, in UK time, both included. */
  dateFilter: z.enum(['created', 'shipping']).default('created'),
  ...dayRange,
  /** Whether shipments entered by hand are listed too (spec §7); `transaction_type` distinguishes them. */
  withManual: z.enum(['true', 'false']).default('false'),
  /** Shipments entered by hand have no state and no service of ours, so both leave them out. */
  status: z.enum(FOUND_STATUSES).optional(),
  service: z.string().regex(SERVICE_LIST).optional().describe('One service code or several, separated by commas.'),
  /** The user who bought it or entered it by hand. */
  person: z.uuid().optional(),
  costcenter: z.uuid().optional(),
  /** ISO 3166 of the destination. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
}

const narrowingQuery = z.strictObject(narrowing).refine(inOrder, OUT_OF_ORDER)
/** A search without its order and page. */
export type ShipmentNarrowing = z.output<typeof narrowingQuery>

const shipmentQuery = listQuery(['created_at', 'shipping_date', 'total_charge'])
  .extend({
    start: z.coerce.number().int().min(0).max(SHIPMENTS_COUNTED).default(0),
    orderAsc: z.enum(['true', 'false']).default('false'),
    ...narrowing,
    /** Whether `sum` is asked for. */
    withSum: z.enum(['true', 'false']).default('false'),
  })
  .refine(inOrder, OUT_OF_ORDER)
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
  scope: 'shipments',
  query: shipmentQuery,
  responses: {
    200: pageOf(foundShipmentSchema).extend({
      /** More than `total` are found, which is then 10,000. */
      total_is_minimum: z.literal(true).optional(),
      /** What the found purchases cost that are paid or held, in pence. Absent when more than 10,000 are found. */
      sum: penceSchema.optional(),
    }),
  },
  errors: [],
})

/** Name of the file of found shipments, and its name when more were found than it has. */
export const SHIPMENTS_FILE = 'shipments.csv'
export const NEWEST_SHIPMENTS_FILE = `shipments-newest-${SHIPMENTS_COUNTED}.csv`

/** Columns of the file of found shipments. A shipment has one row, however many labels it has. */
export const SHIPMENT_CSV_COLUMNS = [
  'bought_at',
  'shipping_date',
  'state',
  'company',
  'name',
  'town',
  'postcode',
  'country',
  'service',
  'item_numbers',
  'references',
  'cost_center',
  'by',
  'price_gbp',
  'shipment_id',
] as const

export const exportShipments = endpoint({
  id: 'exportShipments',
  method: 'GET',
  path: '/stamp/v1/shipment/search.csv',
  summary:
    'The shipments that a search finds as a CSV file, newest first; of more than 10,000 the newest, as its name says',
  tag: 'shipment',
  auth: 'session',
  query: narrowingQuery,
  responses: { 200: z.instanceof(Uint8Array) },
  answerType: 'csv',
  errors: [],
})
