import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** A rendered page, one byte for each dot: 0 is black, 255 white. */
export interface Page {
  width: number
  height: number
  dots: Uint8Array
}

/** Half: where a printer decides between a dot and none. */
export const BLACK_BELOW = 128

// Without its own copy the reader would fetch it from a foreign server.
const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength)
prepareZXingModule({ overrides: { wasmBinary } })

const pdfium = PDFiumLibrary.init()

/** Renders every page of a PDF in greys, with exactly `dpi` dots in an inch. */
export async function renderPages(pdf: Uint8Array, dpi: number): Promise<Page[]> {
  const document = await (await pdfium).loadDocument(pdf)
  const pages: Page[] = []
  for (const page of document.pages()) {
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const size = { width: Math.round((originalWidth / 72) * dpi), height: Math.round((originalHeight / 72) * dpi) }
    // Given a scale alone it would cut the size of the page down to whole points, and every bar would leave its dots.
    const { width, height, data } = await page.render({ ...size, scale: 1, colorSpace: 'Gray' })
    pages.push({ width, height, dots: data.slice() })
  }
  document.destroy()
  return pages
}

/** What zxing reads on a page: `{ DataMatrix: text, Code128: text }`. */
export async function readSymbols(page: Page): Promise<Record<string, string>> {
  const found = await readBarcodes(pgmOf(page), { formats: ['DataMatrix', 'Code128'], tryHarder: true })
  return Object.fromEntries(found.map(({ format, text }) => [format, text]))
}

/** The symbols of these kinds on a page as dmtxread and zbarimg read them, each asked for the kind it knows. */
export async function readAgain(page: Page, kinds: readonly string[]): Promise<Record<string, string>> {
  const read: Record<string, string> = {}
  if (kinds.includes('DataMatrix'))
    read['DataMatrix'] = judge('dmtxread', pgmOf(await matrixOf(page)), '-n', '-N1', '-m8000', 'FILE').trimEnd()
  if (kinds.includes('Code128')) {
    const only128 = ['-q', '--raw', '--nodbus', '-S*.disable', '-Scode128.enable']
    read['Code128'] = judge('zbarimg', pgmOf(page), ...only128, 'FILE').trim()
  }
  return read
}

/** The Data Matrix of a page with its quiet zone, cut out for a reader that would search the whole page for seconds. */
async function matrixOf(page: Page): Promise<Page> {
  const [found] = await readBarcodes(pgmOf(page), { formats: ['DataMatrix'], tryHarder: true })
  if (!found) throw new Error('No Data Matrix on the page')
  const corners = Object.values(found.position)
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const margin = CROP_MARGIN / 2
  return cut(page, {
    left: Math.max(0, Math.min(...xs) - margin),
    top: Math.max(0, Math.min(...ys) - margin),
    right: Math.min(page.width - 1, Math.max(...xs) + margin),
    bottom: Math.min(page.height - 1, Math.max(...ys) + margin),
  })
}

/** Everything that zxing reads on a page, sorted. */
export async function readTexts(page: Page): Promise<string[]> {
  const found = await readBarcodes(pgmOf(page), { formats: ['DataMatrix', 'Code128'], tryHarder: true })
  return found.map(({ text }) => text).toSorted()
}

const CROP_MARGIN = 40

/** The part of a page that has ink, with white around it: readers search a whole sheet of A4 for seconds. */
export function inked(page: Page): Page {
  const { width, height, dots } = page
  let [left, top, right, bottom] = [width, height, 0, 0]
  // Tens of millions of dots: a plain loop is a hundred times faster than an iterator.
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (dots[y * width + x]! >= BLACK_BELOW) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  return cut(page, { left, top, right, bottom })
}

interface Edges {
  left: number
  top: number
  right: number
  bottom: number
}

/** A part of a page, its edges included, in a white frame. */
function cut({ width, dots }: Page, { left, top, right, bottom }: Edges): Page {
  const [columns, rows] = [right - left + 1 + 2 * CROP_MARGIN, bottom - top + 1 + 2 * CROP_MARGIN]
  const part = new Uint8Array(columns * rows).fill(255)
  for (let y = top; y <= bottom; y++)
    part.set(dots.subarray(y * width + left, y * width + right + 1), (y - top + CROP_MARGIN) * columns + CROP_MARGIN)
  return { width: columns, height: rows, dots: part }
}

/** The page as a printer that knows only black and white shows it: a PGM file, for readers we did not write. */
export const pgmOf = ({ width, height, dots }: Page): Uint8Array =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), dots.map((grey) => (grey < BLACK_BELOW ? 0 : 255))])

/** Runs a program on `bytes` written to a file; `FILE` among the arguments stands for it. @throws when the program is not content */
export function judge(program: string, bytes: Uint8Array, ...args: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'postroom-label-'))
  try {
    const file = join(folder, 'label')
    writeFileSync(file, bytes)
    return execFileSync(
      program,
      args.map((arg) => (arg === 'FILE' ? file : arg)),
      { encoding: 'utf8' },
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}
