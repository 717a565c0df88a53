import { isCalendarDate, type CalendarDate } from '../calendar.ts'
import { ZONES } from '../catalogue/countries.ts'
import { countryOf } from '../catalogue/country-table.ts'
import type { Grams } from '../measures.ts'
import { toPence } from '../money.ts'
import { PACKAGING_CODES } from '../catalogue/packaging.ts'
import { CHANNELS, type Channel } from './channels.ts'
import { VATS, type Confidence, type PriceRow } from './price-row.ts'
import { SERVICE_CODES } from '../catalogue/services.ts'

/** The columns of a written price list, which has one price in each row: inclusive weights in grams, and prices in pence. */
export const TARIFF_COLUMNS = [
  'channel',
  'effective_from',
  'service',
  'format',
  'zone',
  'min_weight_g',
  'max_weight_g',
  'compensation_gbp',
  'price_pence',
  'vat',
  'confidence',
  'sources',
] as const
type Column = (typeof TARIFF_COLUMNS)[number]

/** A row of a written price list. Other columns, such as a note, are ignored. */
export type TariffRecord = Readonly<Record<string, string>>

/** A parsed row. */
export interface TariffRow {
  channel: Channel
  effective_from: CalendarDate
  price: PriceRow
  /** Whether the price is only a placeholder, which is never sold. */
  placeholder: boolean
}

/** The sources have a finer scale of confidence. */
const CONFIDENCE_OF: Readonly<Record<string, Confidence>> = {
  high: 'high',
  'medium-high': 'medium',
  medium: 'medium',
  'medium-low': 'low',
  'low-medium': 'low',
  low: 'low',
  placeholder: 'low',
}

const isOneOf =
  (...allowed: readonly string[]) =>
  (text: string): boolean =>
    allowed.includes(text)
const isWhole =
  (least: number) =>
  (text: string): boolean =>
    /^\d{1,7}$/.test(text) && Number(text) >= least
const isArea = (text: string): boolean =>
  text.startsWith('country:') ? countryOf(text.slice('country:'.length)) !== undefined : isOneOf(...ZONES)(text)

const ACCEPTED: Readonly<Record<Column, (text: string) => boolean>> = {
  channel: isOneOf(...CHANNELS),
  effective_from: isCalendarDate,
  service: isOneOf(...SERVICE_CODES),
  format: isOneOf('any', ...PACKAGING_CODES.filter((code) => code !== 'tube')),
  zone: isArea,
  min_weight_g: isWhole(1),
  max_weight_g: isWhole(1),
  compensation_gbp: isWhole(0),
  price_pence: isWhole(1),
  vat: isOneOf(...VATS),
  confidence: isOneOf(...Object.keys(CONFIDENCE_OF)),
  sources: (text) => text !== '',
}

/** The columns with invalid content; empty when the row is valid. */
export const unreadableIn = (record: TariffRecord): Column[] =>
  TARIFF_COLUMNS.filter((column) => !ACCEPTED[column](record[column] ?? ''))

/** Parses a row. @throws RangeError when it is invalid (check with `unreadableIn`). */
export function readTariffRecord(record: TariffRecord): TariffRow {
  const unreadable = unreadableIn(record)
  if (unreadable.length > 0) throw new RangeError(`Not a tariff row: ${unreadable.join(', ')}`)
  const field = record as Record<Column, string>
  return {
    channel: field.channel as Channel,
    effective_from: field.effective_from,
    placeholder: field.confidence === 'placeholder',
    price: {
      service: field.service as PriceRow['service'],
      format: field.format as PriceRow['format'],
      zone: field.zone as PriceRow['zone'],
      compensation_gbp: Number(field.compensation_gbp),
      from_g: Number(field.min_weight_g) as Grams,
      to_g: Number(field.max_weight_g) as Grams,
      price: toPence(Number(field.price_pence)),
      vat: field.vat as PriceRow['vat'],
      confidence: CONFIDENCE_OF[field.confidence]!,
      sources: field.sources.split(';').map((source) => source.trim()),
    },
  }
}
