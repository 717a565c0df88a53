import { PRICE_CSV_COLUMNS, type ComparedPrice, type PriceNarrowing } from '@postroom/contract/price-list'
import type { CalendarDate } from '@postroom/domain/calendar'
import { comparePrices, hasChanged, type ComparedRow } from '@postroom/domain/tariffs/compare-lists'
import { PRICE_LISTS } from '@postroom/domain/tariffs/lists/price-lists'
import type { PriceList } from '@postroom/domain/tariffs/price-row'
import { AppError } from '../../app-error.ts'
import { csvHeader, csvRows } from '../../csv/write-csv.ts'

/**
 * The lists of a channel, the one that is asked for, and its prices compared with the list before.
 * @throws AppError `not_found` for a list that the channel does not have
 */
export function comparedPrices({ channel, list, service, changed }: PriceNarrowing, today: CalendarDate) {
  const lists = PRICE_LISTS.filter((each) => each.channel === channel)
  const shown = list === undefined ? lists.at(-1) : lists.find(({ id }) => id === list)
  if (!shown) throw new AppError('not_found')
  const before = lists[lists.indexOf(shown) - 1]
  const current = lists.findLast(({ effective_from }) => effective_from <= today)
  const rows = comparePrices(shown, before)
    .filter((row) => service === undefined || row.service === service)
    .filter((row) => changed === 'false' || hasChanged(row))
  return {
    rows: rows.map(presented),
    lists: lists.map(({ id, effective_from }) => ({
      id,
      effective_from,
      state: stateOf(effective_from, current, today),
    })),
    shown: shown.id,
    ...(before && { compared_with: before.id }),
  }
}

function stateOf(
  effective_from: CalendarDate,
  current: PriceList | undefined,
  today: CalendarDate,
): 'past' | 'current' | 'coming' {
  if (effective_from > today) return 'coming'
  return effective_from === current?.effective_from ? 'current' : 'past'
}

const presented = ({ zone, ...row }: ComparedRow): ComparedPrice => ({ ...row, area: zone })

export const pricesFile = (rows: readonly ComparedPrice[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(new TextEncoder().encode(csvHeader(PRICE_CSV_COLUMNS) + csvRows(rows.map(cellsOf))))

const inPounds = (pence: number | undefined): string | number => (pence === undefined ? '' : pence / 100)

function cellsOf({ price, before, ...row }: ComparedPrice): (string | number)[] {
  const difference = price !== undefined && before !== undefined ? price - before : undefined
  const { service, format, area, compensation_gbp, from_g, to_g, vat } = row
  const amounts = [before, price, difference].map(inPounds)
  return [service, format, area, compensation_gbp, from_g, to_g, vat, ...amounts]
}
