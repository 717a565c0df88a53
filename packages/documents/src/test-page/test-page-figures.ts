import type { PageCode } from '@postroom/contract/page-code'
import { code128, dataMatrix, drawSymbol } from '../pdf/barcode.ts'
import type { Grid } from '../pdf/grid.ts'
import { QUIET_MODULES, type Box } from '../label/label-parts.ts'
import { MM, type Doc } from '../pdf/pdf.ts'

/** One figure of the test page. */
export interface TestFigure {
  /** Its size in millimetres when `room_mm` is available across. */
  size: (room_mm: number, grid: Grid) => { width: number; height: number }
  draw: (doc: Doc, box: Box) => void
  /** What a decoder reads in it. */
  code?: PageCode
}

export const TEST_MATRIX_TEXT = 'POSTROOM TEST PAGE NO VALUE'
export const TEST_BARS_TEXT = 'TEST'

const TEXT_SIZES = [5, 6, 7, 8, 9, 10, 11, 12, 13, 14]
const WORDS = ['Łŵ', 'Œuvre', 'Ελλάς', 'Żółć', 'Ďábel', 'naïve', 'Großväter']
const GREYS = 11
const DOT_WIDTHS = [1, 2, 3, 4]
const MATRIX_MODULES = 32

/** The font of captions, and the height that they need, in points. At 203 it is whole dots. */
const CAPTION = {
  203: { face: 'bold', size: 7, height: (28 * 72) / 203 },
  300: { face: 'regular', size: 4.5, height: 7 },
} as const

/** @returns the top of the figure below it */
function drawCaption(doc: Doc, text: string, { x, y }: Pick<Box, 'x' | 'y'>): number {
  const { face, size, height } = CAPTION[doc.grid.dpi]
  doc.font(face, size).text(text, x, y)
  return y + height
}

const mm = (dots: number, { dot }: Grid): number => (dots * dot) / MM

/** Eleven greys from white to black; a good print shows all of them. */
const GREY_WEDGE: TestFigure = {
  size: (room) => ({ width: Math.min(room, 88), height: 11 }),
  draw: (doc, { x, y, width, height }) => {
    const step = width / GREYS
    const area = { y: y + CAPTION[300].height, height: height - CAPTION[300].height }
    for (let tenth = 0; tenth < GREYS; tenth++) {
      const level = 1 - tenth / (GREYS - 1)
      doc.rect(x + tenth * step, area.y, step, area.height).fill(level)
    }
    doc.fillColor('black')
    drawCaption(doc, 'Grey, 0–100 %', { x, y })
    doc.rect(x, area.y, width, area.height).lineWidth(doc.grid.dot).stroke('black')
  },
}

/** Single horizontal and vertical lines, one to four dots wide. */
const HAIR_LINES: TestFigure = {
  size: (room, { dpi }) => ({ width: Math.min(room, dpi === 203 ? 17 : 16), height: 16 }),
  draw: (doc, { x, y, width, height }) => {
    const { dot } = doc.grid
    const top = drawCaption(doc, 'Lines of 1–4', { x, y })
    for (const [at, dots] of DOT_WIDTHS.entries()) {
      const offset = (4 + at * 12) * dot
      doc.rect(x, top + offset, width, dots * dot)
      doc.rect(x + offset, top + 60 * dot, dots * dot, y + height - top - 60 * dot)
    }
    doc.fill('black')
  },
}

const PATTERN_DOTS = 60
const PATTERN_STEP = PATTERN_DOTS + 8

/** Lines with gaps of equal width. An even grey shows that the printer has fewer dots than the page is drawn for. */
const RESOLUTION: TestFigure = {
  size: (_room, { dpi }) => (dpi === 203 ? { width: 17, height: 20 } : { width: 11, height: 13 }),
  draw: (doc, { x, y }) => {
    const { dot } = doc.grid
    const top = drawCaption(doc, 'Gaps of 1–4', { x, y })
    for (const [at, dots] of DOT_WIDTHS.entries()) {
      const left = x + (at % 2) * PATTERN_STEP * dot
      const above = top + Math.floor(at / 2) * PATTERN_STEP * dot
      for (let line = 0; line < PATTERN_DOTS; line += 2 * dots) {
        if (at % 2 === 0) doc.rect(left + line * dot, above, dots * dot, PATTERN_DOTS * dot)
        else doc.rect(left, above + line * dot, PATTERN_DOTS * dot, dots * dot)
      }
    }
    doc.fill('black')
  },
}

/** A Data Matrix as large as on a label, or smaller on a narrow roll of an office printer. */
const MATRIX: TestFigure = {
  code: { format: 'DataMatrix', text: TEST_MATRIX_TEXT },
  size: (room, grid) => {
    const side = mm(matrixDots(room, grid) * (MATRIX_MODULES + 4), grid)
    return { width: side, height: side }
  },
  draw: (doc, { x, y, width }) => {
    const { dot } = doc.grid
    const moduleDots = Math.round(width / dot / (MATRIX_MODULES + 4))
    const quiet = 2 * moduleDots * dot
    drawSymbol(doc, dataMatrix(TEST_MATRIX_TEXT), { x: x + quiet, y: y + quiet, moduleDots })
  },
}
const matrixDots = (room_mm: number, { dpi, data_matrix_dots }: Grid): number =>
  room_mm < 20 && dpi === 300 ? 3 : data_matrix_dots

const BARS: TestFigure = {
  code: { format: 'Code128', text: TEST_BARS_TEXT },
  size: (_room, grid) => ({
    width: mm((code128(TEST_BARS_TEXT).columns + 2 * QUIET_MODULES) * grid.code_128_dots, grid),
    height: 16,
  }),
  draw: (doc, { x, y, width, height }) => {
    const { dot, code_128_dots } = doc.grid
    const quiet = QUIET_MODULES * code_128_dots * dot
    const heightDots = Math.round((height - 12) / dot)
    drawSymbol(doc, code128(TEST_BARS_TEXT), { x: x + quiet, y, moduleDots: code_128_dots, heightDots })
    doc.font('bold', 7).text(TEST_BARS_TEXT, x, y + heightDots * dot + 1, { width, align: 'center' })
  },
}

/** One row for each text size, with as many words as fit. */
const textOf = (size: number): TestFigure => ({
  size: (room) => ({ width: room, height: size / MM }),
  draw: (doc, { x, y, width }) => {
    doc.font('regular', size)
    const words = WORDS.map((_, at) => `${size} pt ${WORDS.slice(0, at + 1).join(' ')}`)
    const text = words.findLast((line) => doc.widthOfString(line) <= width) ?? `${size} pt`
    doc.text(text, x, y - size * 0.2)
  },
})

/** In the order of their placement. A thermal printer of 203 dots to the inch prints neither greys nor small text. */
export const testFiguresOn = ({ dpi, smallest_pt }: Grid): readonly TestFigure[] => [
  ...(dpi === 300 ? [GREY_WEDGE] : []),
  MATRIX,
  BARS,
  HAIR_LINES,
  RESOLUTION,
  ...TEXT_SIZES.filter((size) => size >= smallest_pt.regular).map(textOf),
]
