import type { FieldError } from '@postroom/contract/errors'
import { fieldError } from '@postroom/contract/field-errors'
import { CsvError, parse } from 'csv-parse/sync'
import { restored } from './formula-cells.ts'

/** One row under its header. `number` is what a spreadsheet shows beside it; the header is row 1. */
export interface CsvRow {
  number: number
  cells: ReadonlyMap<string, string>
}

interface CsvFile {
  rows: CsvRow[]
  /** What could not be read; `field` is `{row number}.{column}`. Nothing was read when the header is wrong. */
  problems: FieldError[]
  /** Whether there are more rows than were to be read. What comes after them was not looked at. */
  hasMore: boolean
}

/** The text of an uploaded file. Spreadsheets write UTF-8 or, without saying so, the old code page of Western Europe. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * Reads a CSV file whose header names some of `columns`, in any order, separated by commas, or by semicolons as spreadsheets
 * do in French. Empty rows are left out, but count among the `mostRows` that are read. Never throws: what is wrong
 * with the file is said row by row.
 */
export function readCsv(text: string, columns: readonly string[], mostRows: number): CsvFile {
  const records = recordsOf(text, 1 + mostRows + 1) // the header, and a row too many
  if (!Array.isArray(records)) return { rows: [], problems: [records], hasMore: false }
  const [header = [''], ...lines] = records.map((record) => record.map((cell) => restored(cell.trim())))
  const problems = headerProblems(header, columns)
  if (problems.length > 0) return { rows: [], problems, hasMore: false }
  const written = lines.map((cells, index) => ({ number: index + 2, cells })).filter(({ cells }) => cells.some(Boolean))
  return {
    rows: written.map(({ number, cells }) => ({
      number,
      cells: new Map(header.map((name, at) => [name, cells[at] ?? ''])),
    })),
    problems: written.flatMap(({ number, cells }) =>
      cells.length > header.length ? [fieldError(`${number}`, 'invalid')] : [],
    ),
    hasMore: lines.length > mostRows,
  }
}

/**
 * The first rows with their cells; or, where quotation marks do not match, the row in which that was found. Rows that are
 * shorter than the header are slow to read, and nobody is served meanwhile: no more are read than are wanted.
 */
function recordsOf(text: string, most: number): string[][] | FieldError {
  const [firstLine = ''] = text.split(/[\r\n]/, 1)
  const delimiter = firstLine.includes(';') ? ';' : ','
  try {
    return parse(text, { bom: true, delimiter, relax_column_count: true, to: most })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return fieldError(String(Number(error['records'] ?? 0) + 1), 'invalid')
  }
}

function headerProblems(header: readonly string[], columns: readonly string[]): FieldError[] {
  const seen = new Set<string>()
  return header.flatMap((name) => {
    if (!columns.includes(name)) return [fieldError(`1.${name}`, 'unknown_field')]
    if (seen.has(name)) return [fieldError(`1.${name}`, 'not_allowed')]
    seen.add(name)
    return []
  })
}
