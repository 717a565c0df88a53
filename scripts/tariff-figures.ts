import fs from 'node:fs'
import path from 'node:path'
import type { Zone } from '@postroom/domain/catalogue/countries'
import { toPence } from '@postroom/domain/money'
import type { PriceRow } from '@postroom/domain/tariffs/price-row'
import { serviceOf, type ServiceCode } from '@postroom/domain/catalogue/services'
import { readTariffRecord, type TariffRecord, type TariffRow } from '@postroom/domain/tariffs/tariff-record'
import { vatOf } from '@postroom/domain/tariffs/tariff-rules'
import { readTariffFile } from '../apps/server/src/command-line/read-tariff-file.ts'

const read = (folder: string, file: string): unknown => JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'))

/** Everything the figures in `folder` say about prices, one row for each zone or country, placeholders included. */
export const tariffRows = (folder: string): TariffRow[] => [
  ...rowsOf2026(folder),
  ...rowsOfHistory(folder),
  ...rowsOfNewLists(folder),
]

/** What the source codes of the figures stand for. */
export const sourceNames = (folder: string): Record<string, string> =>
  Object.assign(
    {},
    ...['tariffs-2026-04-07.json', 'tariffs-history-post-office.json'].map(
      (file) => (read(folder, file) as { sources: Record<string, string> }).sources,
    ),
  ) as Record<string, string>

/** A destination as the figures tell it; `letter_zone` is EUROPE where the history has one price for all of Europe. */
export interface CountryFigure {
  iso2: string
  name: string
  zone: Zone
  letter_zone: string
  tracked: boolean
  tracked_signed: boolean
  signed: boolean
}

export const countryFigures = (folder: string): CountryFigure[] =>
  (read(folder, 'zones.json') as { countries: CountryFigure[] }).countries

type Figure = Record<string, string | number | boolean | readonly string[]>
const record = (figure: Figure): TariffRecord =>
  Object.fromEntries(
    Object.entries(figure).map(([column, value]) => [column, Array.isArray(value) ? value.join(';') : String(value)]),
  )

interface Level {
  compensation_gbp: number
  add_pence: number
}

/** Where the fees for dearer compensation of 2026 were read. */
const FEE_SOURCE = 'BR'

/** The row itself and one for each dearer level of compensation, which costs a fee more. */
const withLevels = (
  row: TariffRow,
  levels: readonly Level[],
  figure: Pick<PriceRow, 'confidence' | 'sources'>,
): TariffRow[] => [
  row,
  ...levels
    .filter(({ add_pence }) => add_pence > 0)
    .map(({ compensation_gbp, add_pence }) => {
      const price = toPence(row.price.price + add_pence)
      return { ...row, price: { ...row.price, compensation_gbp, price, ...figure } }
    }),
]

interface Surcharges {
  compensation: { services: string[]; levels_gbp?: number[]; add_pence?: number[] }[]
}

/** Dearer levels have rows of their own, except abroad: there one fee is published, read at the counter, so online it is doubtful. */
function rowsOf2026(folder: string): TariffRow[] {
  const { rows } = read(folder, 'tariffs-2026-04-07.json') as { rows: Figure[] }
  const { compensation } = read(folder, 'surcharges-vat.json') as Surcharges
  return [...rows, ...countryPrices(folder)].flatMap((figure) => {
    const row = readTariffRecord(record(figure))
    if (row.placeholder || serviceOf(row.price.service).scope !== 'abroad') return row
    const fee = compensation.find(({ services }) => services.includes(row.price.service))
    const levels = (fee?.levels_gbp ?? []).map((compensation_gbp, index) => ({
      compensation_gbp,
      add_pence: fee?.add_pence?.[index] ?? 0,
    }))
    const doubtful = row.channel === 'online' || row.price.confidence === 'low'
    const sources = [...new Set([...row.price.sources, FEE_SOURCE])]
    return withLevels(row, levels, { confidence: doubtful ? 'low' : 'medium', sources })
  })
}

interface CountryPrices {
  /** By country and inclusive upper bound in grams. */
  prices: Record<string, Record<string, number>>
  [column: string]: string | object
}

/** International Tracked online: a country's own price instead of that of its zone. */
function countryPrices(folder: string): Figure[] {
  const { prices, ...of } = read(folder, 'international-tracked-online-country.json') as CountryPrices
  const more = { compensation_gbp: 50, vat: 'zero_or_exempt', sources: 'SH-ON' }
  return Object.entries(prices).flatMap(([country, steps]) =>
    Object.entries(steps).map(([max_weight_g, price_pence], index, all) => {
      const min_weight_g = Number(all[index - 1]?.[0] ?? 0) + 1
      return { ...of, ...more, zone: `country:${country}`, min_weight_g, max_weight_g, price_pence }
    }),
  )
}

interface History {
  rows: (Figure & { service: ServiceCode; zone: string; source: string })[]
  compensation_addons: { effective_from: string; service: string; format: string; levels: Level[] }[]
}

/** The history names no level of compensation, which is then the lowest, no VAT, and one hand-typed source. */
function rowsOfHistory(folder: string): TariffRow[] {
  const { rows, compensation_addons } = read(folder, 'tariffs-history-post-office.json') as History
  const countries = countryFigures(folder)
  return rows.flatMap((figure) => {
    const { service, zone, source, format, effective_from } = figure
    const compensation_gbp = Math.min(...serviceOf(service).compensation_gbp)
    const more = { compensation_gbp, vat: vatOf(service), confidence: 'medium', sources: source }
    const fee = compensation_addons.find(
      (one) => one.effective_from === effective_from && one.service === service && one.format === format,
    )
    return zonesNamed(zone, countries)
      .map((one) => readTariffRecord(record({ ...figure, ...more, zone: one })))
      .flatMap((row) => withLevels(row, fee?.levels ?? [], { confidence: 'medium', sources: row.price.sources }))
  })
}

/** Letters to Europe and Economy were priced for groups of zones. */
function zonesNamed(zone: string, countries: readonly CountryFigure[]): string[] {
  if (zone !== 'EUROPE' && zone !== 'WORLD') return [zone]
  const inEurope = (country: CountryFigure) => country.letter_zone === 'EUROPE'
  const meant = countries.filter((country) => country.zone !== 'UK' && inEurope(country) === (zone === 'EUROPE'))
  return [...new Set(meant.map((country) => country.zone))]
}

/** Price lists added since: one CSV file each, checked by `npm run postroom -- tariff check`. */
const rowsOfNewLists = (folder: string): TariffRow[] =>
  fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.csv'))
    .flatMap((name) => readTariffFile(path.join(folder, name)).map(readTariffRecord))
