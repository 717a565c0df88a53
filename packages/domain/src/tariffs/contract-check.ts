import type { CalendarDate } from '../calendar.ts'
import { serviceOf, type ServiceCode } from '../catalogue/services.ts'
import type { Channel } from './channels.ts'
import { comparePrices, type ComparedRow } from './compare-lists.ts'
import { isContract, listPricing, type ContractRow } from './contract-list.ts'
import type { PriceList, PriceRow } from './price-row.ts'
import { isPricedIn, nameOf } from './tariff-check.ts'
import { readTariffRecord, unreadableIn, type TARIFF_COLUMNS, type TariffRecord } from './tariff-record.ts'
import { brokenRules } from './tariff-rules.ts'

/** The columns of a written contract: those of a price list, without what is the same in all its rows. No price: not offered. */
export const CONTRACT_COLUMNS = [
  'service',
  'format',
  'zone',
  'min_weight_g',
  'max_weight_g',
  'compensation_gbp',
  'price_pence',
  'vat',
] as const satisfies readonly (typeof TARIFF_COLUMNS)[number][]
type Column = (typeof CONTRACT_COLUMNS)[number]

/** What is wrong with a written contract. It must not be added with one of these. */
export const CONTRACT_ERRORS = [
  'empty',
  'unreadable',
  'not_sold',
  'duplicate',
  'band',
  'price_falls',
  'vat',
  'off_sale',
] as const
/** Fees that differ within a contract, which published lists never do. It may be right. */
export const CONTRACT_REMARKS = ['signed_for', 'tracked_signature', 'saturday', 'compensation', 'europe'] as const

/** A finding in a written contract. `row` counts from 0. `price` names the price concerned. */
export interface ContractFinding {
  code: (typeof CONTRACT_ERRORS)[number] | (typeof CONTRACT_REMARKS)[number]
  row?: number
  column?: Column
  price?: string
}

/** What a contract changes against the prices of the account before it: numbers of prices, and the services that lose theirs. */
interface ContractChanges {
  cheaper: number
  dearer: number
  same: number
  added: number
  not_offered: number
  /** Services of the contract before it that have published prices again. */
  published_again: ServiceCode[]
}

/** The rows of a contract that may be added, or why it may not; remarks in both cases. */
export type CheckedContract =
  | { ok: false; errors: ContractFinding[]; remarks: ContractFinding[] }
  | { ok: true; rows: ContractRow[]; remarks: ContractFinding[]; changes: ContractChanges }

/**
 * Checks a written contract by the rules of every list, except that its fees may differ and that it states its own VAT. A service
 * that it names must be priced or said not to be offered wherever `published` sells it.
 * @param before the list that prices the account until then
 */
export function checkContract(
  records: readonly TariffRecord[],
  day: CalendarDate,
  published: PriceList,
  before: PriceList,
): CheckedContract {
  const unreadable =
    records.length === 0 ? [{ code: 'empty' as const }] : findUnreadable(records, published.channel, day)
  if (unreadable.length > 0) return { ok: false, errors: unreadable, remarks: [] }
  const read = records.map((record) => readTariffRecord(completed(record, published.channel, day)))
  const rows = read.map(({ price }) => price)
  const sold = read.filter(({ placeholder }) => !placeholder).map(({ price }) => price)
  const found = findBroken(rows, sold)
  const remarks = found.filter(({ code }) => isRemark(code))
  const errors = [...found.filter(({ code }) => !isRemark(code)), ...findOffSale(rows, published)]
  if (errors.length > 0) return { ok: false, errors, remarks }
  const contract = read.map(({ placeholder, price: { confidence: _c, sources: _s, price, ...row } }) => ({
    ...row,
    price: placeholder ? null : price,
  }))
  return { ok: true, rows: contract, remarks, changes: changesOf(rows, sold, before) }
}

/** The row as one of a whole price list. A placeholder of a list needs a number where the price is. */
const completed = (record: TariffRecord, channel: Channel, effective_from: CalendarDate): TariffRecord => {
  const isOffered = record['price_pence'] !== ''
  const confidence = isOffered ? 'high' : 'placeholder'
  return {
    ...record,
    channel,
    effective_from,
    confidence,
    sources: 'contract',
    ...(!isOffered && { price_pence: '1' }),
  }
}

const findUnreadable = (records: readonly TariffRecord[], channel: Channel, day: CalendarDate): ContractFinding[] =>
  records.flatMap((record, row) =>
    unreadableIn(completed(record, channel, day)).map((column) => ({
      code: 'unreadable' as const,
      row,
      column: column as Column,
    })),
  )

const isRemark = (code: ContractFinding['code']): boolean => CONTRACT_REMARKS.some((remark) => remark === code)

const COLUMN_OF: Partial<Record<ContractFinding['code'], Column>> = {
  not_sold: 'service',
  duplicate: 'service',
  band: 'min_weight_g',
  price_falls: 'price_pence',
}

function findBroken(rows: readonly PriceRow[], sold: readonly PriceRow[]): ContractFinding[] {
  const at = new Map(rows.map((row, index) => [row, index]))
  const finding = (row: PriceRow, code: ContractFinding['code'], column = COLUMN_OF[code]): ContractFinding => ({
    code,
    row: at.get(row)!,
    price: nameOf(row),
    ...(column && { column }),
  })
  const offered = new Set(sold)
  const notOffered = rows.filter((row) => !offered.has(row))
  return [
    ...brokenRules(sold).flatMap(({ at: row, code }) => (code === 'vat' ? [] : finding(row, code))),
    ...brokenRules(notOffered).flatMap(({ at: row, code }) => (code === 'not_sold' ? finding(row, code) : [])),
    ...findWrongVat(sold).map((row) => finding(row, 'vat', 'vat')),
  ]
}

/** The rows whose VAT is not that of the first row of the service, or not possible there. An account may pay VAT where a stamp is exempt. */
function findWrongVat(rows: readonly PriceRow[]): PriceRow[] {
  const first = new Map<ServiceCode, PriceRow>()
  for (const row of rows) if (!first.has(row.service)) first.set(row.service, row)
  return rows.filter(({ service, vat }) => {
    const isAbroad = serviceOf(service).scope === 'abroad'
    return vat !== first.get(service)?.vat || isAbroad !== (vat === 'zero_or_exempt')
  })
}

/** The prices of `published` that a named service would lose without a word, each once whatever its weights. */
function findOffSale(rows: readonly PriceRow[], published: PriceList): ContractFinding[] {
  const named = new Set(rows.map(({ service }) => service))
  const next = { ...published, rows }
  const gone = published.rows.filter((row) => named.has(row.service) && !isPricedIn(next, row, [row.compensation_gbp]))
  return gone.map((row) => ({ code: 'off_sale', price: nameOf(row) }))
}

function changesOf(rows: readonly PriceRow[], sold: readonly PriceRow[], before: PriceList): ContractChanges {
  const named = new Set(rows.map(({ service }) => service))
  const rowsBefore = [...named].flatMap((service) =>
    listPricing(service, before).rows.filter((row) => row.service === service),
  )
  const compared = comparePrices({ ...before, rows: sold }, { ...before, rows: rowsBefore }).filter(
    ({ price }) => price !== undefined,
  )
  const count = (is: (row: ComparedRow) => boolean): number => compared.filter(is).length
  return {
    cheaper: count(({ price, before: was }) => was !== undefined && price! < was),
    dearer: count(({ price, before: was }) => was !== undefined && price! > was),
    same: count(({ price, before: was }) => price === was),
    added: count(({ before: was }) => was === undefined),
    not_offered: rows.length - sold.length,
    published_again: isContract(before) ? [...before.names].filter((code) => !named.has(code)) : [],
  }
}
