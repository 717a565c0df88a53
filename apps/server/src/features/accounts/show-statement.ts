import type { StatementLine } from '@postroom/contract/carrier-account'
import { AppError } from '../../app-error.ts'
import { CSV_ROWS_MAX, csvHeader, csvRows } from '../../csv/write-csv.ts'
import type { Db } from '../../db/database.ts'
import { listStatement } from './statement.store.ts'

type Query = Parameters<typeof listStatement>[1]
type Page = Parameters<typeof listStatement>[2]

const CSV_COLUMNS = ['at', 'kind', 'reference', 'tracking', 'shipment_id', 'amount_gbp', 'balance_gbp']

/** A page of the statement as the contract shows it. */
export async function statementLines(db: Db, query: Query, page: Page): Promise<StatementLine[]> {
  const rows = await listStatement(db, query, page)
  return rows.map(({ at, shipment_id, tracking, ...line }) => ({
    ...line,
    at: at.toISOString(),
    ...(shipment_id !== null && { shipment_id }),
    ...(tracking !== null && { tracking }),
  }))
}

/** The statement as a CSV file, amounts in pounds. @throws AppError too_many_lines */
export async function statementCsv(db: Db, query: Query): Promise<Uint8Array> {
  const lines = await statementLines(db, query, { direction: 'asc', start: 0, length: CSV_ROWS_MAX + 1 })
  // a truncated file would lack the latest movements, and end with another balance
  if (lines.length > CSV_ROWS_MAX) throw new AppError('too_many_lines', { details: { limit: CSV_ROWS_MAX } })
  const rows = lines.map(({ at, kind, reference, tracking = '', shipment_id = '', amount, balance }) => [
    at,
    kind,
    reference,
    tracking,
    shipment_id,
    amount / 100,
    balance / 100,
  ])
  return new TextEncoder().encode(csvHeader(CSV_COLUMNS) + csvRows(rows))
}
