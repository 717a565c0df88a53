import { stringify } from 'csv-stringify/sync'
import { defused } from './formula-cells.ts'

type Cell = string | number | boolean

const LINE_END = '\r\n'
/** Tells spreadsheets that the bytes are UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** The first line of a CSV file (RFC 4180) for spreadsheets. */
export const csvHeader = (columns: readonly string[]): string => BYTE_ORDER_MARK + csvRows([columns])

/** Lines of a CSV file. Text cannot become a formula; numbers and yes or no stay what they are. */
export const csvRows = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? defused(cell) : String(cell)))),
    // by itself it quotes only whole line ends
    { record_delimiter: LINE_END, quoted_match: /[\r\n]/ },
  )

/** What the answer to a download says beside the rows: never shown in the page, never kept. `name` is a fixed file name. */
export const csvDownloadHeaders = (name: string): Record<string, string> => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}"`,
})
