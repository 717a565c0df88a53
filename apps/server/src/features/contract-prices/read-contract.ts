import { CONTRACT_PRICES_MAX } from '@postroom/contract/contract-price'
import { fieldError } from '@postroom/contract/field-errors'
import { CONTRACT_COLUMNS } from '@postroom/domain/tariffs/contract-check'
import type { TariffRecord } from '@postroom/domain/tariffs/tariff-record'
import { AppError } from '../../app-error.ts'
import { readCsv } from '../../csv/read-csv.ts'

/** A row of the file; `number` is the one that a spreadsheet shows. */
export interface WrittenRow {
  number: number
  record: TariffRecord
}

const columnOf = (name: string): string | null =>
  CONTRACT_COLUMNS.find((column) => column === name.toLowerCase()) ?? null

/**
 * The rows of a contract written as CSV. Other columns, such as the published prices of our own file, are not read.
 *
 * @throws AppError `invalid_request` with each problem as `{row}.{column}`, `too_many_lines`
 */
export function readContract(text: string): WrittenRow[] {
  const { rows, problems, hasMore } = readCsv(text, CONTRACT_COLUMNS, CONTRACT_PRICES_MAX, columnOf)
  if (hasMore) throw new AppError('too_many_lines', { details: { limit: CONTRACT_PRICES_MAX } })
  const [first] = rows
  const missing = first ? CONTRACT_COLUMNS.filter((name) => !first.cells.has(name)) : []
  const wrong = [...problems, ...missing.map((name) => fieldError(`1.${name}`, 'required'))]
  if (wrong.length > 0) throw new AppError('invalid_request', { fields: wrong.slice(0, 100) })
  return rows.map(({ number, cells }) => ({ number, record: Object.fromEntries(cells) }))
}
