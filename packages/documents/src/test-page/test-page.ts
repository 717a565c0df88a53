import type { PageCode } from '@postroom/contract/page-code'
import { CONTINUOUS_ROLLS } from '@postroom/domain/media/media-table'
import type { LabelGridDpi } from '@postroom/domain/media/label-drawing'
import { gridOf, type Grid } from '../pdf/grid.ts'
import { drawFrame } from '../label/label-parts.ts'
import { finish, MM, newPdf, type Doc, type RenderedDocument } from '../pdf/pdf.ts'
import { testFiguresOn } from './test-page-figures.ts'

interface PageSize {
  width_mm: number
  height_mm: number
}

/** A sheet or label, or an endless roll, which has no height. */
interface SheetOrRoll {
  width_mm: number
  height_mm?: number | undefined
}

/** Distances of the borders from the edges of the page. The outermost complete border shows the printable area. */
const BORDERS_MM = [1, 3, 5]
const INNER = 5
/** Marks of the rulers: interval and length in millimetres. The first interval that divides a position applies. */
const MARKS = [
  { every: 10, length: 3.5 },
  { every: 5, length: 2.5 },
  { every: 1, length: 1.5 },
] as const
const RULER_MM = 7
const GAP_MM = 2
/** Narrower pages have no room for a measuring bar beside the figures. */
const BAR_PAGE_MM = 60
const BARS_MM = [100, 50, 20]
const BAR_ROOM_MM = 9
/** Distance of the bar's text from it, in points. */
const BAR_TEXT = { 203: 12, 300: 9 } as const

/** The page length on an endless roll: the minimum of the widest roll. @see spec §9 */
const ROLL_PAGE_MM = CONTINUOUS_ROLLS['2.4'].min_height_in * 25.4

/** The size of the test page on a sheet, label or endless roll. */
export const testPageOn = ({ width_mm, height_mm = ROLL_PAGE_MM }: SheetOrRoll): PageSize => ({ width_mm, height_mm })

/** The codes on the test page of a size, to compare with what is read back. A small label has room for one or none. */
export const codesOn = (size: PageSize, dpi: LabelGridDpi = 300): PageCode[] =>
  figuresOn(size, gridOf(dpi)).flatMap(({ figure }) => figure.code ?? [])

/**
 * Draws a test page, which shows whether a printer scales, cuts off, blurs or prints too lightly. Rulers count from the
 * edges of the page. Figures that do not fit are left out: 29 mm rolls show few, A4 shows all. The same size and
 * resolution always give the same bytes.
 * @param dpi the resolution of the printer: bars, modules and ruler lines are whole dots of it
 */
export async function renderTestPage(size: PageSize, dpi: LabelGridDpi = 300): Promise<RenderedDocument> {
  const doc = newPdf('Test page', new Date(0), size, gridOf(dpi))
  drawBorders(doc, size)
  drawRuler(doc, size.width_mm, 'across')
  drawRuler(doc, size.height_mm, 'down')
  drawBar(doc, size)
  drawFigures(doc, size)
  return { pdf: await finish(doc), ...size, pages: 1 }
}

function drawBorders(doc: Doc, { width_mm, height_mm }: PageSize): void {
  const width = width_mm * MM
  for (const inset of BORDERS_MM) {
    const at = doc.grid.round(inset * MM)
    drawFrame(doc, { x: at, y: at, width: (width_mm - 2 * inset) * MM, height: (height_mm - 2 * inset) * MM })
    const y = (height_mm - inset) * MM - 5.6
    if (doc.grid.dpi === 300) doc.font('regular', 4).text(`${inset} mm`, 0, y, { width, align: 'center' })
  }
  const size = `${toTenth(width_mm)} × ${toTenth(height_mm)} mm`
  const y = (height_mm - INNER) * MM - 11
  if (doc.grid.dpi === 300) doc.text(size, 0, y, { width, align: 'center' })
  // the larger text has no room between the borders
  else doc.font('bold', 7).text(`${size} · 1, 3, 5 mm`, 0, y, { width, align: 'center' })
}

const toTenth = (mm: number): number => Math.round(mm * 10) / 10

/** Draws a ruler inside the innermost border, in millimetres from the edge of the page. */
function drawRuler(doc: Doc, length_mm: number, direction: 'across' | 'down'): void {
  const start = INNER * MM
  for (let mm = INNER + 1; mm <= length_mm - INNER - 1; mm++) {
    const mark = MARKS.find(({ every }) => mm % every === 0)!
    const at = doc.grid.round(mm * MM)
    const end = (INNER + mark.length) * MM
    if (direction === 'across') doc.moveTo(at, start).lineTo(at, end)
    else doc.moveTo(start, at).lineTo(end, at)
    doc.lineWidth(doc.grid.line).stroke('black')
    if (mark.every === 10) drawNumber(doc, mm, direction)
  }
}

function drawNumber(doc: Doc, mm: number, direction: 'across' | 'down'): void {
  const [along, beside] = [mm * MM + 1, (INNER + 1.6) * MM]
  const [x, y] = direction === 'across' ? [along, beside] : [beside + 0.5, along - 1]
  doc.font('regular', 4.5).text(`${mm}`, x, y)
}

/** Draws the longest measuring bar that fits. */
function drawBar(doc: Doc, { width_mm, height_mm }: PageSize): void {
  const { round } = doc.grid
  const top = INNER + RULER_MM
  const length = BARS_MM.find((mm) => top + mm <= height_mm - INNER - 1)
  if (width_mm < BAR_PAGE_MM || length === undefined) return
  const [x, y, end] = [round((width_mm - INNER - 4) * MM), round(top * MM), round((top + length) * MM)]
  doc.rect(x, y, round(1.5 * MM), end - y).fill('black')
  doc.save()
  doc.translate(x - BAR_TEXT[doc.grid.dpi], end).rotate(-90)
  doc.font('regular', 6).text(`${length} mm, edge to edge`, 0, 0, { width: end - y, align: 'center' })
  doc.restore()
}

function drawFigures(doc: Doc, size: PageSize): void {
  const { round } = doc.grid
  for (const { figure, x, y, width, height } of figuresOn(size, doc.grid))
    figure.draw(doc, { x: round(x * MM), y: round(y * MM), width: width * MM, height: height * MM })
}

/** The figures in rows, in millimetres, without those that do not fit. */
function figuresOn({ width_mm, height_mm }: PageSize, grid: Grid) {
  const bar = width_mm < BAR_PAGE_MM ? 1 : BAR_ROOM_MM
  const [left, right] = [INNER + RULER_MM, width_mm - INNER - bar]
  const bottom = height_mm - INNER - 4
  const placed = []
  let [x, y, row] = [left, INNER + RULER_MM, 0]
  for (const figure of testFiguresOn(grid)) {
    const { width, height } = figure.size(right - left, grid)
    if (x > left && x + width > right) [x, y, row] = [left, y + row + GAP_MM, 0]
    if (x + width > right || y + height > bottom) continue
    placed.push({ figure, x, y, width, height })
    x += width + GAP_MM
    row = Math.max(row, height)
  }
  return placed
}
