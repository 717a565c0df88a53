import {
  NEWEST_SHIPMENTS_FILE,
  SHIPMENT_CSV_COLUMNS,
  SHIPMENTS_FILE,
  type ShipmentNarrowing,
} from '@postroom/contract/shipment-search'
import { csvHeader, csvRows } from '../../../csv/write-csv.ts'
import type { Db } from '../../../db/database.ts'
import { STATUSES } from '../show/shipment-status.ts'
import { foundForFile, type FileRow } from './found-for-file.store.ts'

/**
 * The found shipments as a CSV file, newest first. Prices are in pounds; what was taken back costs nothing. The name
 * says when the file does not have all of them.
 */
export async function exportShipments(db: Db, organisationId: string, query: ShipmentNarrowing) {
  const { rows, isMore } = await foundForFile(db, organisationId, query)
  return {
    name: isMore ? NEWEST_SHIPMENTS_FILE : SHIPMENTS_FILE,
    content: new TextEncoder().encode(csvHeader(SHIPMENT_CSV_COLUMNS) + csvRows(rows.map(cellsOf))),
  }
}

const NUMBERS_BETWEEN = ' '
const REFERENCES_BETWEEN = ';'

function cellsOf({ to, state, service, ...row }: FileRow): (string | number)[] {
  return [
    row.created_at.toISOString(),
    row.shipping_date,
    state === null ? 'manual' : STATUSES[state],
    to.company_name,
    to.name,
    to.city,
    to.postal_code,
    to.country,
    service,
    row.numbers.join(NUMBERS_BETWEEN),
    row.references.join(REFERENCES_BETWEEN),
    row.cost_center ?? '',
    row.by,
    row.price / 100,
    row.id,
  ]
}
