import { paragraph, setText } from '../pdf/fit-text.ts'
import type { FontFace } from '../pdf/fonts.ts'
import { MM, type Doc } from '../pdf/pdf.ts'

export const ROW_HEIGHT = 8 * MM
const COLUMN = 30 * MM
const TEXT = { largest: 10, smallest: 5 }

/** Position and size of a row of an account document, in points. */
export interface Rows {
  x: number
  y: number
  width: number
  /** Default `ROW_HEIGHT`. */
  height?: number
}

/** Draws a text at the left and figures in columns of equal width at the right. @throws TextDoesNotFit */
export function drawRow(doc: Doc, rows: Rows, cells: readonly string[], face: FontFace = 'regular'): void {
  const { x, y, width, height = ROW_HEIGHT } = rows
  const [text = '', ...figures] = cells
  const box = { x, y, width: width - figures.length * COLUMN, height, middle: true, block: 'receipt: price' }
  setText(doc, [paragraph(text, face)], box, TEXT)
  for (const [at, figure] of figures.entries()) {
    const left = x + width - (figures.length - at) * COLUMN
    doc.font(face, 10).text(figure, left, y + height / 2 - 6, { width: COLUMN, align: 'right' })
  }
}
