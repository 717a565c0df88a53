import { RETURN_CSV_COLUMNS, type ReturnedItem, type ReturnNarrowing } from '@postroom/contract/returned-item'
import { csvHeader, csvRows } from '../../csv/write-csv.ts'
import type { Db } from '../../db/database.ts'
import { returnsForFile } from './return.store.ts'

/** The returned items as a CSV file, newest first. */
export async function exportReturns(db: Db, organisationId: string, query: ReturnNarrowing): Promise<Uint8Array> {
  const rows = await returnsForFile(db, organisationId, query)
  return new TextEncoder().encode(csvHeader(RETURN_CSV_COLUMNS) + csvRows(rows.map(cellsOf)))
}

const cellsOf = ({ to, ...row }: ReturnedItem): string[] => [
  row.created_at,
  row.shipping_date,
  row.number,
  to.company_name,
  to.name,
  to.city,
  to.postal_code,
  to.country,
  row.reason,
  row.notes,
  row.state,
  row.shipment_id,
]
