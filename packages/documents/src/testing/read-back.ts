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

/** A printer prints a dot when its grey is below this. */
export const BLACK_BELOW = 128

// without this copy the decoder would download it
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
    // with only a scale, pdfium truncates the page size to whole points and bars are no longer whole dots
    const { width, height, data } = await page.render({ ...size, scale: 1, colorSpace: 'Gray' })
    pages.push({ width, height, dots: data.slice() })
  }
  document.destroy()
  return pages
}

/** The symbols that zxing reads on a page: `{ DataMatrix: text, Code128: text }`. */
export async function readSymbols(page: Page): Promise<Record<string, string>> {
  const found = await readBarcodes(pgmOf(page), { formats: ['DataMatrix', 'Code128'], tryHarder: true })
  return Object.fromEntries(found.map(({ format, text }) => [format, text]))
}

/** The symbols that other decoders read on a page: dmtxread for Data Matrix, zbarimg for Code 128. */
export async function readWithOtherDecoders(page: Page, kinds: readonly string[]): Promise<Record<string, string>> {
  const read: Record<string, string> = {}
  if (kinds.includes('DataMatrix'))
    read['DataMatrix'] = runTool('dmtxread', pgmOf(await matrixOf(page)), '-n', '-N1', '-m8000', 'FILE').trimEnd()
  if (kinds.includes('Code128')) {
    const only128 = ['-q', '--raw', '--nodbus', '-S*.disable', '-Scode128.enable']
    read['Code128'] = runTool('zbarimg', pgmOf(page), ...only128, 'FILE').trim()
  }
  return read
}

/** Crops a page to its Data Matrix with the quiet zone, because dmtxread needs seconds to search a whole page. */
async function matrixOf(page: Page): Promise<Page> {
  const [found] = await readBarcodes(pgmOf(page), { formats: ['DataMatrix'], tryHarder: true })
  if (!found) throw new Error('No Data Matrix on the page')
  const corners = Object.values(found.position)
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const margin = CROP_MARGIN / 2
  return crop(page, {
    left: Math.max(0, Math.min(...xs) - margin),
    top: Math.max(0, Math.min(...ys) - margin),
    right: Math.min(page.width - 1, Math.max(...xs) + margin),
    bottom: Math.min(page.height - 1, Math.max(...ys) + margin),
  })
}

/** All texts that zxing reads on a page, sorted. */
export async function readTexts(page: Page): Promise<string[]> {
  const found = await readBarcodes(pgmOf(page), { formats: ['DataMatrix', 'Code128'], tryHarder: true })
  return found.map(({ text }) => text).toSorted()
}

const CROP_MARGIN = 40

/** Crops a page to its ink with a white margin, because decoders need seconds to search a whole A4 sheet. */
export function cropToInk(page: Page): Page {
  const { width, height, dots } = page
  let [left, top, right, bottom] = [width, height, 0, 0]
  // there are tens of millions of dots, and a plain loop is a hundred times faster than an iterator
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (dots[y * width + x]! >= BLACK_BELOW) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  return crop(page, { left, top, right, bottom })
}

interface Edges {
  left: number
  top: number
  right: number
  bottom: number
}

/** A part of a page, including the given edges, with a white margin. */
function crop({ width, dots }: Page, { left, top, right, bottom }: Edges): Page {
  const [columns, rows] = [right - left + 1 + 2 * CROP_MARGIN, bottom - top + 1 + 2 * CROP_MARGIN]
  const part = new Uint8Array(columns * rows).fill(255)
  for (let y = top; y <= bottom; y++)
    part.set(dots.subarray(y * width + left, y * width + right + 1), (y - top + CROP_MARGIN) * columns + CROP_MARGIN)
  return { width: columns, height: rows, dots: part }
}

/** The page as a black-and-white printer prints it: a PGM file for external decoders. */
export const pgmOf = ({ width, height, dots }: Page): Uint8Array =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), dots.map((grey) => (grey < BLACK_BELOW ? 0 : 255))])

/** Runs a program on `bytes` in a temporary file, whose path replaces the argument `FILE`. @returns stdout @throws when the program fails */
export function runTool(program: string, bytes: Uint8Array, ...args: string[]): string {
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
