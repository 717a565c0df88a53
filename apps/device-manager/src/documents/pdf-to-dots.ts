import type { PDFiumPage } from '@hyzyla/pdfium'

/** A page of black and white dots: `black` has one byte for each dot, in rows from the top left, 1 is black. */
export interface DotPage {
  width: number
  height: number
  black: Uint8Array<ArrayBuffer>
}

/** The resolution of a label printer. A dot of the document is a dot of the printer. */
export const DOTS_PER_INCH = 300
const POINTS_PER_INCH = 72

/** A page at exactly `dpi` dots per inch. */
export function dotsOf(page: PDFiumPage, dpi: number): DotPage {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const [width, height] = [toDots(originalWidth, dpi), toDots(originalHeight, dpi)]
  const black = renderBlack(page as unknown as PageInside, width, height)
  return { width, height, black }
}

const WORD_BYTES = 4
const EACH_BYTE = 0x01010101

/**
 * Four dots of 8-bit grey in each word, to 1 for a black dot and 0 for a white one. Grey below 160 becomes black, so a white
 * dot has the highest bit and one of the next two. Nothing is dithered: scanners cannot read bars with soft edges.
 */
export function blackOf(grey: Uint32Array): Uint32Array<ArrayBuffer> {
  const black = new Uint32Array(grey.length)
  for (let at = 0; at < grey.length; at++) {
    const word = grey[at]!
    black[at] = ~((word >>> 7) & ((word >>> 6) | (word >>> 5))) & EACH_BYTE
  }
  return black
}

const toDots = (points: number, dpi: number): number => Math.round((points / POINTS_PER_INCH) * dpi)

/** Private members of the library, whose public rendering always smooths edges. The version of the package is pinned. */
interface PageInside {
  pageIdx: number
  module: {
    HEAPU8: Uint8Array<ArrayBuffer>
    wasmExports: { malloc(bytes: number): number; free(at: number): void }
    _FPDFBitmap_CreateEx: (width: number, height: number, format: number, at: number, stride: number) => number
    _FPDFBitmap_FillRect: (bitmap: number, x: number, y: number, width: number, height: number, colour: number) => void
    _FPDF_RenderPageBitmap: (...args: [bitmap: number, page: number, ...box: Box, turn: number, flags: number]) => void
    _FPDFBitmap_Destroy: (bitmap: number) => void
  }
}
type Box = [x: number, y: number, width: number, height: number]

const GREY_FORMAT = 1
const WHITE = 0xffffffff
/** Annotations, grey, for print, and no smoothing of text, pictures and lines. Source: fpdfview.h of PDFium. */
const FLAGS = 0x01 | 0x08 | 0x800 | 0x1000 | 0x2000 | 0x4000

function renderBlack({ module, pageIdx }: PageInside, width: number, height: number): Uint8Array<ArrayBuffer> {
  const { _FPDFBitmap_CreateEx: create, _FPDFBitmap_FillRect: fill } = module
  const { _FPDF_RenderPageBitmap: render, _FPDFBitmap_Destroy: destroy } = module
  const words = Math.ceil((width * height) / WORD_BYTES)
  const at = module.wasmExports.malloc(words * WORD_BYTES)
  // at 0 the page would consist of whatever is there
  if (at === 0) throw new Error('PDFium has no memory left for the dots of a page')
  const bitmap = create(width, height, GREY_FORMAT, at, width)
  try {
    fill(bitmap, 0, 0, width, height, WHITE)
    render(bitmap, pageIdx, 0, 0, width, height, 0, FLAGS)
    // read where it was drawn: drawing may have replaced the memory of PDFium by a larger one
    const { buffer } = blackOf(new Uint32Array(module.HEAPU8.buffer, at, words))
    return new Uint8Array(buffer, 0, width * height)
  } finally {
    destroy(bitmap)
    module.wasmExports.free(at)
  }
}
