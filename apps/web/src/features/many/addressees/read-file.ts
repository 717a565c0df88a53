import { BATCH_ROWS_MAX } from '@postroom/contract/shipment-batch'

/** A file of addresses as read: its heads, and its rows with the numbers that a spreadsheet shows. */
export interface AddressFile {
  name: string
  heads: readonly string[]
  lines: readonly { number: number; cells: readonly string[] }[]
  /** Rows above the limit, which were not read. */
  isCut: boolean
}

/** More is no list of addresses. */
const FILE_MAX_BYTES = 4 * 1024 * 1024

/** A file that cannot be read, with the reason and, for a broken row, its number. */
export class UnreadableFile extends Error {
  readonly reason: 'too_large' | 'empty' | 'quotes'
  readonly row: number | undefined
  constructor(reason: UnreadableFile['reason'], row?: number) {
    super(`The file cannot be read: ${reason}`)
    this.name = 'UnreadableFile'
    this.reason = reason
    this.row = row
  }
}

/** Reads a CSV file with commas, semicolons or tabs, in UTF-8 or Windows-1252. @throws UnreadableFile */
export async function readFile(file: File): Promise<AddressFile> {
  if (file.size > FILE_MAX_BYTES) throw new UnreadableFile('too_large')
  const text = textOf(await file.arrayBuffer())
  const [heads, ...records] = await recordsOf(text)
  const lines = records
    .map((cells, index) => ({ number: index + 2, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (!heads || lines.length === 0) throw new UnreadableFile('empty')
  return {
    name: file.name,
    heads: heads.map((head) => head.trim()),
    lines: lines.slice(0, BATCH_ROWS_MAX),
    isCut: lines.length > BATCH_ROWS_MAX,
  }
}

/** Spreadsheets write UTF-8, or Windows-1252 without declaring it. */
function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

async function recordsOf(text: string): Promise<string[][]> {
  // only who chooses a file needs the parser
  const { parse } = await import('csv-parse/browser/esm/sync')
  const [firstLine = ''] = text.split(/[\r\n]/, 1)
  const delimiter = [';', '\t'].find((character) => firstLine.includes(character)) ?? ','
  try {
    return parse(text, { bom: true, delimiter, relax_column_count: true, to: 2 * BATCH_ROWS_MAX })
  } catch (error) {
    // with these options only quotation marks can be wrong
    throw new UnreadableFile('quotes', (error as { records: number }).records + 1)
  }
}
