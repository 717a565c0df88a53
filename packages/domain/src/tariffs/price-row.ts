import type { CalendarDate } from '../calendar.ts'
import type { Channel } from './channels.ts'
import type { Zone } from '../catalogue/countries.ts'
import { COUNTRIES } from '../catalogue/country-table.ts'
import type { Grams } from '../measures.ts'
import { toPence, type Pence } from '../money.ts'
import type { PackagingCode } from '../catalogue/packaging.ts'
import type { ServiceCode } from '../catalogue/services.ts'

/**
 * How far a figure can be trusted, most first: `high` independent sources agree, `medium` one good source, `low` derived or
 * doubtful.
 */
export const CONFIDENCES = ['high', 'medium', 'low'] as const
export type Confidence = (typeof CONFIDENCES)[number]

/** The least of several confidences; `high` of none, since nothing is doubtful then. */
export const leastConfidence = (...confidences: readonly Confidence[]): Confidence =>
  CONFIDENCES.findLast((confidence) => confidences.includes(confidence)) ?? 'high'

/** Whether the price contains 20 % VAT, or none: exempt, or abroad zero-rated or exempt, which costs the same. */
export const VATS = ['exempt', 'standard_included', 'zero_or_exempt'] as const
export type Vat = (typeof VATS)[number]

/** Where a price applies: a zone, or one country that has a price of its own. */
export type PriceArea = Zone | `country:${string}`

/** What the price depends on besides the weight. `any`: on nothing else. A tube is priced as a parcel. */
export type PriceFormat = Exclude<PackagingCode, 'tube'> | 'any'

/** One published price. A weight of `from_g` and one of `to_g` both belong to it. */
export interface PriceRow {
  service: ServiceCode
  format: PriceFormat
  zone: PriceArea
  compensation_gbp: number
  from_g: Grams
  to_g: Grams
  /** To pay, VAT included where due. */
  price: Pence
  vat: Vat
  confidence: Confidence
  /** Codes of the sources that give the price, or the sources themselves: keys of `PriceList.sources` where they are codes. */
  sources: readonly string[]
}

/** Prices of one way of paying, from 00:00 London on `effective_from` until the next list of the same channel. Never edited. */
export interface PriceList {
  id: string
  channel: Channel
  effective_from: CalendarDate
  /** Why a service has no price in this list, or only some: an English sentence for the catalogue. */
  unpublished: Readonly<Partial<Record<ServiceCode, string>>>
  /** What each source code of the rows stands for, for people. */
  sources: Readonly<Record<string, string>>
  rows: readonly PriceRow[]
}

/** The inclusive upper bound in grams, the price in pence, and how far to believe it where that differs from the series. */
type Step = readonly [to_g: number, pence: number, confidence?: Confidence]

/** One line of a price table: prices by weight that hold in each of the areas. */
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

/** Reads a price table: one row for each step and area. Bands join up from 1 g. */
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

/** What a price is looked up by. `country` is an ISO 3166 code. */
export type PriceKey = Pick<PriceRow, 'service' | 'format' | 'compensation_gbp'> & { country: string; weight: Grams }

/**
 * The one row that prices an item; nothing when the list has none. Where a list has prices for the country itself they
 * replace those of its zone.
 */
export function rowFor(list: PriceList, key: PriceKey): PriceRow | undefined {
  const series = indexOf(list).get(key.service)?.get(key.compensation_gbp)
  const bands = series && bandsFor(series, key)
  return bands?.find(({ from_g, to_g }) => from_g <= key.weight && key.weight <= to_g)
}

/** The rows of a service at one level of compensation, by area and format, each from light to heavy. */
type SeriesByArea = Map<PriceArea, Map<PriceFormat, PriceRow[]>>
type Index = Map<ServiceCode, Map<number, SeriesByArea>>

/** Where the price for a country may stand: its own comes first. */
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

/** Built at the first look into a list: a list never changes. */
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

/** What stands under `key`, put there when nothing does. */
function entry<Key, Value>(map: Map<Key, Value>, key: Key, empty: () => NoInfer<Value>): Value {
  const value = map.get(key) ?? empty()
  map.set(key, value)
  return value
}
