import type { CalendarDate } from '../calendar.ts'
import { contractList, type ContractList, type ContractRow } from '../tariffs/contract-list.ts'
import { priceListFor } from '../tariffs/price-list.ts'
import type { Grams } from '../measures.ts'
import type { PriceRow } from '../tariffs/price-row.ts'
import { FRIDAY } from './rating-scene.ts'

const ONLINE = priceListFor('online', FRIDAY)

/** One price of a contract: a large letter within the United Kingdom, to 100 g. */
export const aContractRow = (change: Partial<Omit<ContractRow, 'to_g'>> & { to_g?: number } = {}): ContractRow => ({
  service: '1',
  format: 'large_letter',
  zone: 'UK',
  compensation_gbp: 20,
  from_g: 1 as Grams,
  price: 250,
  vat: 'standard_included',
  ...change,
  to_g: (change.to_g ?? 100) as Grams,
})

export const contractWith = (
  rows: readonly ContractRow[],
  published = ONLINE,
  effective_from: CalendarDate = '2026-11-01',
): ContractList => contractList({ id: 'c1', effective_from, rows }, published)

/** The published prices of some services, changed. */
export const pricesOf = (services: readonly string[], change: (row: PriceRow) => Partial<ContractRow>): ContractRow[] =>
  ONLINE.rows
    .filter(({ service }) => services.includes(service))
    .map(({ confidence: _c, sources: _s, ...row }) => ({ ...row, ...change({ ...row, confidence: _c, sources: _s }) }))

/** The rows as they are written in a file. */
export const writtenContract = (rows: readonly ContractRow[]): Record<string, string>[] =>
  rows.map((row) => ({
    service: row.service,
    format: row.format,
    zone: row.zone,
    min_weight_g: String(row.from_g),
    max_weight_g: String(row.to_g),
    compensation_gbp: String(row.compensation_gbp),
    price_pence: row.price === null ? '' : String(row.price),
    vat: row.vat,
  }))
