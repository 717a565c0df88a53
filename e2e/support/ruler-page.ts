import { TEST_BARS_TEXT, TEST_MATRIX_TEXT } from '../../packages/documents/src/test-page/test-page-figures.ts'
import { partOfPage } from '../../packages/documents/src/testing/part-of-page.ts'
import { readSymbols, type Page as Picture } from '../../packages/documents/src/testing/read-back.ts'
import { expect } from './fixtures.ts'

const DPI = 300
/** 100 mm at 300 dots per inch. */
const BAR_DOTS = 1181
/** The area of the symbols, in millimetres: the rulers around them confuse decoders. */
const FIGURES = [10, 10, 78, 70] as const

/** The lengths of the unbroken black runs of every column. */
function* downwardRuns({ width, height, dots }: Picture): Generator<number> {
  for (let x = 0; x < width; x++) {
    let run = 0
    for (let y = 0; y <= height; y++) {
      if (y < height && dots[y * width + x]! < 128) run++
      else {
        if (run > 0) yield run
        run = 0
      }
    }
  }
}

/** The borders span nearly the whole page; the bar to measure is the longest run besides them. */
export function expectBar(page: Picture): void {
  const bar = Math.max(...[...downwardRuns(page)].filter((run) => run < page.height * 0.85))
  // the height of A4 is not a whole number of dots
  expect(Math.abs(bar - BAR_DOTS)).toBeLessThanOrEqual(1)
}

/** Only the page of a label has symbols. */
export async function expectSymbols(page: Picture): Promise<void> {
  const symbols = { DataMatrix: TEST_MATRIX_TEXT, Code128: TEST_BARS_TEXT }
  expect(await readSymbols(partOfPage(page, FIGURES, DPI))).toEqual(symbols)
}

/** The dots of a simulated label printer as a picture. */
export const pictureOf = ({ width, height, black }: { width: number; height: number; black: Uint8Array }): Picture => ({
  width,
  height,
  dots: black.map((dot) => (dot === 1 ? 0 : 255)),
})
