import { expect, test } from 'vitest'
import { aPdf } from '../testing/a-pdf.ts'
import { blackOf } from './pdf-to-dots.ts'
import { renderDots } from './read-pdf.ts'

const smallest = (numbers: number[]) => numbers.reduce((a, b) => Math.min(a, b), Infinity)

async function blackIn(drawing: string): Promise<{ count: number; left: number; right: number; top: number }> {
  const [page] = await renderDots(aPdf({ drawing }))
  const { width, black } = page!
  const places = [...black.keys()].filter((at) => black[at] === 1)
  const columns = places.map((at) => at % width)
  const [left, right] = [smallest(columns), -smallest(columns.map((x) => -x))]
  return { count: places.length, left, right, top: Math.floor((places[0] ?? 0) / width) }
}

test('renders an inch as 300 dots', async () => {
  expect(await blackIn('0 0 72 72 re f')).toEqual({ count: 90_000, left: 0, right: 299, top: 1500 })
})

test('renders a bar of three dots three dots wide at any position', async () => {
  expect(await blackIn('72.24 0 0.72 72 re f')).toMatchObject({ count: 900, left: 301, right: 303 })
})

test.each([
  ['dark grey becomes solid black', '0.6 g 0 0 72 72 re f', 90_000],
  ['light grey becomes white', '0.65 g 0 0 72 72 re f', 0],
])('%s, without dithering', async (_, drawing, count) => {
  expect((await blackIn(drawing)).count).toBe(count)
})

test('keeps number and size of the pages', async () => {
  const pages = await renderDots(aPdf({ width_mm: 58.674, height_mm: 127, pages: 3 }))
  expect(pages.map(({ width, height }) => [width, height])).toEqual(Array.from({ length: 3 }, () => [693, 1500]))
})

test('makes grey below 160 black, at each place of a word', () => {
  const grey = Uint8Array.from({ length: 4 * 256 }, (_, at) => (at + (at >> 8)) & 0xff)
  const black = new Uint8Array(blackOf(new Uint32Array(grey.buffer)).buffer)
  expect([...black]).toEqual([...grey].map((value) => (value < 160 ? 1 : 0)))
})
