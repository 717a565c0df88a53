import { DOT } from './barcode.ts'
import type { LabelContent } from './label-content.ts'
import { BAND, PAGE, SAFE } from './label-page.ts'
import type { Doc } from './pdf.ts'

type Kind = Pick<LabelContent, 'test'>

/** Dark enough to survive a printer that knows only black and white, thin enough to read the address over it. */
const WATERMARK_GREY = '#777'
const WATERMARK_LENGTH = 262

const markOf = ({ test }: Kind): string => (test ? 'TEST PRINT' : 'SPECIMEN')

/** The band at the top that says the label pays for nothing. */
export function drawHeader(doc: Doc, kind: Kind): void {
  const { y, height } = BAND.header
  doc.rect(SAFE.left, y, SAFE.width, height).fill('black')
  const setting = { width: SAFE.width, align: 'center', characterSpacing: 0.6 } as const
  doc
    .font('bold', 11)
    .fillColor('white')
    .text(`${markOf(kind)} - NO POSTAL VALUE`, SAFE.left, y + 2.5, setting)
  doc.fillColor('black')
}

/** The mark behind the address, from corner to corner, in outline. */
export function drawWatermark(doc: Doc, kind: Kind): void {
  const text = markOf(kind)
  const size = (WATERMARK_LENGTH / doc.font('bold', 100).widthOfString(text)) * 100
  doc.save()
  doc.translate(PAGE.width / 2, BAND.delivery.y + BAND.delivery.height / 2).rotate(-26)
  doc.font('bold', size).lineWidth(DOT).strokeColor(WATERMARK_GREY)
  doc.text(text, -WATERMARK_LENGTH / 2, -size * 0.68, { lineBreak: false, stroke: true, fill: false })
  doc.restore()
}

/** The mark beside a symbol of height `length`, reading upwards. The caller keeps it out of the quiet zone. */
export function drawMarkBeside(doc: Doc, kind: Kind, at: { x: number; y: number; length: number }): void {
  doc.save()
  doc.translate(at.x, at.y + at.length).rotate(-90)
  doc.font('bold', 7).text(markOf(kind), 0, 0, { width: at.length, align: 'center', lineBreak: false })
  doc.restore()
}
