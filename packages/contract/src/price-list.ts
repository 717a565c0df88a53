import { SERVICE_CODES } from '@postroom/domain/catalogue/services'
import { CHANNELS } from '@postroom/domain/tariffs/channels'
import { VATS } from '@postroom/domain/tariffs/price-row'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery, pageOf } from './list.ts'
import { penceSchema } from './rate.ts'
import { singleLine } from './single-line.ts'

const listedSchema = z.object({
  id: z.string(),
  effective_from: z.string(),
  /** Of today in UK time. */
  state: z.enum(['past', 'current', 'coming']),
})

/** A price, and what it was in the list before. Without `price` it is no longer sold, without `before` it is new. */
const comparedPriceSchema = z.object({
  service: z.enum(SERVICE_CODES),
  /** A packaging, or `any`. */
  format: z.string(),
  /** A zone, or `country:` with an ISO 3166 code. */
  area: z.string(),
  compensation_gbp: z.number(),
  /** Both included. */
  from_g: z.int(),
  to_g: z.int(),
  vat: z.enum(VATS),
  price: penceSchema.optional(),
  before: penceSchema.optional(),
})
export type ComparedPrice = z.output<typeof comparedPriceSchema>

const narrowing = {
  channel: z.enum(CHANNELS).default('online'),
  /** Without it, the coming list if there is one, else the current one. */
  list: singleLine(40).optional(),
  service: z.enum(SERVICE_CODES).optional(),
  /** Only the prices that differ from the list before. */
  changed: z.enum(['true', 'false']).default('false'),
}
const PRICES = {
  method: 'GET',
  tag: 'carrier',
  auth: 'session',
  permission: 'administration',
  errors: ['not_found'],
} as const
const narrowingQuery = z.strictObject(narrowing)
export type PriceNarrowing = z.output<typeof narrowingQuery>

export const listPrices = endpoint({
  ...PRICES,
  id: 'listPrices',
  path: '/stamp/v1/price',
  summary: 'The prices of a price list, each with its price in the list before',
  query: listQuery(['service']).pick({ start: true, length: true }).extend(narrowing),
  responses: {
    200: pageOf(comparedPriceSchema).extend({
      /** Of the channel, from old to new. */
      lists: z.array(listedSchema),
      shown: z.string(),
      /** The list before; absent for the first. */
      compared_with: z.string().optional(),
    }),
  },
})

export const PRICE_CSV_COLUMNS = [
  'service',
  'format',
  'area',
  'compensation_gbp',
  'from_g',
  'to_g',
  'vat',
  'before_gbp',
  'price_gbp',
  'difference_gbp',
] as const

export const exportPrices = endpoint({
  ...PRICES,
  id: 'exportPrices',
  path: '/stamp/v1/price.csv',
  summary: 'The prices of a price list as a CSV file, each with its price in the list before',
  query: narrowingQuery,
  responses: { 200: z.instanceof(Uint8Array) },
  answerType: 'csv',
})
