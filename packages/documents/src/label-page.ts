import PdfKit from 'pdfkit'
import { DOT, toDots } from './barcode.ts'
import { fontOf, type FontFace } from './fonts.ts'

export type Doc = PDFKit.PDFDocument

/** 4 × 6 inches in points. The page is the label: nothing is to be scaled, or the bars would leave the dots. */
export const PAGE = { width: 288, height: 432 }

/** 98 × 140 mm in whole dots: what every 4 × 6 roll can print. */
export const SAFE = { left: 22 * DOT, right: PAGE.width - 22 * DOT, width: PAGE.width - 44 * DOT, top: 74 * DOT }

/** Bands of the label, top and height in points. */
export const BAND = {
  header: { y: SAFE.top, height: 20 },
  service: { y: SAFE.top + 30, height: 46.08 },
  facts: { y: SAFE.top + 85, height: 27 },
  delivery: { y: SAFE.top + 116, height: 148 },
  sender: { y: SAFE.top + 270, height: 44 },
  bars: { y: SAFE.top + 322, height: 48 },
} as const

/** An empty label. `created` stands in the file as its date, so that the same content gives the same bytes. */
export function newLabelPage(title: string, created: Date): Doc {
  const doc = new PdfKit({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    // Typed as a name only; null keeps Helvetica, which is not used, from being loaded.
    font: null as unknown as string,
    lang: 'en-GB',
    info: { Title: title, Producer: 'Postroom', Creator: 'Postroom', CreationDate: created },
  })
  // A font parsed before is accepted too, which the types do not tell.
  for (const face of ['regular', 'bold'] satisfies FontFace[]) doc.registerFont(face, fontOf(face) as unknown as string)
  return doc
}

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

export function drawCaption(doc: Doc, text: string, x: number, y: number): void {
  doc.font('regular', 5.5).text(text, x, y, { lineBreak: false, characterSpacing: 0.2 })
}

export function drawRule(doc: Doc, y: number): void {
  doc.rect(SAFE.left, toDots(y), SAFE.width, 2 * DOT).fill('black')
}
