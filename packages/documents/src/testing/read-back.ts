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

/** Renders every page of a PDF at a resolution, in greys. */
export async function renderPages(pdf: Uint8Array, dpi: number): Promise<Page[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const pages: Page[] = []
  for (const page of document.pages()) {
    const { width, height, data } = await page.render({ scale: dpi / 72, colorSpace: 'Gray' })
    pages.push({ width, height, dots: data.slice() })
  }
  document.destroy()
  library.destroy()
  return pages
}

/** What zxing reads on a page: `{ DataMatrix: text, Code128: text }`. */
export async function readSymbols(page: Page): Promise<Record<string, string>> {
  const found = await readBarcodes(pgmOf(page), { formats: ['DataMatrix', 'Code128'], tryHarder: true })
  return Object.fromEntries(found.map(({ format, text }) => [format, text]))
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
