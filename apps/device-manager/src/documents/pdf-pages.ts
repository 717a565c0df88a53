import type { PDFiumPage } from '@hyzyla/pdfium'

const POINTS_PER_INCH = 72
const MM_PER_INCH = 25.4

export interface PageSize {
  width_mm: number
  height_mm: number
}

export function sizeOf(page: PDFiumPage): PageSize {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  return { width_mm: millimetres(originalWidth), height_mm: millimetres(originalHeight) }
}

const millimetres = (points: number): number => (points / POINTS_PER_INCH) * MM_PER_INCH

/**
 * Frees what PDFium holds for a page. The library closes only the pages that it draws itself, and closing the document
 * does not: every page left open stays in memory.
 */
export function closePage(page: PDFiumPage): void {
  const { module, pageIdx } = page as unknown as PageInside
  const { _FPDF_ClosePage: close } = module
  close(pageIdx)
}

/** Private members of the library. The version of the package is pinned. */
interface PageInside {
  pageIdx: number
  module: { _FPDF_ClosePage: (page: number) => void }
}
