import { hsSearch, type HsSearch } from '@postroom/domain/customs/hs-search'
import { readFile } from 'node:fs/promises'

const FILE = new URL('./hs-2022.txt', import.meta.url)
const CODE_DIGITS = 6

let search: Promise<HsSearch> | undefined

/** Searches the subheadings of the Harmonized System. The first call reads them, so that the server starts without. */
export const searchSubheadings = async (...asked: Parameters<HsSearch>): Promise<ReturnType<HsSearch>> =>
  (await (search ??= readSubheadings()))(...asked)

async function readSubheadings(): Promise<HsSearch> {
  const lines = (await readFile(FILE, 'utf8')).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return hsSearch(lines.map((line) => ({ code: line.slice(0, CODE_DIGITS), description: line.slice(CODE_DIGITS + 1) })))
}
