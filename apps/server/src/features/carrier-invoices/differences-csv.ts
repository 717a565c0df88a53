import { csvHeader, csvRows } from '../../csv/write-csv.ts'
import type { ShownLine } from './carrier-invoice.store.ts'

const COLUMNS = [
  'row',
  'item_number',
  'service',
  'date',
  'outcome',
  'charged',
  'expected',
  'difference',
  'organisation',
  'shipment',
  'booked',
]

/** The differences of an invoice as a CSV file, amounts in pounds including VAT. */
export const differencesCsv = (lines: readonly ShownLine[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    csvHeader(COLUMNS) +
      csvRows(
        lines.map((line) => [
          line.row_number ?? '',
          line.item_no,
          line.service,
          line.posted_on ?? '',
          line.outcome,
          line.gross / 100,
          line.expected / 100,
          line.difference / 100,
          line.organisation ?? '',
          line.purchase_id ?? '',
          line.is_booked,
        ]),
      ),
  )
