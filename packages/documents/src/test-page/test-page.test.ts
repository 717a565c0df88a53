import { createHash } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { TEST_BARS_TEXT, TEST_MATRIX_TEXT } from './test-page-figures.ts'
import { codesOn, renderTestPage } from './test-page.ts'
import { expectGolden } from '../testing/golden.ts'
import { inkOf, textSizesOf } from '../testing/operators-of.ts'
import { partOfPage } from '../testing/part-of-page.ts'
import { BLACK_BELOW, runTool, readWithOtherDecoders, readSymbols, renderPages } from '../testing/read-back.ts'
import { RESOLUTIONS_DPI } from '../testing/resolutions.ts'
import { runsAcross } from '../testing/runs-across.ts'

// A4 at 600 dpi is slow on a busy machine
vi.setConfig({ testTimeout: 30_000 })

const BOTH = { DataMatrix: TEST_MATRIX_TEXT, Code128: TEST_BARS_TEXT }
const MATRIX_ONLY = { DataMatrix: TEST_MATRIX_TEXT }
const MEDIA = [
  // media          width  height  its symbols
  ['roll-29', 29, 90, MATRIX_ONLY],
  ['roll-62', 62, 127, BOTH],
  ['4x6', 101.6, 152.4, BOTH],
  ['a4', 210, 297, BOTH],
] as const
/** The area of the symbols: rulers and line patterns confuse decoders. */
const FIGURES = [10, 10, 170, 70] as const
const textOf = (pdf: Uint8Array) => runTool('pdftotext', pdf, '-layout', 'FILE', '-').replaceAll(/\s+/g, ' ')

describe.each(MEDIA)('on %s', (name, width_mm, height_mm, symbols) => {
  test.each(RESOLUTIONS_DPI)('zxing, dmtxread and zbarimg read its symbols at %i dpi', async (dpi) => {
    const [page] = await renderPages((await renderTestPage({ width_mm, height_mm })).pdf, dpi)
    const figures = partOfPage(page!, FIGURES, dpi)
    expect(await readSymbols(figures)).toEqual(symbols)
    expect(await readWithOtherDecoders(figures, Object.keys(symbols))).toEqual(symbols)
  })

  test('is one page of the media size, has the same bytes each time and matches the golden image', async () => {
    const { pdf, ...size } = await renderTestPage({ width_mm, height_mm })
    expect(size).toEqual({ width_mm, height_mm, pages: 1 })
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(Buffer.from(pdf).toString('latin1'))!
    expect(Number(width) / (72 / 25.4)).toBeCloseTo(width_mm, 1)
    expect(Number(height) / (72 / 25.4)).toBeCloseTo(height_mm, 1)
    expect(runTool('qpdf', pdf, '--check', 'FILE')).toContain('No syntax or stream encoding errors found')
    const digests = [pdf, (await renderTestPage({ width_mm, height_mm })).pdf].map((bytes) =>
      createHash('sha256').update(bytes).digest('hex'),
    )
    expect(digests[0]).toBe(digests[1])
    const [page] = await renderPages(pdf, 150)
    expectGolden(`test-page-${name}`, page!)
  })
})

describe.each([
  ['4x6', 101.6, 152.4],
  ['4x4', 101.6, 101.6],
] as const)('for thermal printers of 203 dpi, on %s', (name, width_mm, height_mm) => {
  const size = { width_mm, height_mm }

  test('every decoder reads its symbols from the dots that are printed, in bars of three dots and modules of four', async () => {
    const { pdf } = await renderTestPage(size, 203)
    const [page] = await renderPages(pdf, 203)
    const figures = partOfPage(page!, [10, 10, 80, 40], 203)
    expect(await readSymbols(figures)).toEqual(BOTH)
    expect(await readWithOtherDecoders(figures, Object.keys(BOTH))).toEqual(BOTH)
    expect((await runsAcross(figures, 'Code128')).filter((dots) => dots % 3 !== 0)).toEqual([])
    expect((await runsAcross(figures, 'DataMatrix')).filter((dots) => dots % 4 !== 0)).toEqual([])
    expect(codesOn(size, 203)).toHaveLength(2)
    expectGolden(`test-page-203-${name}`, page!)
  })

  test('has no grey, and no text below 8 points, or 7 in bold', async () => {
    const { pdf } = await renderTestPage(size, 203)
    const { regular, bold } = textSizesOf(pdf)
    expect([Math.min(...regular), Math.min(...bold)]).toEqual([8, 7])
    expect(inkOf(pdf)).toEqual(['0'])
    expect(textOf(pdf)).not.toContain('Grey')
  })
})

test.each([
  // width  height  the bar: the longest that fits
  [101.6, 152.4, 100],
  [60, 118, 100],
  [62, 117, 50],
  [62, 68, 50],
  [62, 67, 20],
])('the measuring bar of a page of %d x %d mm is exactly %d mm long', async (width_mm, height_mm, bar_mm) => {
  const { pdf } = await renderTestPage({ width_mm, height_mm })
  expect(textOf(pdf)).toContain(` ${bar_mm} mm, edge to edge`)
  const [page] = await renderPages(pdf, 300)
  const { width, dots } = page!
  const column = Math.round(((width_mm - 5 - 4 + 0.75) / 25.4) * 300)
  const bar = Array.from(
    dots.filter((_, at) => at % width === column),
    (grey) => (grey < BLACK_BELOW ? 'x' : ' '),
  ).join('')
  const longest = Math.max(...bar.match(/x+/g)!.map(({ length }) => length))
  expect((longest / 300) * 25.4).toBeCloseTo(bar_mm, 0)
})

test.each([
  [62, 37],
  [59, 152.4],
])('a page of %d x %d mm has no room for a measuring bar', async (width_mm, height_mm) => {
  expect(textOf((await renderTestPage({ width_mm, height_mm })).pdf)).not.toContain('edge to edge')
})

test('a label too small for its first figures shows the text that fits', async () => {
  const text = textOf((await renderTestPage({ width_mm: 38, height_mm: 24 })).pdf)
  expect(text).toContain('5 pt')
  expect(text).not.toContain('6 pt')
})

test('A4 shows every text size with accented letters', async () => {
  const text = textOf((await renderTestPage({ width_mm: 210, height_mm: 297 })).pdf)
  for (let size = 5; size <= 14; size++) expect(text).toContain(`${size} pt Łŵ Œuvre Ελλάς Żółć Ďábel naïve Großväter`)
  expect(text).toContain('100 mm, edge to edge')
})
