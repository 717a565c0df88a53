import { CONTRACT_CSV_COLUMNS } from '@postroom/contract/contract-price'
import type { CalendarDate } from '@postroom/domain/calendar'
import type { Channel } from '@postroom/domain/tariffs/channels'
import { comparePrices } from '@postroom/domain/tariffs/compare-lists'
import { contractList, type ContractPrices } from '@postroom/domain/tariffs/contract-list'
import { priceListFor } from '@postroom/domain/tariffs/price-list'
import { csvHeader, csvRows } from '../../csv/write-csv.ts'

/** The prices of a contract in the order of their file, each with the published price of the contract's first day. */
export function contractCsv(contract: ContractPrices, channel: Channel, day: CalendarDate): Uint8Array<ArrayBuffer> {
  const published = priceListFor(channel, day)
  const priced = contractList(contract, published)
  const notOffered = contract.rows.filter(({ price }) => price === null)
  const rows = comparePrices(priced, published).slice(0, priced.rows.length)
  const cells = [...rows, ...notOffered].map((row) => [
    row.service,
    row.format,
    row.zone,
    row.from_g,
    row.to_g,
    row.compensation_gbp,
    row.price ?? '',
    row.vat,
    'before' in row ? (row.before ?? '') : '',
  ])
  return new Uint8Array(new TextEncoder().encode(csvHeader(CONTRACT_CSV_COLUMNS) + csvRows(cells)))
}
