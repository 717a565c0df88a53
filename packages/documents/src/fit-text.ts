import type { FontFace } from './fonts.ts'

/** A paragraph in its own face, at a size relative to the block's. */
export interface Paragraph {
  text: string
  face: FontFace
  scale: number
}

interface Box {
  x: number
  y: number
  width: number
  height: number
  /** Centred between top and bottom instead of set from the top. */
  middle?: boolean
}

/** Largest and smallest size to try, in points. */
export interface SizeRange {
  largest: number
  smallest: number
}

const STEP_PT = 0.25
const LEADING = 1.2

/**
 * Sets paragraphs below each other in the largest size at which all of them fit the box, long ones broken over lines.
 * @throws RangeError when they do not fit at the smallest size: nothing is ever cut off
 */
export function setText(doc: PDFKit.PDFDocument, paragraphs: readonly Paragraph[], box: Box, sizes: SizeRange): void {
  for (let size = sizes.largest; size >= sizes.smallest; size -= STEP_PT) {
    const heights = paragraphs.map((paragraph) => heightAt(doc, paragraph, size, box.width))
    const total = heights.reduce((sum, height) => sum + height, 0)
    if (total > box.height) continue
    let y = box.middle ? box.y + (box.height - total) / 2 : box.y
    for (const [index, { text, face, scale }] of paragraphs.entries()) {
      doc.font(face, size * scale).text(text, box.x, y, { width: box.width, lineGap: lineGap(doc, size * scale) })
      y += heights[index]!
    }
    return
  }
  throw new RangeError('The text does not fit the label')
}

function heightAt(doc: PDFKit.PDFDocument, { text, face, scale }: Paragraph, size: number, width: number): number {
  doc.font(face, size * scale)
  return doc.heightOfString(text, { width, lineGap: lineGap(doc, size * scale) })
}

/** Noto's own line height is 1.36; addresses are set tighter. */
const lineGap = (doc: PDFKit.PDFDocument, size: number): number => size * LEADING - doc.currentLineHeight()
