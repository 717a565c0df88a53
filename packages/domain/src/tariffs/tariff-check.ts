import { COUNTRIES } from '../catalogue/country-table.ts'
import { rowFor, type PriceList, type PriceRow } from './price-row.ts'
import { serviceOf } from '../catalogue/services.ts'
import { readTariffRecord, unreadableIn, type TariffRecord, type TariffRow } from './tariff-record.ts'
import { brokenRules } from './tariff-rules.ts'

/** A finding in a written price list. `row` is the row of the spreadsheet: the header is row 1. */
export interface TariffFinding {
  severity: 'error' | 'information'
  row?: number
  code: string
  message: string
}

/**
 * Checks a new price list before it is added: whether every row is valid and of one channel and day, whether the prices
 * follow the rules of postage, whether anything goes off sale, and what changes. A list with an error must not be added; the
 * other findings are information.
 * @param listFor finds the list of a channel that is in force on a day
 */
export function checkTariff(
  records: readonly TariffRecord[],
  listFor: (channel: PriceList['channel'], day: string) => PriceList,
): TariffFinding[] {
  if (records.length === 0) return [error('empty', 'the list has no rows')]
  const unreadable = records.flatMap(findUnreadable)
  if (unreadable.length > 0) return unreadable
  const rows = records.map(readTariffRecord)
  const mixed = findMixed(rows)
  const [first] = rows
  if (mixed.length > 0 || !first) return mixed
  const inForce = listFor(first.channel, first.effective_from)
  return [
    ...findSameDay(inForce, first),
    ...findBroken(rows),
    ...findOffSale(rows, inForce),
    ...findPlaceholders(rows),
    ...findChanges(rows, inForce),
  ]
}

const error = (code: string, message: string, index?: number): TariffFinding => ({
  severity: 'error',
  code,
  message,
  ...(index !== undefined && { row: index + 2 }),
})
const information = (code: string, message: string): TariffFinding => ({ severity: 'information', code, message })

const findUnreadable = (record: TariffRecord, index: number): TariffFinding[] =>
  unreadableIn(record).map((column) => error('unreadable', `${column} cannot be '${record[column] ?? ''}'`, index))

const findMixed = (rows: readonly TariffRow[]): TariffFinding[] =>
  rows.flatMap(({ channel, effective_from }, index) => {
    const same = channel === rows[0]?.channel && effective_from === rows[0].effective_from
    return same
      ? []
      : error('mixed', `a list has only one channel and day; this row has ${channel} ${effective_from}`, index)
  })

function findSameDay(inForce: PriceList, { effective_from }: TariffRow): TariffFinding[] {
  const same = inForce.effective_from === effective_from
  return same ? [error('list_exists', `${inForce.id} already begins on that day, and a list never changes`)] : []
}

const sold = (rows: readonly TariffRow[]): PriceRow[] =>
  rows.filter(({ placeholder }) => !placeholder).map(({ price }) => price)

function findBroken(rows: readonly TariffRow[]): TariffFinding[] {
  const rowOf = new Map(rows.map(({ price }, index) => [price, index]))
  return brokenRules(sold(rows)).map(({ at, code, message }) => error(code, `${nameOf(at)}: ${message}`, rowOf.get(at)))
}

/** Reports prices that go off sale, which may be a mistake. A placeholder states that it is intended. */
function findOffSale(rows: readonly TariffRow[], before: PriceList): TariffFinding[] {
  const next = { ...before, rows: rows.map(({ price }) => price) }
  const gone = before.rows.filter((row) => !isPricedIn(next, row))
  const names = new Set(gone.map(({ service, format, zone }) => `${service} ${format} ${zone}`))
  return [...names].map((name) =>
    error('off_sale', `${name}: sold in ${before.id}, without a price here. If that is intended, add a placeholder`),
  )
}

/** Whether a list prices a row in each of its countries and formats, at one of the levels of compensation. */
export function isPricedIn(
  list: PriceList,
  { service, format, zone, to_g }: PriceRow,
  levels = serviceOf(service).compensation_gbp,
): boolean {
  const { formats } = serviceOf(service)
  return COUNTRIES.filter((country) => zone === country.zone || zone === `country:${country.code}`).every(({ code }) =>
    (format === 'any' ? formats : [format]).every((one) =>
      levels.some((level) =>
        rowFor(list, { service, format: one, country: code, compensation_gbp: level, weight: to_g }),
      ),
    ),
  )
}

function findPlaceholders(rows: readonly TariffRow[]): TariffFinding[] {
  const count = rows.length - sold(rows).length
  return count > 0 ? [information('placeholders', `placeholders, which are not sold: ${count}`)] : []
}

function findChanges(rows: readonly TariffRow[], before: PriceList): TariffFinding[] {
  const old = new Map(before.rows.map((row) => [nameOf(row), row.price]))
  const cells = new Set(sold(rows).map(nameOf))
  const added = sold(rows).filter((row) => !old.has(nameOf(row)))
  const gone = before.rows.filter((row) => !cells.has(nameOf(row)))
  const riseOf = (row: PriceRow): number => row.price - (old.get(nameOf(row)) ?? row.price)
  const changed = sold(rows).filter((row) => riseOf(row) !== 0)
  const [largest] = changed.toSorted((a, b) => riseOf(b) - riseOf(a)).filter((row) => riseOf(row) > 0)
  return [
    information('changed', `prices that differ from ${before.id}: ${changed.length}`),
    ...(largest ? [information('largest_rise', `largest rise: ${nameOf(largest)}, + ${riseOf(largest)}p`)] : []),
    ...(added[0] ? [information('added', `new prices: ${added.length}, the first is ${nameOf(added[0])}`)] : []),
    ...(gone[0] ? [information('gone', `removed prices: ${gone.length}, the first is ${nameOf(gone[0])}`)] : []),
  ]
}

/** A price in words: `1 letter UK £20 to 100 g`. */
export const nameOf = ({ service, format, zone, compensation_gbp, to_g }: PriceRow): string =>
  `${service} ${format} ${zone} £${compensation_gbp} to ${to_g} g`
