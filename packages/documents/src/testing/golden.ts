import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { BLACK_BELOW, type Page } from './read-back.ts'

const FOLDER = new URL('./goldens/', import.meta.url)

/**
 * Compares a page dot by dot, in black and white, with the golden image `goldens/<name>.png`. `UPDATE_GOLDENS=1` saves the
 * page as the new golden image; look at it before committing it.
 * @throws when dots differ or there is no golden image; the page is then saved in the system's temporary folder
 */
export function expectGolden(name: string, page: Page): void {
  const file = new URL(`${name}.png`, FOLDER)
  if (process.env['UPDATE_GOLDENS'] === '1') {
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(file, pngOf(page))
    return
  }
  const problem = existsSync(file) ? differenceOf(page, readFileSync(file)) : 'no golden image'
  if (problem === undefined) return
  const actual = join(tmpdir(), `${name}.actual.png`)
  writeFileSync(actual, pngOf(page))
  throw new Error(`${name}: ${problem}. Drawn now: ${actual}`)
}

/** Compares whole rows first, because decoding the PNG of a sheet takes a second. */
function differenceOf(page: Page, kept: Buffer): string | undefined {
  if (rowsOf(page).equals(rowsIn(kept))) return undefined
  const { width, height, dots } = pageIn(kept)
  if (width !== page.width || height !== page.height)
    return `${page.width} × ${page.height} dots, not ${width} × ${height}`
  let differing = 0
  for (let at = 0; at < page.dots.length; at++) if (blackOrWhite(page.dots[at]!) !== dots[at]) differing++
  return differing === 0 ? undefined : `${differing} dots differ`
}

/** The rows of a page in the format of an unfiltered PNG: a zero, then one byte for each dot. */
function rowsOf({ width, height, dots }: Page): Buffer {
  const rows = Buffer.alloc((width + 1) * height)
  for (let at = 0; at < dots.length; at++) rows[at + Math.floor(at / width) + 1] = blackOrWhite(dots[at]!)
  return rows
}

/** The rows of a golden image: the content of its IDAT chunks. */
function rowsIn(png: Buffer): Buffer {
  const chunks: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      chunks.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  return inflateSync(Buffer.concat(chunks))
}

/** Decodes a grey PNG. */
export function pageIn(png: Buffer): Page {
  const { width, height, data } = PNG.sync.read(png)
  return { width, height, dots: data.filter((_, at) => at % 4 === 0) }
}

const blackOrWhite = (grey: number): number => (grey < BLACK_BELOW ? 0 : 255)

/** Encodes a page in black and white without a filter, which keeps the file at a few kilobytes. */
function pngOf({ width, height, dots }: Page): Buffer {
  const png = new PNG({ width, height })
  png.data = Buffer.from(dots.map(blackOrWhite))
  const grey = { colorType: 0, inputColorType: 0, inputHasAlpha: false } as const
  return PNG.sync.write(png, { ...grey, filterType: 0, deflateStrategy: 0 })
}
