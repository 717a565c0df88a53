import type { CalendarDate } from './calendar.ts'
import type { Zone } from './countries.ts'
import type { Grams } from './measures.ts'
import { toPence, type Pence } from './money.ts'
import type { PackagingCode } from './packaging.ts'
import type { ServiceCode } from './services.ts'

/** How far a figure may be believed: `medium` one good source, `low` derived or doubtful, `high` independent sources agree. */
export type Confidence = 'high' | 'medium' | 'low'

/** Whether the price contains 20 % VAT, or none: exempt, or abroad zero-rated or exempt, which costs the same. */
export type Vat = 'exempt' | 'standard_included' | 'zero_or_exempt'

/** Where a price applies: a zone, or one country that has a price of its own. */
export type PriceArea = Zone | `country:${string}`

/** The ways of paying, each with its own price lists: at the counter, online and prepaid, or by franking machine. */
export const CHANNELS = ['online', 'post_office', 'franking'] as const
export type Channel = (typeof CHANNELS)[number]

/** One published price. A weight of `from_g` and one of `to_g` both belong to it. */
export interface PriceRow {
  service: ServiceCode
  /** `any`: the price does not depend on the format, only on the weight. A tube is priced as a parcel. */
  format: Exclude<PackagingCode, 'tube'> | 'any'
  zone: PriceArea
  compensation_gbp: number
  from_g: Grams
  to_g: Grams
  /** To pay, VAT included where due. */
  price: Pence
  vat: Vat
  confidence: Confidence
}

/** Prices of one way of paying, from 00:00 London on `effective_from` until the next list of the same channel. Never edited. */
export interface PriceList {
  id: string
  channel: Channel
  effective_from: CalendarDate
  rows: readonly PriceRow[]
}

type Series = Pick<PriceRow, 'service' | 'format' | 'zone' | 'compensation_gbp' | 'vat' | 'confidence'>

/** The rows of one series: each step is the inclusive upper bound in grams and the price in pence; bands join up from 1 g. */
export const series = (of: Series, ...steps: readonly (readonly [to_g: number, pence: number])[]): PriceRow[] =>
  steps.map(([to_g, pence], index) => ({
    ...of,
    from_g: ((steps[index - 1]?.[0] ?? 0) + 1) as Grams,
    to_g: to_g as Grams,
    price: toPence(pence),
  }))

/** What a price is looked up by. */
export type PriceKey = Pick<PriceRow, 'service' | 'format' | 'compensation_gbp'> & { weight: Grams }

/** The one row that prices an item within the United Kingdom; nothing when the list has none. */
export const rowFor = (list: PriceList, key: PriceKey): PriceRow | undefined =>
  list.rows.find(
    (row) =>
      row.service === key.service &&
      (row.format === key.format || row.format === 'any') &&
      row.compensation_gbp === key.compensation_gbp &&
      row.from_g <= key.weight &&
      key.weight <= row.to_g,
  )
