import type { PageCode } from '@postroom/contract/page-code'
import { code128, dataMatrix, DOT, drawSymbol } from '../pdf/barcode.ts'
import { QUIET_MODULES, type Box } from '../label/label-parts.ts'
import { MM, type Doc } from '../pdf/pdf.ts'

/** One figure of the test page. */
export interface TestFigure {
  /** Its size in millimetres when `room_mm` is available across. */
  size: (room_mm: number) => { width: number; height: number }
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
const CAPTION = 7
const MATRIX_MODULES = 32
const BARS_MODULE_DOTS = 4

const mm = (dots: number): number => (dots * DOT) / MM
const caption = (doc: Doc, text: string, { x, y }: Pick<Box, 'x' | 'y'>): void => {
  doc.font('regular', 4.5).text(text, x, y)
}

/** Eleven greys from white to black; a good print shows all of them. */
const GREY_WEDGE: TestFigure = {
  size: (room) => ({ width: Math.min(room, 88), height: 11 }),
  draw: (doc, { x, y, width, height }) => {
    const step = width / GREYS
    for (let tenth = 0; tenth < GREYS; tenth++) {
      const level = 1 - tenth / (GREYS - 1)
      doc.rect(x + tenth * step, y + CAPTION, step, height - CAPTION).fill(level)
    }
    doc.fillColor('black')
    caption(doc, 'Grey, 0–100 %', { x, y })
    doc
      .rect(x, y + CAPTION, width, height - CAPTION)
      .lineWidth(DOT)
      .stroke('black')
  },
}

/** Single horizontal and vertical lines, one to four dots wide at 300 dpi. */
const HAIR_LINES: TestFigure = {
  size: (room) => ({ width: Math.min(room, 16), height: 16 }),
  draw: (doc, { x, y, width, height }) => {
    caption(doc, 'Lines of 1–4', { x, y })
    for (const [at, dots] of DOT_WIDTHS.entries()) {
      const offset = (4 + at * 12) * DOT
      doc.rect(x, y + CAPTION + offset, width, dots * DOT)
      doc.rect(x + offset, y + CAPTION + 60 * DOT, dots * DOT, height - CAPTION - 60 * DOT)
    }
    doc.fill('black')
  },
}

/** Lines with gaps of equal width. An even grey shows that the printer has less than 300 dpi. */
const RESOLUTION: TestFigure = {
  size: () => ({ width: 11, height: 13 }),
  draw: (doc, { x, y }) => {
    caption(doc, 'Gaps of 1–4', { x, y })
    const side = 60
    for (const [at, dots] of DOT_WIDTHS.entries()) {
      const left = x + (at % 2) * (side + 8) * DOT
      const top = y + CAPTION + Math.floor(at / 2) * (side + 8) * DOT
      for (let line = 0; line < side; line += 2 * dots) {
        if (at % 2 === 0) doc.rect(left + line * DOT, top, dots * DOT, side * DOT)
        else doc.rect(left, top + line * DOT, side * DOT, dots * DOT)
      }
    }
    doc.fill('black')
  },
}

/** A Data Matrix as large as on a label, or smaller on a narrow roll. */
const MATRIX: TestFigure = {
  code: { format: 'DataMatrix', text: TEST_MATRIX_TEXT },
  size: (room) => ({
    width: mm(matrixDots(room) * (MATRIX_MODULES + 4)),
    height: mm(matrixDots(room) * (MATRIX_MODULES + 4)),
  }),
  draw: (doc, { x, y, width }) => {
    const moduleDots = Math.round(width / DOT / (MATRIX_MODULES + 4))
    const quiet = 2 * moduleDots * DOT
    drawSymbol(doc, dataMatrix(TEST_MATRIX_TEXT), { x: x + quiet, y: y + quiet, moduleDots })
  },
}
const matrixDots = (room_mm: number): number => (room_mm < 20 ? 3 : 6)

const BARS: TestFigure = {
  code: { format: 'Code128', text: TEST_BARS_TEXT },
  size: () => ({ width: mm((code128(TEST_BARS_TEXT).columns + 2 * QUIET_MODULES) * BARS_MODULE_DOTS), height: 16 }),
  draw: (doc, { x, y, width, height }) => {
    const quiet = QUIET_MODULES * BARS_MODULE_DOTS * DOT
    const heightDots = Math.round((height - 12) / DOT)
    drawSymbol(doc, code128(TEST_BARS_TEXT), { x: x + quiet, y, moduleDots: BARS_MODULE_DOTS, heightDots })
    doc.font('bold', 7).text(TEST_BARS_TEXT, x, y + heightDots * DOT + 1, { width, align: 'center' })
  },
}

/** One row for each text size, with as many words as fit. */
const TEXTS: TestFigure[] = TEXT_SIZES.map((size) => ({
  size: (room) => ({ width: room, height: size / MM }),
  draw: (doc, { x, y, width }) => {
    doc.font('regular', size)
    const words = WORDS.map((_, at) => `${size} pt ${WORDS.slice(0, at + 1).join(' ')}`)
    const text = words.findLast((line) => doc.widthOfString(line) <= width) ?? `${size} pt`
    doc.text(text, x, y - size * 0.2)
  },
}))

/** In the order of their placement. */
export const TEST_FIGURES: readonly TestFigure[] = [GREY_WEDGE, MATRIX, BARS, HAIR_LINES, RESOLUTION, ...TEXTS]
