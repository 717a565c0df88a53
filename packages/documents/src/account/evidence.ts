import type { MediaSize } from '@postroom/domain/media/media-size'
import { drawHeader } from '../label/label-marks.ts'
import { drawRule } from '../label/label-parts.ts'
import { paragraph, setText } from '../pdf/fit-text.ts'
import { unprintableIn } from '../pdf/glyphs.ts'
import { MM, render, type Doc, type RenderedDocument } from '../pdf/pdf.ts'

/** A part of the evidence: its heading and its rows, each with a name or time and what is known. */
export interface EvidencePart {
  title: string
  rows: readonly (readonly [name: string, value: string])[]
}

export interface EvidenceContent {
  /** The item number, or numbers. */
  title: string
  /** The organisation that sent it, and when this was written. */
  introduction: string
  parts: readonly EvidencePart[]
  sheet: MediaSize
  /** The date in the file. */
  created_at: Date
}

const LEFT = 20 * MM
const TOP = 24 * MM
const WIDTH = 170 * MM
const NAME_WIDTH = 52 * MM
const LINE = 4.6 * MM
/** The most lines that one value takes; a longer one gets smaller. */
const VALUE_LINES = 6
const HEADING = 11 * MM
const FOOT = 20 * MM
const TEXT = { largest: 9.5, smallest: 5 }

/**
 * Draws what is known of a shipment, on as many sheets as it takes: what was declared, charged, printed and scanned. It is
 * in English only, as a document of record. Characters without a glyph, which a carrier may report, become `?`.
 * @throws TextDoesNotFit when a value is too long even in small print
 */
export const renderEvidence = async (content: EvidenceContent): Promise<RenderedDocument> => {
  const draw = (doc: Doc): number => drawParts(doc, content)
  return render({ title: `Evidence ${content.title}`, created_at: content.created_at, page: content.sheet, draw })
}

function drawParts(doc: Doc, { title, introduction, parts, sheet }: EvidenceContent): number {
  const bottom = sheet.height_mm * MM - FOOT
  let [y, pages] = [TOP, 1]
  const turnPage = (): void => {
    drawFoot(doc, { title, page: pages, sheet })
    doc.addPage()
    pages++
    y = TOP
  }
  drawHeader(doc, { test: false }, { x: LEFT, y: 15 * MM, width: WIDTH, height: 6 * MM })
  doc.font('bold', 20).text('Evidence', LEFT, y)
  y += 10 * MM
  y += setText(
    doc,
    [paragraph(legible(title), 'bold'), paragraph(legible(introduction))],
    { x: LEFT, y, width: WIDTH, height: 24 * MM, block: 'evidence: title' },
    TEXT,
  )
  for (const part of parts) {
    if (y + HEADING + VALUE_LINES * LINE > bottom) turnPage()
    doc.font('bold', 12).text(legible(part.title), LEFT, y + 4 * MM)
    y += HEADING
    for (const row of part.rows) {
      if (y + VALUE_LINES * LINE > bottom) turnPage()
      drawRule(doc, LEFT, y, WIDTH)
      y += 1 * MM + drawRow(doc, y + 1 * MM, row) + 1 * MM
    }
  }
  drawFoot(doc, { title, page: pages, sheet })
  return pages
}

/** @returns the height taken */
function drawRow(doc: Doc, y: number, [name, value]: EvidencePart['rows'][number]): number {
  const height = VALUE_LINES * LINE
  const box = { y, height, block: `evidence: ${name}` }
  const left = setText(doc, [paragraph(legible(name))], { ...box, x: LEFT, width: NAME_WIDTH - 4 * MM }, TEXT)
  const right = { ...box, x: LEFT + NAME_WIDTH, width: WIDTH - NAME_WIDTH }
  return Math.max(left, setText(doc, [paragraph(legible(value))], right, TEXT))
}

function drawFoot(doc: Doc, { title, page, sheet }: { title: string; page: number; sheet: MediaSize }): void {
  const y = sheet.height_mm * MM - 14 * MM
  doc.font('regular', 7.5).text(`${legible(title)} · page ${page}`, LEFT, y, { width: WIDTH, align: 'right' })
}

/** Text with `?` for characters that the fonts do not have. */
function legible(text: string): string {
  const missing = unprintableIn([text])
  return missing.reduce((shown, character) => shown.replaceAll(character, '?'), text)
}
