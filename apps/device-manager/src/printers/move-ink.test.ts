import { expect, test } from 'vitest'
import { aPdf } from '../testing/a-pdf.ts'
import { drawOrder, moveInk } from './move-ink.ts'

/** A page of dots, 4 wide and 3 high, with one of ink. */
function aPage(x: number, y: number) {
  const black = new Uint8Array(12)
  black[y * 4 + x] = 1
  return { width: 4, height: 3, black }
}
/** The media in the printer, reported slightly smaller than in the offset. */
const PAPER = { width_mm: 101.6, height_mm: 152.4 }
const offset = (x_mm: number, y_mm: number) => ({ printerId: 'p', width_mm: 102, height_mm: 153, x_mm, y_mm })
const labelMoved = (x_mm: number, y_mm: number) => ({ type: 'label', offset: offset(x_mm, y_mm) }) as const
/** At 254 dots per inch a millimetre has ten of them. */
const DPI = 254

test.each([
  ['nowhere', 0, 0, [1, 1]],
  ['to the right edge', 0.2, 0, [3, 1]],
  ['to the left edge', -0.1, 0, [0, 1]],
  ['to the top', 0, -0.1, [1, 0]],
  ['to the bottom right corner', 0.2, 0.1, [3, 2]],
  ['by 0 dots for less than half a dot', 0.04, -0.04, [1, 1]],
] as const)('moves the ink %s', (_where, x_mm, y_mm, [x, y]) => {
  expect(moveInk(aPage(1, 1), labelMoved(x_mm, y_mm), DPI, PAPER)).toEqual(aPage(x, y))
})

test.each([
  ['right', 0.3, 0],
  ['left', -0.2, 0],
  ['below', 0, 0.2],
  ['above', 0, -0.2],
])('refuses to move ink off the %s', (_side, x_mm, y_mm) => {
  expect(moveInk(aPage(1, 1), labelMoved(x_mm, y_mm), DPI, PAPER)).toBeUndefined()
})

test('lets white move off the media', () => {
  const white = { width: 4, height: 3, black: new Uint8Array(12) }
  expect(moveInk(white, labelMoved(5, -5), DPI, PAPER)).toEqual(white)
})

test('lets the ink of a ruler page move off the media, which is its purpose', () => {
  const moved = moveInk(aPage(1, 1), { ...labelMoved(0.3, 0), type: 'ruler' }, DPI, PAPER)
  expect(moved?.black.includes(1)).toBe(false)
})

test.each([
  // loaded media                                moved
  ['the media of the offset', PAPER, true],
  ['other media', { width_mm: 104, height_mm: 164 }, false],
  ['an endless roll as wide', { width_mm: 101.6, height_mm: 3000, endless: true }, false],
  ['unknown media', undefined, true],
] as const)('applies the offset on %s: %s', (_, paper, isMoved) => {
  expect(moveInk(aPage(1, 1), labelMoved(0.1, 0), DPI, paper)).toEqual(aPage(isMoved ? 2 : 1, 1))
})

const ORDER = {
  job_id: 'job-00001',
  kind: 'mailing',
  type: 'label',
  title: 'Label',
  copies: 1,
  labels: 1,
  // a black square of an inch in the lower left corner
  pdf: aPdf({ pages: 2 }),
  width_mm: 101.6,
  height_mm: 152.4,
  media: undefined,
} as const

/** The upper left dot of it: one inch above the lower edge, which is at six. */
const SQUARE = { x: 0, y: 1500 }

test('moves every page of a document by the same dots', async () => {
  const still = await drawOrder(ORDER, 300, PAPER)
  const moved = await drawOrder({ ...ORDER, offset: offset(5, -2.5) }, 300, PAPER)
  const firstDot = ({ black, width }: (typeof still)[number]) => ({
    x: black.indexOf(1) % width,
    y: Math.floor(black.indexOf(1) / width),
  })
  expect(still.map(firstDot)).toEqual([SQUARE, SQUARE])
  const there = { x: SQUARE.x + 59, y: SQUARE.y - 30 }
  expect(moved.map(firstDot)).toEqual([there, there])
})

test('refuses the whole document if one page would lose ink', async () => {
  const refused = drawOrder({ ...ORDER, offset: offset(-0.1, 0) }, 300, PAPER)
  await expect(refused).rejects.toMatchObject({ fault: { code: 'offset_too_large' } })
})
