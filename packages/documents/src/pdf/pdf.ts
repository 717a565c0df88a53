import PdfKit from 'pdfkit'
import { toDots } from './barcode.ts'
import { documentFont, type FontFace } from './fonts.ts'

export type Doc = PDFKit.PDFDocument

/** Points in a millimetre. */
export const MM = 72 / 25.4

/** A finished document as a list of documents tells it; sizes are those of its pages. */
export interface RenderedDocument {
  pdf: Uint8Array
  width_mm: number
  height_mm: number
  pages: number
}

/**
 * A document with one empty page, its edges on whole dots (less than 0.05 mm from what is asked). `created` stands in
 * the file as its date, so that the same content gives the same bytes.
 */
export function newPdf(title: string, created: Date, page: { width_mm: number; height_mm: number }): Doc {
  const doc = new PdfKit({
    size: [toDots(page.width_mm * MM), toDots(page.height_mm * MM)],
    margin: 0,
    // Typed as a name only; null keeps Helvetica, which is not used, from being loaded.
    font: null as unknown as string,
    lang: 'en-GB',
    info: { Title: title, Producer: 'Postroom', Creator: 'Postroom', CreationDate: created },
  })
  // pdfkit accepts a fontkit font too; its types omit this.
  for (const face of ['regular', 'bold'] satisfies FontFace[])
    doc.registerFont(face, documentFont(face) as unknown as string)
  return doc
}

/** A document before it is drawn. */
export interface Drawing {
  /** Stands in the file, as does `created_at`. */
  title: string
  created_at: Date
  page: Pick<RenderedDocument, 'width_mm' | 'height_mm'>
  /** Draws everything. @returns how many pages that took @throws TextDoesNotFit */
  draw: (doc: Doc) => number
}

/** Draws a document. @throws TextDoesNotFit */
export async function render({ title, created_at, page, draw }: Drawing): Promise<RenderedDocument> {
  const doc = newPdf(title, created_at, page)
  const pages = draw(doc)
  return { pdf: await finish(doc), ...page, pages }
}

/** Lays a document out and draws nothing: what does not fit is known before money moves. @throws TextDoesNotFit */
export function layOut({ draw, ...drawing }: Drawing): void {
  const measured = newPdf(drawing.title, drawing.created_at, drawing.page)
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

/** What of a document is asked before a text is set; everything else draws. */
const MEASURING = new Set<string | symbol>(['font', 'widthOfString', 'heightOfString', 'currentLineHeight'])

/** Ends the document and gives its bytes. */
export function finish(doc: Doc): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  return new Promise((resolve, reject) => {
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
    doc.end()
  })
}
