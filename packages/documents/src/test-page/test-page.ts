import { CONTINUOUS_ROLLS } from '@postroom/domain/media/media-table'
import { toDots } from '../pdf/barcode.ts'
import { drawFrame } from '../label/label-parts.ts'
import { finish, MM, newPdf, type Doc, type RenderedDocument } from '../pdf/pdf.ts'
import { TEST_FIGURES } from './test-page-figures.ts'

/** A paper in millimetres. */
interface Paper {
  width_mm: number
  height_mm: number
}

/** An endless roll has no height. */
interface PaperOrRoll {
  width_mm: number
  height_mm?: number | undefined
}

/** How far from the edges of the paper the borders stand: the innermost one seen whole is what the printer can reach. */
const BORDERS_MM = [1, 3, 5]
const INNER = 5
/** Marks of the rulers, in millimetres: every how many, how long. The first that divides counts. */
const MARKS = [
  { every: 10, length: 3.5 },
  { every: 5, length: 2.5 },
  { every: 1, length: 1.5 },
] as const
const RULER_MM = 7
const GAP_MM = 2
/** Narrower paper has no room for a bar beside the figures. */
const BAR_PAPER_MM = 60
const BARS_MM = [100, 50, 20]
const BAR_ROOM_MM = 9

/** How long the page is on an endless roll: as a label of the widest one at least is. @see spec §9 */
const ROLL_PAGE_MM = CONTINUOUS_ROLLS['2.4'].min_height_in * 25.4

/** The page that shows what a printer does with a paper: as large as it, or a piece of an endless roll. */
export const testPageOn = ({ width_mm, height_mm = ROLL_PAGE_MM }: PaperOrRoll): Paper => ({ width_mm, height_mm })

/**
 * A page to judge a printer and its settings by: is anything scaled, cut off, blurred, too light? Rulers count from the
 * edge of the paper. Figures that do not fit the paper are left out: 29 mm rolls show few, A4 all. The same paper always
 * gives the same bytes.
 */
export async function renderTestPage(paper: Paper): Promise<RenderedDocument> {
  const doc = newPdf('Test page', new Date(0), paper)
  drawBorders(doc, paper)
  drawRuler(doc, paper.width_mm, 'across')
  drawRuler(doc, paper.height_mm, 'down')
  drawBar(doc, paper)
  drawFigures(doc, paper)
  return { pdf: await finish(doc), ...paper, pages: 1 }
}

function drawBorders(doc: Doc, { width_mm, height_mm }: Paper): void {
  for (const inset of BORDERS_MM) {
    const at = toDots(inset * MM)
    drawFrame(doc, { x: at, y: at, width: (width_mm - 2 * inset) * MM, height: (height_mm - 2 * inset) * MM })
    const y = (height_mm - inset) * MM - 5.6
    doc.font('regular', 4).text(`${inset} mm`, 0, y, { width: width_mm * MM, align: 'center' })
  }
  doc.text(`${toTenth(width_mm)} × ${toTenth(height_mm)} mm`, 0, (height_mm - INNER) * MM - 11, {
    width: width_mm * MM,
    align: 'center',
  })
}

const toTenth = (mm: number): number => Math.round(mm * 10) / 10

/** Millimetres from the edge of the paper, marked on the inside of the innermost border. */
function drawRuler(doc: Doc, length_mm: number, direction: 'across' | 'down'): void {
  const start = INNER * MM
  for (let mm = INNER + 1; mm <= length_mm - INNER - 1; mm++) {
    const mark = MARKS.find(({ every }) => mm % every === 0)!
    const at = toDots(mm * MM)
    const end = (INNER + mark.length) * MM
    if (direction === 'across') doc.moveTo(at, start).lineTo(at, end)
    else doc.moveTo(start, at).lineTo(end, at)
    doc.lineWidth(0.48).stroke('black')
    if (mark.every === 10) drawNumber(doc, mm, direction)
  }
}

function drawNumber(doc: Doc, mm: number, direction: 'across' | 'down'): void {
  const [along, beside] = [mm * MM + 1, (INNER + 1.6) * MM]
  const [x, y] = direction === 'across' ? [along, beside] : [beside + 0.5, along - 1]
  doc.font('regular', 4.5).text(`${mm}`, x, y, { lineBreak: false })
}

/** A bar to lay a ruler against: the longest that fits. */
function drawBar(doc: Doc, { width_mm, height_mm }: Paper): void {
  const top = INNER + RULER_MM
  const length = BARS_MM.find((mm) => top + mm <= height_mm - INNER - 1)
  if (width_mm < BAR_PAPER_MM || length === undefined) return
  const [x, y, end] = [toDots((width_mm - INNER - 4) * MM), toDots(top * MM), toDots((top + length) * MM)]
  doc.rect(x, y, toDots(1.5 * MM), end - y).fill('black')
  doc.save()
  doc.translate(x - 9, end).rotate(-90)
  doc.font('regular', 6).text(`${length} mm, edge to edge`, 0, 0, { width: end - y, align: 'center' })
  doc.restore()
}

/** Sets the figures beside each other and in rows, leaving out what fits nowhere. */
function drawFigures(doc: Doc, { width_mm, height_mm }: Paper): void {
  const bar = width_mm < BAR_PAPER_MM ? 1 : BAR_ROOM_MM
  const [left, right] = [INNER + RULER_MM, width_mm - INNER - bar]
  const bottom = height_mm - INNER - 4
  let [x, y, row] = [left, INNER + RULER_MM, 0]
  for (const figure of TEST_FIGURES) {
    const { width, height } = figure.size(right - left)
    if (x > left && x + width > right) [x, y, row] = [left, y + row + GAP_MM, 0]
    if (x + width > right || y + height > bottom) continue
    figure.draw(doc, { x: toDots(x * MM), y: toDots(y * MM), width: width * MM, height: height * MM })
    x += width + GAP_MM
    row = Math.max(row, height)
  }
}
