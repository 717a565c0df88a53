import { MM, type Doc } from '../pdf/pdf.ts'

/** Whether the label is a practice print or a specimen. */
interface Kind {
  test: boolean
}

interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Dashes and spaces in black dots, because black-and-white printers drop grey hairlines. The address stays legible over them. */
const WATERMARK = { dash: 2, space: 5 }

const markOf = ({ test }: Kind): string => (test ? 'TEST PRINT' : 'SPECIMEN')

/** Draws the band 'NO POSTAL VALUE', with text as large as fits. */
export function drawHeader(doc: Doc, kind: Kind, { x, y, width, height }: Area): void {
  const text = `${markOf(kind)} - NO POSTAL VALUE`
  const full = doc.font('bold', 10).widthOfString(text) / 10
  doc.rect(x, y, width, height).fill('black')
  doc.font('bold', Math.min(11, (width - 8) / full, height * 0.62)).fillColor('white')
  doc.text(text, x, y + (height - doc.fontSize * 1.36) / 2, { width, align: 'center' })
  doc.fillColor('black')
}

/** Noto Sans: height of a capital, and distance from the top of a line to its baseline, relative to the size. */
const CAPITAL = 0.714
const ASCENT = 1.069

/** Draws the outlined specimen mark behind an address, diagonally and inside the box. */
export function drawWatermark(doc: Doc, kind: Kind, { x, y, width, height }: Area): void {
  const text = markOf(kind)
  const perPoint = doc.font('bold', 100).widthOfString(text) / 100
  const angle = Math.atan2(height, width)
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  const size = Math.min(width / (perPoint * cos + CAPITAL * sin), height / (perPoint * sin + CAPITAL * cos)) * 0.97
  doc.save()
  doc.translate(x + width / 2, y + height / 2).rotate((-angle * 180) / Math.PI)
  const { line, dot } = doc.grid
  doc
    .font('bold', size)
    .lineWidth(line)
    .dash(WATERMARK.dash * dot, { space: WATERMARK.space * dot })
  doc.strokeColor('black')
  doc.text(text, (-perPoint * size) / 2, -size * ASCENT + (CAPITAL * size) / 2, { outlined: true })
  doc.restore()
}

/** Draws the specimen mark upwards beside a symbol of height `length`. The caller keeps it outside the quiet zone. */
export function drawMarkBeside(doc: Doc, kind: Kind, at: { x: number; y: number; length: number }): void {
  doc.save()
  doc.translate(at.x, at.y + at.length).rotate(-90)
  const size = Math.min(7, (at.length / doc.font('bold', 7).widthOfString(markOf(kind))) * 6.8)
  // text that may not be smaller extends beyond both ends instead of wrapping
  const width = Math.max(at.length, doc.font('bold', size).widthOfString(markOf(kind)) + 1)
  doc.text(markOf(kind), (at.length - width) / 2, 0, { width, align: 'center' })
  doc.restore()
}

const CUT = { length: 4 * MM, gap: 1.5 * MM }

/** Draws cut marks outside the four corners of a label on plain paper. */
export function drawCutMarks(doc: Doc, { width, height }: Pick<Area, 'width' | 'height'>): void {
  doc.lineWidth(doc.grid.dot).strokeColor('black')
  for (const [x, outX] of [
    [0, -1],
    [width, 1],
  ] as const)
    for (const [y, outY] of [
      [0, -1],
      [height, 1],
    ] as const) {
      doc
        .moveTo(x + outX * CUT.gap, y)
        .lineTo(x + outX * (CUT.gap + CUT.length), y)
        .stroke()
      doc
        .moveTo(x, y + outY * CUT.gap)
        .lineTo(x, y + outY * (CUT.gap + CUT.length))
        .stroke()
    }
}
