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

/** Grey below this becomes a black dot. Nothing is dithered: scanners cannot read bars with soft edges. */
const BLACK_BELOW = 160

/** A page at exactly `dpi` dots per inch. */
export function dotsOf(page: PDFiumPage, dpi: number): DotPage {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const [width, height] = [toDots(originalWidth, dpi), toDots(originalHeight, dpi)]
  const dots = renderGrey(page as unknown as PageInside, width, height)
  for (let at = 0; at < dots.length; at++) dots[at] = (dots[at] ?? 0) < BLACK_BELOW ? 1 : 0
  return { width, height, black: dots }
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

function renderGrey({ module, pageIdx }: PageInside, width: number, height: number): Uint8Array<ArrayBuffer> {
  const { _FPDFBitmap_CreateEx: create, _FPDFBitmap_FillRect: fill } = module
  const { _FPDF_RenderPageBitmap: render, _FPDFBitmap_Destroy: destroy } = module
  const at = module.wasmExports.malloc(width * height)
  const bitmap = create(width, height, GREY_FORMAT, at, width)
  try {
    fill(bitmap, 0, 0, width, height, WHITE)
    render(bitmap, pageIdx, 0, 0, width, height, 0, FLAGS)
    return module.HEAPU8.slice(at, at + width * height)
  } finally {
    destroy(bitmap)
    module.wasmExports.free(at)
  }
}
