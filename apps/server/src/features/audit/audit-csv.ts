import type { AuditFilter } from '@postroom/contract/audit-log'
import { CSV_ROWS_MAX, csvHeader, csvRows } from '../../csv/write-csv.ts'
import type { Db } from '../../db/database.ts'
import { auditEntries, namesOf } from './audit-log.store.ts'

const CSV_COLUMNS = [
  'number',
  'at',
  'user_id',
  'user',
  'event',
  'subject',
  'details',
  'ip',
  'request_id',
  'api_key',
  'hash',
]

/** The matching entries as a CSV file, newest first; with each entry the hash by which it can be verified elsewhere. */
export async function auditCsv(
  db: Db,
  organisation_id: string,
  filter: AuditFilter,
): Promise<{ file: Uint8Array; rows: number }> {
  const page = { direction: 'desc', start: 0, length: CSV_ROWS_MAX } as const
  const rows = await auditEntries(db, { ...filter, ...page, organisation_id })
  const names = await namesOf(
    db,
    organisation_id,
    rows.flatMap(({ user_id }) => user_id ?? []),
  )
  const cells = rows.map((row) => [
    row.seq,
    row.at.toISOString(),
    row.user_id ?? '',
    names.get(row.user_id ?? '') ?? '',
    row.event,
    row.subject ?? '',
    JSON.stringify(row.details),
    row.ip ?? '',
    row.request_id ?? '',
    row.key_name ?? '',
    row.hash.toString('hex'),
  ])
  return { file: new TextEncoder().encode(csvHeader(CSV_COLUMNS) + csvRows(cells)), rows: rows.length }
}
