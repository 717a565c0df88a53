import PdfKit from 'pdfkit'
import { roundToDots } from './barcode.ts'
import { documentFont, type FontFace } from './fonts.ts'

export type Doc = PDFKit.PDFDocument

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
export function newPdf(title: string, created: Date, page: { width_mm: number; height_mm: number }): Doc {
  const doc = new PdfKit({
    size: [roundToDots(page.width_mm * MM), roundToDots(page.height_mm * MM)],
    margin: 0,
    // null prevents pdfkit from loading Helvetica, which is not used; its types omit null
    font: null as unknown as string,
    lang: 'en-GB',
    info: { Title: title, Producer: 'Postroom', Creator: 'Postroom', CreationDate: created },
  })
  // pdfkit also accepts a fontkit font; its types omit this
  for (const face of ['regular', 'bold'] satisfies FontFace[])
    doc.registerFont(face, documentFont(face) as unknown as string)
  return doc
}

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
  const measured = documentToMeasure()
  const doc: Doc = new Proxy(measured, {
    get: (target, name) =>
      MEASURING.has(name)
        ? (...values: unknown[]) => {
            const answer: unknown = Reflect.apply(Reflect.get(target, name) as () => unknown, target, values)
            return answer === target ? doc : answer
          }
        : () => doc,
  })
  draw(doc)
}

let toMeasure: { doc: Doc; layouts: number } | undefined
/** The document keeps every word that it has measured. */
const LAYOUTS_MAX = 1_000

/** A document that is never drawn, so that its font remembers the widths of words from one layout to the next. */
function documentToMeasure(): Doc {
  if (!toMeasure || toMeasure.layouts === LAYOUTS_MAX)
    toMeasure = { doc: newPdf('', new Date(0), { width_mm: 100, height_mm: 100 }), layouts: 0 }
  toMeasure.layouts++
  return toMeasure.doc
}

/** The pdfkit methods that measure text; all others draw. */
const MEASURING = new Set<string | symbol>(['font', 'widthOfString', 'heightOfString', 'currentLineHeight'])

/** Ends the document. @returns its bytes */
export function finish(doc: Doc): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  return new Promise((resolve, reject) => {
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
    doc.end()
  })
}
