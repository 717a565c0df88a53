import { Doc } from './doc.ts'
import { OFFICE_GRID, type Grid } from './grid.ts'
import { PdfDoc } from './pdf-doc.ts'

export { Doc } from './doc.ts'

/** Points in a millimetre. */
export const MM = 72 / 25.4

/** A finished PDF with the size of its pages. */
export interface RenderedDocument {
  pdf: Uint8Array
  width_mm: number
  height_mm: number
  pages: number
}

/**
 * A document with one empty page. The page size is rounded to whole dots, by less than 0.07 mm. `created` is the date in
 * the file; it is an argument so that the same content gives the same bytes.
 */
export function newPdf(
  title: string,
  created: Date,
  page: { width_mm: number; height_mm: number },
  grid: Grid = OFFICE_GRID,
): PdfDoc {
  const [width, height] = [grid.round(page.width_mm * MM), grid.round(page.height_mm * MM)]
  return new PdfDoc({ title, created, width, height, grid })
}

/** A document that can be laid out or drawn. */
export interface Drawing {
  /** Title in the PDF's properties. `created_at` is their date. */
  title: string
  created_at: Date
  page: Pick<RenderedDocument, 'width_mm' | 'height_mm'>
  /** `OFFICE_GRID` unless it is drawn for another. */
  grid?: Grid
  /** Draws all pages. @returns the number of pages @throws TextDoesNotFit */
  draw: (doc: Doc) => number
}

/** Draws a document. @throws TextDoesNotFit */
export async function render({ title, created_at, page, grid, draw }: Drawing): Promise<RenderedDocument> {
  const doc = newPdf(title, created_at, page, grid)
  const pages = draw(doc)
  return { pdf: await finish(doc), ...page, pages }
}

/** Measures a document without drawing it, to find text that does not fit before money moves. @throws TextDoesNotFit */
export function layOut({ grid, draw }: Drawing): void {
  draw(new Doc(grid))
}

/** Ends the document. @returns its bytes */
export const finish = async (doc: PdfDoc): Promise<Uint8Array> => doc.end()
