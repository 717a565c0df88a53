import fs from 'node:fs'
import path from 'node:path'
import type { Zone } from '@postroom/domain/catalogue/countries'
import { toPence } from '@postroom/domain/money'
import { serviceOf } from '@postroom/domain/catalogue/services'
import { readTariffRecord, type TariffRecord, type TariffRow } from '@postroom/domain/tariffs/tariff-record'
import { readTariffFile } from '../apps/server/src/command-line/read-tariff-file.ts'

const read = (folder: string, file: string): unknown => JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'))

/** All prices in the figures in `folder`, one row for each zone or country, placeholders included. */
export const tariffRows = (folder: string): TariffRow[] => [...rowsOf2026(folder), ...rowsOfCsvLists(folder)]

/** The names of the figures' source codes. */
export const sourceNames = (folder: string): Record<string, string> =>
  (read(folder, 'tariffs-2026-04-07.json') as { sources: Record<string, string> }).sources

/** A row of `zones.json`: a destination, its price zone, and the services its source lists for it. */
export interface CountryFigure {
  iso2: string
  name: string
  zone: Zone
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

/** The source of the fees for higher compensation in 2026. */
const FEE_SOURCE = 'BR'

interface Surcharges {
  compensation: { services: string[]; levels_gbp?: number[]; add_pence?: number[] }[]
}

/**
 * The lists of 7 April 2026. Within the UK each level of compensation has its own row; abroad a higher level costs a published
 * fee. The fee was read at the counter, so online prices that include it have low confidence.
 */
function rowsOf2026(folder: string): TariffRow[] {
  const { rows } = read(folder, 'tariffs-2026-04-07.json') as { rows: Figure[] }
  const { compensation } = read(folder, 'surcharges-vat.json') as Surcharges
  return [...rows, ...countryPrices(folder)].flatMap((figure) => {
    const row = readTariffRecord(record(figure))
    if (row.placeholder || serviceOf(row.price.service).scope !== 'abroad') return row
    const doubtful = row.channel === 'online' || row.price.confidence === 'low'
    const figures = {
      confidence: doubtful ? 'low' : 'medium',
      sources: [...new Set([...row.price.sources, FEE_SOURCE])],
    } as const
    const fee = compensation.find(({ services }) => services.includes(row.price.service))
    const higher = (fee?.levels_gbp ?? []).flatMap((compensation_gbp, index) => {
      const add_pence = fee?.add_pence?.[index] ?? 0
      const price = toPence(row.price.price + add_pence)
      return add_pence > 0 ? [{ ...row, price: { ...row.price, compensation_gbp, price, ...figures } }] : []
    })
    return [row, ...higher]
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

/** The other price lists: one CSV file each, checked by `npm run postroom -- tariff check`. */
const rowsOfCsvLists = (folder: string): TariffRow[] =>
  fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.csv'))
    .flatMap((name) => readTariffFile(path.join(folder, name)).map(readTariffRecord))
