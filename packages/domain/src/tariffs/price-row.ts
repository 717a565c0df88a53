import type { CalendarDate } from '../calendar.ts'
import type { Channel } from './channels.ts'
import type { Zone } from '../catalogue/countries.ts'
import { COUNTRIES } from '../catalogue/country-table.ts'
import type { Grams } from '../measures.ts'
import { toPence, type Pence } from '../money.ts'
import type { PackagingCode } from '../catalogue/packaging.ts'
import type { ServiceCode } from '../catalogue/services.ts'

/**
 * The confidence in a figure, highest first. `high`: independent sources agree; `medium`: one good source; `low`: derived or
 * from a weak source.
 */
export const CONFIDENCES = ['high', 'medium', 'low'] as const
export type Confidence = (typeof CONFIDENCES)[number]

/** The lowest of several confidences; `high` of none. */
export const leastConfidence = (...confidences: readonly Confidence[]): Confidence =>
  CONFIDENCES.findLast((confidence) => confidences.includes(confidence)) ?? 'high'

/** Whether the price contains 20 % VAT, or none: exempt, or abroad zero-rated or exempt, which costs the same. */
export const VATS = ['exempt', 'standard_included', 'zero_or_exempt'] as const
export type Vat = (typeof VATS)[number]

/** Where a price applies: a zone, or one country with its own price. */
export type PriceArea = Zone | `country:${string}`

/** The format a price is for; `any`: every format. A tube is priced as a parcel. */
export type PriceFormat = Exclude<PackagingCode, 'tube'> | 'any'

/** One published price. Both `from_g` and `to_g` are included. */
export interface PriceRow {
  service: ServiceCode
  format: PriceFormat
  zone: PriceArea
  compensation_gbp: number
  from_g: Grams
  to_g: Grams
  /** The price to pay, including VAT where due. */
  price: Pence
  vat: Vat
  confidence: Confidence
  /** Codes of the sources (keys of `PriceList.sources`), or the sources themselves. */
  sources: readonly string[]
}

/** Prices of one way of paying, from 00:00 London on `effective_from` until the next list of the same channel. Never edited. */
export interface PriceList {
  id: string
  channel: Channel
  effective_from: CalendarDate
  /** Why a service has no price in this list, or only some prices: an English sentence for the catalogue. */
  unpublished: Readonly<Partial<Record<ServiceCode, string>>>
  /** The readable name of each source code in the rows. */
  sources: Readonly<Record<string, string>>
  rows: readonly PriceRow[]
}

/** The inclusive upper bound in grams, the price in pence, and the confidence where it differs from the series. */
type Step = readonly [to_g: number, pence: number, confidence?: Confidence]

/** One row of a price table: prices by weight, the same in each of the areas. */
export type Series = readonly [
  service: ServiceCode,
  format: PriceFormat,
  areas: readonly PriceArea[],
  compensation_gbp: number,
  vat: Vat,
  confidence: Confidence,
  sources: readonly string[],
  ...steps: Step[],
]

/** Expands a price table: one row per step and area. Bands start at 1 g and leave no gaps. */
export const priceRows = (table: readonly Series[]): PriceRow[] =>
  table.flatMap(([service, format, areas, compensation_gbp, vat, confidence, sources, ...steps]) =>
    areas.flatMap((zone) =>
      steps.map(([to_g, pence, doubt], index) => ({
        service,
        format,
        zone,
        compensation_gbp,
        vat,
        from_g: ((steps[index - 1]?.[0] ?? 0) + 1) as Grams,
        to_g: to_g as Grams,
        price: toPence(pence),
        confidence: doubt ?? confidence,
        sources,
      })),
    ),
  )

/** The key of a price. `country` is an ISO 3166 code. */
export type PriceKey = Pick<PriceRow, 'service' | 'format' | 'compensation_gbp'> & { country: string; weight: Grams }

/**
 * The row that prices an item; undefined when the list has none. Prices of a list for a country itself replace those of its
 * zone.
 */
export function rowFor(list: PriceList, key: PriceKey): PriceRow | undefined {
  const series = indexOf(list).get(key.service)?.get(key.compensation_gbp)
  const bands = series && bandsFor(series, key)
  return bands?.find(({ from_g, to_g }) => from_g <= key.weight && key.weight <= to_g)
}

/** The rows of a service at one level of compensation, by area and format, each from light to heavy. */
type SeriesByArea = Map<PriceArea, Map<PriceFormat, PriceRow[]>>
type Index = Map<ServiceCode, Map<number, SeriesByArea>>

/** The areas a country's price may be listed under, its own first. */
const AREAS: ReadonlyMap<string, readonly PriceArea[]> = new Map(
  COUNTRIES.map(({ code, zone }) => [code, [`country:${code}`, zone]]),
)

function bandsFor(series: SeriesByArea, { country, format }: PriceKey): readonly PriceRow[] | undefined {
  for (const area of AREAS.get(country) ?? []) {
    const formats = series.get(area)
    const bands = formats?.get(format) ?? formats?.get('any')
    if (bands) return bands
  }
  return undefined
}

const indexes = new WeakMap<PriceList, Index>()

/** Built on first use. A list never changes. */
function indexOf(list: PriceList): Index {
  const known = indexes.get(list)
  if (known) return known
  const index: Index = new Map()
  for (const row of list.rows) {
    const levels = entry(index, row.service, () => new Map())
    const areas = entry(levels, row.compensation_gbp, () => new Map())
    entry(
      entry(areas, row.zone, () => new Map()),
      row.format,
      () => [],
    ).push(row)
  }
  indexes.set(list, index)
  return index
}

/** The value under `key`, inserted if missing. */
function entry<Key, Value>(map: Map<Key, Value>, key: Key, empty: () => NoInfer<Value>): Value {
  const value = map.get(key) ?? empty()
  map.set(key, value)
  return value
}
