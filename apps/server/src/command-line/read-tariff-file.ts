import fs from 'node:fs'
import { TARIFF_COLUMNS, type TariffRecord } from '@postroom/domain/tariffs/tariff-record'
import { parse } from 'csv-parse/sync'

/** Why a file cannot be read as a price list, in words for the person who named it. */
export class UnreadableTariff extends Error {}

/** The rows of a price list in CSV (RFC 4180, UTF-8, with a header). @throws UnreadableTariff */
export function readTariffFile(file: string): TariffRecord[] {
  const [header = [], ...lines] = cellsOf(textOf(file))
  const missing = TARIFF_COLUMNS.filter((column) => !header.includes(column))
  if (header.length === 0) throw new UnreadableTariff(`${file} is empty`)
  if (missing.length > 0) throw new UnreadableTariff(`The first line of ${file} lacks ${missing.join(', ')}`)
  const torn = lines.findIndex((line) => line.length !== header.length)
  if (torn >= 0) throw new UnreadableTariff(`Row ${torn + 2} of ${file} has fewer cells than the first row`)
  return lines.map((line) => Object.fromEntries(header.map((column, index) => [column, line[index] ?? ''])))
}

function textOf(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw new UnreadableTariff(missing ? `There is no file ${file}` : `${file} cannot be read`, { cause: error })
  }
}

function cellsOf(text: string): string[][] {
  try {
    return parse(text, { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true })
  } catch (error) {
    throw new UnreadableTariff(`Not CSV: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}
