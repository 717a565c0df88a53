import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { LABEL_STOCKS } from '@postroom/domain/media/label-stock'
import { serviceOf } from '@postroom/domain/catalogue/services'
import { addressSeenFrom, code128Text, type LabelContent } from './label-content.ts'
import { renderLabel } from './label.ts'
import { specimenMark } from './mailmark.ts'
import { MM } from '../pdf/pdf.ts'
import { expectGolden } from '../testing/golden.ts'
import { aLabel } from '../testing/label-builder.ts'
import { LABEL_KINDS } from '../testing/label-kinds.ts'
import { RESOLUTIONS_DPI } from '../testing/resolutions.ts'
import {
  BLACK_BELOW,
  cropToInk,
  runTool,
  type Page,
  readWithOtherDecoders,
  readSymbols,
  readTexts,
  renderPages,
} from '../testing/read-back.ts'

const NARROW = ['L7159', 'L7160', 'L7161']

/** The expected texts of a label's symbols. */
function symbolsOf(label: LabelContent): Record<string, string> {
  const single = { ...label, tracking: label.numbers[0]! }
  const mark = specimenMark(single, NARROW.includes(label.label_name) ? 29 : 9)
  const scanned = serviceOf(label.service).tracking !== 'none'
  return { DataMatrix: mark, ...(scanned && { Code128: code128Text(single) }) }
}

const textOf = (pdf: Uint8Array) => runTool('pdftotext', pdf, '-raw', 'FILE', '-').replaceAll(/\s+/g, ' ')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const firstPage = async (pdf: Uint8Array, dpi: number): Promise<Page> => (await renderPages(pdf, dpi))[0]!

test('the tested kinds include every label stock', () => {
  const kinds = LABEL_KINDS.map(([, { size = '4x6', label_name = '' }]) => label_name || size)
  expect([...new Set(kinds)].toSorted()).toEqual(LABEL_STOCKS.map(({ name }) => name).toSorted())
})

describe.each(LABEL_KINDS)('the label %s', { timeout: 60_000 }, (kind, asked, width_mm, height_mm) => {
  const label = aLabel(asked)
  const drawn = renderLabel(label)

  test.each(RESOLUTIONS_DPI)('zxing, dmtxread and zbarimg read its symbols at %i dpi', async (dpi) => {
    const page = cropToInk(await firstPage((await drawn).pdf, dpi))
    const symbols = symbolsOf(label)
    expect(await readSymbols(page)).toEqual(symbols)
    expect(await readWithOtherDecoders(page, Object.keys(symbols))).toEqual(symbols)
  })

  test('is a valid page of the media size, to a tenth of a millimetre', async () => {
    const { pdf, ...reported } = await drawn
    const [, ...box] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(Buffer.from(pdf).toString('latin1'))!
    const [width = 0, height = 0] = box.map((points) => Number(points) / MM)
    expect(Math.abs(width - width_mm)).toBeLessThan(0.1)
    expect(Math.abs(height - height_mm)).toBeLessThan(0.1)
    expect(reported.pages).toBe(1)
    expect(runTool('qpdf', pdf, '--show-npages', 'FILE').trim()).toBe('1')
    expect(Math.abs(reported.width_mm - width_mm) + Math.abs(reported.height_mm - height_mm)).toBeLessThan(0.01)
    expect(runTool('qpdf', pdf, '--check', 'FILE')).toContain('No syntax or stream encoding errors found')
  })

  test('says that it has no postal value, and has complete addresses', async () => {
    const text = textOf((await drawn).pdf)
    expect(text).toContain(label.test ? 'TEST PRINT - NO POSTAL VALUE' : 'SPECIMEN - NO POSTAL VALUE')
    expect(text).toContain('GBP 0.00')
    expect(text.includes('ZZ 0000 0000 5GB')).toBe(!label.test)
    expect(text).not.toContain(label.test ? 'SPECIMEN' : 'TEST PRINT')
    for (const line of label.era.split('\n')) expect(text).toContain(line)
    const { lines, town } = addressSeenFrom('GB', label.to)
    const shown = [...lines, ...town].map((line) => line.replaceAll(/\s+/g, ' '))
    if (text.includes(lines[0]!)) for (const line of shown) expect(text).toContain(line)
  })

  test('has the same bytes for the same shipment, and matches the golden image', async () => {
    const { pdf } = await drawn
    expect(sha256((await renderLabel(aLabel(asked))).pdf)).toBe(sha256(pdf))
    expectGolden(`label-${kind}`, await firstPage(pdf, 300))
  })
})

test('several labels fill the chosen places in reading order, page by page', async () => {
  const positions = [
    { index: 1, row: 6 },
    { index: 0, row: 0 },
  ]
  const numbers = ['ZZ000000005GB', 'ZZ000000014GB', 'ZZ000000028GB']
  const { pdf, pages } = await renderLabel(aLabel({ size: 'A4', label_name: 'L7163', positions, numbers }))
  expect(pages).toBe(2)
  const [first, second] = await renderPages(pdf, 300)
  expect(await items(first!)).toEqual(['ZZ000000005GB', 'ZZ000000014GB'])
  expect(await items(upperHalf(first!))).toEqual(['ZZ000000005GB'])
  expect(await items(second!)).toEqual(['ZZ000000028GB'])
  expect(await items(upperHalf(second!))).toEqual(['ZZ000000028GB'])
})

test('a double label has one mark, on the first of its two places', async () => {
  const positions = [0, 1].flatMap((row) => [0, 1].map((index) => ({ index, row })))
  const numbers = ['ZZ000000005GB', 'ZZ000000014GB']
  const { pdf, pages } = await renderLabel(aLabel({ size: 'A4', label_name: 'Hovat', positions, numbers }))
  const [page] = await renderPages(pdf, 300)
  expect(pages).toBe(1)
  expect(await items(page!)).toEqual(numbers)
  expect(cropToInk(page!).width).toBeLessThan(page!.width / 2)
})

test('prints one label on each page of a stock with one place', async () => {
  const numbers = ['ZZ000000005GB', 'ZZ000000014GB']
  expect(await renderLabel(aLabel({ numbers }))).toMatchObject({ pages: 2, width_mm: 101.6, height_mm: 152.4 })
})

test('throws a RangeError for an unknown stock or a label without a number', async () => {
  await expect(renderLabel(aLabel({ label_name: 'L9999' }))).rejects.toThrow(RangeError)
  await expect(renderLabel(aLabel({ numbers: [] }))).rejects.toThrow(RangeError)
})

test('bars are whole dots at 300 dpi, without grey edges', async () => {
  const [page] = await renderPages((await renderLabel(aLabel({ size: 'A4', label_name: 'L7163' }))).pdf, 300)
  const { width, dots } = page!
  // a row of dots through the barcode of the place in the third row, left of the mark
  const row = Math.round(((15.15 + 2 * 38.1 + 28) / 25.4) * 300)
  const line = [...dots.subarray(row * width + 90, row * width + 600)]
  const bars =
    line
      .map((grey) => (grey < BLACK_BELOW ? 'x' : ' '))
      .join('')
      .match(/x+/g) ?? []
  expect(line.filter((grey) => grey > 8 && grey < 247)).toEqual([])
  expect(bars.length).toBeGreaterThan(30)
  expect(bars.filter(({ length }) => length % 3 !== 0)).toEqual([])
})

/** The item numbers in the barcodes of a page. */
const items = async (page: Page): Promise<string[]> => (await readTexts(page)).filter((text) => text.startsWith('ZZ'))

function upperHalf({ width, height, dots }: Page): Page {
  const rows = Math.floor(height / 2)
  return { width, height: rows, dots: dots.slice(0, width * rows) }
}
