import { stringify } from 'csv-stringify/sync'
import { escapeFormulas } from './formula-cells.ts'

type Cell = string | number | boolean

/** Most rows of one file: ten to thirty megabytes. */
export const CSV_ROWS_MAX = 100_000

const LINE_END = '\r\n'
/** Marks the bytes as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\uFEFF'

/** The header of a CSV file (RFC 4180) for spreadsheets. */
export const csvHeader = (columns: readonly string[]): string => BYTE_ORDER_MARK + csvRows([columns])

/** Rows of a CSV file. Text cannot become a formula; numbers and booleans are written as they are. */
export const csvRows = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? escapeFormulas(cell) : String(cell)))),
    // by itself the library quotes only cells with its own line ending
    { record_delimiter: LINE_END, quoted_match: /[\r\n]/ },
  )

/** Headers of a download: the browser neither shows nor caches it. `name` is a fixed file name. */
export const csvDownloadHeaders = (name: string): Record<string, string> => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}"`,
})
