import { roundToDots } from './barcode.ts'
import { Doc } from './doc.ts'
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
 * A document with one empty page. The page size is rounded to whole dots, by less than 0.05 mm. `created` is the date in
 * the file; it is an argument so that the same content gives the same bytes.
 */
export const newPdf = (title: string, created: Date, page: { width_mm: number; height_mm: number }): PdfDoc =>
  new PdfDoc({ title, created, width: roundToDots(page.width_mm * MM), height: roundToDots(page.height_mm * MM) })

/** A document that can be laid out or drawn. */
export interface Drawing {
  /** Title in the PDF's properties. `created_at` is their date. */
  title: string
  created_at: Date
  page: Pick<RenderedDocument, 'width_mm' | 'height_mm'>
  /** Draws all pages. @returns the number of pages @throws TextDoesNotFit */
  draw: (doc: Doc) => number
}

/** Draws a document. @throws TextDoesNotFit */
export async function render({ title, created_at, page, draw }: Drawing): Promise<RenderedDocument> {
  const doc = newPdf(title, created_at, page)
  const pages = draw(doc)
  return { pdf: await finish(doc), ...page, pages }
}

/** Measures a document without drawing it, to find text that does not fit before money moves. @throws TextDoesNotFit */
export function layOut({ draw }: Drawing): void {
  draw(new Doc())
}

/** Ends the document. @returns its bytes */
export const finish = async (doc: PdfDoc): Promise<Uint8Array> => doc.end()
