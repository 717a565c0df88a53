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
