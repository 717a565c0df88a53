import { PDFiumLibrary, type PDFiumDocument } from '@hyzyla/pdfium'
import { getRawAsset, isSea } from 'node:sea'
import { PNG } from 'pngjs'

const POINTS_PER_INCH = 72
const MM_PER_INCH = 25.4

/** PDFium is one instance with one memory: documents go through it one after the other. */
let library: Promise<PDFiumLibrary> | undefined
let turn: Promise<unknown> = Promise.resolve()

export function withDocument<T>(pdf: Uint8Array, work: (document: PDFiumDocument) => Promise<T>): Promise<T> {
  const result = turn.then(async () => {
    library ??= PDFiumLibrary.init(carriedWasm())
    const document = await (await library).loadDocument(pdf)
    try {
      return await work(document)
    } finally {
      document.destroy()
    }
  })
  turn = result.catch(() => {})
  return result
}

/** The packaged program has no files beside it: PDFium is inside. */
const carriedWasm = () => (isSea() ? { wasmBinary: getRawAsset('pdfium.wasm') } : {})

export interface PageSize {
  width_mm: number
  height_mm: number
}

/** The size of each page. @throws Error when the bytes are no PDF */
export const measurePages = (pdf: Uint8Array): Promise<PageSize[]> =>
  withDocument(pdf, async (document) => {
    return [...document.pages()].map((page) => {
      const { originalWidth, originalHeight } = page.getOriginalSize()
      return { width_mm: millimetres(originalWidth), height_mm: millimetres(originalHeight) }
    })
  })

const millimetres = (points: number): number => (points / POINTS_PER_INCH) * MM_PER_INCH

/** Each page as a grey PNG with exactly `dpi` dots per inch: one dot is one pixel. */
export const renderPages = (pdf: Uint8Array, dpi: number): Promise<Buffer[]> =>
  withDocument(pdf, async (document) => {
    const pictures: Buffer[] = []
    for (const page of document.pages()) {
      const { originalWidth, originalHeight } = page.getOriginalSize()
      const pixels = (points: number) => Math.round((points / POINTS_PER_INCH) * dpi)
      const { width, height, data } = await page.render({
        width: pixels(originalWidth),
        height: pixels(originalHeight),
        scale: 1, // the size is given in pixels already
        colorSpace: 'Gray',
        render: 'bitmap',
      })
      pictures.push(toPng(width, height, data))
    }
    return pictures
  })

const GREYSCALE = 0
function toPng(width: number, height: number, grey: Uint8Array): Buffer {
  const png = new PNG({ width, height })
  png.data = Buffer.from(grey)
  return PNG.sync.write(png, { colorType: GREYSCALE, inputColorType: GREYSCALE, inputHasAlpha: false })
}
