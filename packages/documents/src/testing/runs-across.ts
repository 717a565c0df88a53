import { readBarcodes } from 'zxing-wasm/reader'
import { BLACK_BELOW, pgmOf, type Page } from './read-back.ts'

/** The black and white runs across the middle of a symbol, in dots, from its first dark dot to its last; none without it. */
export async function runsAcross(page: Page, format: 'Code128' | 'DataMatrix'): Promise<number[]> {
  const [found] = await readBarcodes(pgmOf(page), { formats: [format], tryHarder: true })
  if (!found) return []
  const corners = Object.values(found.position)
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  // the decoder may report an edge inside the symbol; its quiet zone is wider than this
  const [left, right] = [Math.min(...xs) - 8, Math.max(...xs) + 8]
  const row = Math.round((Math.min(...ys) + Math.max(...ys)) / 2)
  const line = Array.from(page.dots.subarray(row * page.width + left, row * page.width + right), (grey) =>
    grey < BLACK_BELOW ? 'x' : ' ',
  ).join('')
  return Array.from(line.trim().matchAll(/x+| +/g), ([run]) => run.length)
}
