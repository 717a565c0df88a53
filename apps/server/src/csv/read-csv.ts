import type { FieldError } from '@postroom/contract/errors'
import { fieldError } from '@postroom/contract/field-errors'
import { CsvError, parse } from 'csv-parse/sync'
import { unescapeFormulas } from './formula-cells.ts'

/** One row keyed by column. `number` is the row number a spreadsheet shows; the header is row 1. */
export interface CsvRow {
  number: number
  cells: ReadonlyMap<string, string>
}

interface CsvFile {
  rows: CsvRow[]
  /** What could not be read; `field` is `{row number}.{column}`. When the header is wrong, no row is read. */
  problems: FieldError[]
  /** Whether the file has more rows than may be read. Those rows are not checked. */
  hasMore: boolean
}

/** Decodes an uploaded file. Spreadsheets write UTF-8, or Windows-1252 without declaring it. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * Reads a CSV file whose header names some of `columns`, in any order. Separators are commas, or semicolons as
 * spreadsheets write in French. Empty rows are skipped, but count towards `mostRows`. Never throws: each problem is
 * reported with its row.
 *
 * @param columnOf the column that a header names; null for one that is not read
 */
export function readCsv(
  text: string,
  columns: readonly string[],
  mostRows: number,
  columnOf: (name: string) => string | null = (name) => name,
): CsvFile {
  const records = recordsOf(text, 1 + mostRows + 1) // the header, and one row above the limit
  if (!Array.isArray(records)) return { rows: [], problems: [records], hasMore: false }
  const [names = [''], ...lines] = records.map((record) => record.map((cell) => unescapeFormulas(cell.trim())))
  const header = names.map(columnOf)
  const problems = headerProblems(header, columns)
  if (problems.length > 0) return { rows: [], problems, hasMore: false }
  const written = lines.map((cells, index) => ({ number: index + 2, cells })).filter(({ cells }) => cells.some(Boolean))
  return {
    rows: written.map(({ number, cells }) => ({
      number,
      cells: new Map(header.flatMap((name, at) => (name === null ? [] : [[name, cells[at] ?? '']]))),
    })),
    problems: written.flatMap(({ number, cells }) =>
      cells.length > header.length ? [fieldError(`${number}`, 'invalid')] : [],
    ),
    hasMore: lines.length > mostRows,
  }
}

/**
 * The cells of the first rows; or, where quotation marks do not match, the row with the error. Rows shorter than the
 * header are slow to parse and block the process, so no more rows are parsed than needed.
 */
function recordsOf(text: string, most: number): string[][] | FieldError {
  const delimiter = /^[^\r\n]*;/.test(text) ? ';' : ','
  try {
    return parse(text, { bom: true, delimiter, relax_column_count: true, to: most })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return fieldError(String(Number(error['records'] ?? 0) + 1), 'invalid')
  }
}

function headerProblems(header: readonly (string | null)[], columns: readonly string[]): FieldError[] {
  const seen = new Set<string>()
  return header.flatMap((name) => {
    if (name === null) return []
    if (!columns.includes(name)) return [fieldError(`1.${name}`, 'unknown_field')]
    if (seen.has(name)) return [fieldError(`1.${name}`, 'not_allowed')]
    seen.add(name)
    return []
  })
}
