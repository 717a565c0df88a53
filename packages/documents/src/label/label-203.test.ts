import { SERVICES, serviceOf } from '@postroom/domain/catalogue/services'
import { gridsOf } from '@postroom/domain/media/label-drawing'
import { LABEL_STOCKS, stockFor } from '@postroom/domain/media/label-stock'
import { describe, expect, test } from 'vitest'
import { TextDoesNotFit } from '../pdf/fit-text.ts'
import { layOut } from '../pdf/pdf.ts'
import { expectGolden } from '../testing/golden.ts'
import { aFullAddress, aLabel, anAddress, LONGEST_ADDRESS } from '../testing/label-builder.ts'
import { LABEL_KINDS } from '../testing/label-kinds.ts'
import { inkOf, linesOf, textSizesOf } from '../testing/operators-of.ts'
import { readSymbols, readTexts, readWithOtherDecoders, renderPages, type Page } from '../testing/read-back.ts'
import { runsAcross } from '../testing/runs-across.ts'
import { code128Text, type LabelContent } from './label-content.ts'
import { drawingOfLabel, layOutLabel, renderLabel } from './label.ts'
import { specimenMark } from './mailmark.ts'

const THERMAL_KINDS = LABEL_KINDS.filter(([, { size = '4x6', label_name = '' }]) =>
  gridsOf(stockFor(size, label_name)!).includes(203),
)
const drawn = async (change: Partial<LabelContent>) => (await renderLabel(aLabel(change), 203)).pdf
const pageOf = async (pdf: Uint8Array): Promise<Page> => (await renderPages(pdf, 203))[0]!

test('the tested kinds include every stock of thermal printers', () => {
  const kinds = THERMAL_KINDS.map(([, { size = '4x6', label_name = '' }]) => label_name || size)
  const stocks = LABEL_STOCKS.filter((stock) => gridsOf(stock).includes(203)).map(({ name }) => name)
  expect([...new Set(kinds)].toSorted()).toEqual(stocks.toSorted())
})

describe.each(THERMAL_KINDS)('the label %s for 203 dpi', (kind, asked, width_mm, height_mm) => {
  const label = aLabel(asked)
  const pdf = drawn(asked)
  const isScanned = serviceOf(label.service).tracking !== 'none'

  test('is read by every decoder from the dots that are printed', async () => {
    const page = await pageOf(await pdf)
    const single = { ...label, tracking: label.numbers[0]! }
    const symbols = { DataMatrix: specimenMark(single, 9), ...(isScanned && { Code128: code128Text(single) }) }
    expect(await readSymbols(page)).toEqual(symbols)
    expect(await readWithOtherDecoders(page, Object.keys(symbols))).toEqual(symbols)
  })

  test('has bars of three dots and modules of four, without grey', async () => {
    const page = await pageOf(await pdf)
    const bars = await runsAcross(page, 'Code128')
    expect(bars).toHaveLength(isScanned ? (label.test ? 43 : 85) : 0)
    expect(bars.filter((dots) => dots % 3 !== 0)).toEqual([])
    const modules = await runsAcross(page, 'DataMatrix')
    expect(modules.length).toBeGreaterThan(8)
    expect(modules.filter((dots) => dots % 4 !== 0)).toEqual([])
  })

  test('has no text below 8 points, or 7 in bold, and no line below two dots', async () => {
    const sizes = textSizesOf(await pdf)
    expect(Math.min(...sizes.regular)).toBeGreaterThanOrEqual(8)
    expect(Math.min(...sizes.bold)).toBeGreaterThanOrEqual(7)
    expect(Math.min(...linesOf(await pdf))).toBeGreaterThan((2 * 72) / 203 - 1e-4)
    expect(inkOf(await pdf)).toEqual(['0', '1'])
  })

  test('is a page of the media size in whole dots, leaves two millimetres around it, and matches the golden image', async () => {
    const page = await pageOf(await pdf)
    expect([page.width, page.height]).toEqual([width_mm, height_mm].map((mm) => Math.round((mm / 25.4) * 203)))
    expectMargin(page)
    expect(Buffer.from(await drawn(asked)).equals(await pdf)).toBe(true)
    expectGolden(`label-203-${kind}`, page)
  })
})

test('several labels are several pages', async () => {
  const numbers = ['ZZ000000005GB', 'ZZ000000014GB']
  const pages = await renderPages(await drawn({ numbers }), 203)
  const read = await Promise.all(pages.map(readTexts))
  expect(read.map((texts) => texts.filter((text) => text.startsWith('ZZ')))).toEqual(numbers.map((number) => [number]))
})

test('sheets and rolls are drawn for 300 dpi only', () => {
  expect(() => drawingOfLabel(aLabel({ size: 'A4', label_name: 'L7163' }), 203)).toThrow(RangeError)
  expect(() => drawingOfLabel(aLabel({ size: '1X', label_name: 'DK-22205' }), 203)).toThrow(RangeError)
})

const letter = { size: '1X', label_name: '4x4', era: 'Kendall\nUnit 4\n14 Fore Street\nSt Ives TR26 1HE' } as const

test.each(SERVICES.map(({ code, name }) => [name, code] as const))(
  'the service %s fits both labels',
  (name, service) => {
    const to = serviceOf(service).name.startsWith('International')
      ? anAddress({ country: 'FR', postal_code: '25000' })
      : anAddress()
    const content = {
      service,
      service_name: name,
      to,
      cover_gbp: 2500,
      vsi_line1: name.toUpperCase(),
      vsi_line2: 'LARGE LETTER',
    }
    for (const stock of [{}, letter])
      expect(() => layOutLabel(aLabel({ ...content, ...stock, slogan: 'Bookbinding since 1911' }))).not.toThrow()
  },
)

describe('long texts', () => {
  const long = {
    to: { ...LONGEST_ADDRESS, country: 'US' },
    from: LONGEST_ADDRESS,
    references: ['W', 'M', '@'].map((c) => c.repeat(20)),
  }

  test('the longest address of ordinary words fits the whole label, with three references, inside its margins', async () => {
    expectMargin(await pageOf(await drawn({ ...long, service: 'IS' })))
  })

  test.each(['W', '@', '—', '‰', 'Œ', 'i', 'Щ', 'Ω'])(
    'an address of only %s is drawn inside the margins or rejected',
    async (character) => {
      const address = aFullAddress(character)
      const pdf = await drawn({ to: address, from: address }).catch((error: unknown) => error)
      if (!(pdf instanceof TextDoesNotFit)) expectMargin(await pageOf(pdf as Uint8Array))
    },
  )

  test('a label that has no room for the text at 203 dpi is rejected before the purchase, although it has at 300', () => {
    const label = aLabel({ from: aFullAddress('n') })
    expect(() => layOut(drawingOfLabel(label, 300))).not.toThrow()
    expect(() => layOutLabel(label)).toThrow(new TextDoesNotFit('return address'))
  })

  test('the size found for one drawing does not count for the other', async () => {
    const [small, large] = [await renderLabel(aLabel(), 300), await drawn({})]
    expect(Buffer.from((await renderLabel(aLabel(), 300)).pdf).equals(small.pdf)).toBe(true)
    expect(Buffer.from(await drawn({})).equals(large)).toBe(true)
  })
})

/** Printers place 4-inch labels to about a millimetre. */
function expectMargin({ width, height, dots }: Page): void {
  const margin = Math.floor((1.8 / 25.4) * 203)
  const outside = dots.findIndex((grey, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    return grey < 128 && (x < margin || x >= width - margin || y < margin || y >= height - margin)
  })
  expect(outside).toBe(-1)
}
