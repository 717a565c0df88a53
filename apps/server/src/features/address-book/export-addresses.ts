import { ADDRESS_CSV_COLUMNS, type SavedAddress } from '@postroom/contract/address-book'
import type { Context } from '../../context.ts'
import { csvHeader, csvRows } from '../../csv/write-csv.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { allAddresses } from './address.store.ts'
import type { Reader } from './seen-by.store.ts'

/** Every address that `reader` sees, as a CSV file that `importCsv` reads. */
export async function exportCsv({ db }: Context, reader: Reader): Promise<Buffer> {
  const parts = [csvHeader(ADDRESS_CSV_COLUMNS)]
  let rows = 0
  for await (const page of allAddresses(db, reader)) {
    parts.push(csvRows(page.map(cellsOf)))
    rows += page.length
  }
  const { organisation_id, id: user_id } = reader
  await recordAudit(db, { organisation_id, user_id, event: 'addresses_exported', details: { rows } })
  return Buffer.from(parts.join(''))
}

const cellsOf = (address: SavedAddress) =>
  ADDRESS_CSV_COLUMNS.map((column) => (column === 'tags' ? address.tags.join(';') : address[column]))
