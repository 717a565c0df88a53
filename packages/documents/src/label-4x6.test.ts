import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Grams } from '@postroom/domain/measures'
import { SERVICES } from '@postroom/domain/services'
import { LABEL_4X6, renderLabel } from './label-4x6.ts'
import { code128Text, dataMatrixText } from './label-content.ts'
import { BAND } from './label-page.ts'
import { aFullAddress, aLabel, anAddress } from './testing/label-builder.ts'
import { BLACK_BELOW, judge, pgmOf, readSymbols, renderPages } from './testing/read-back.ts'

const SPECIMEN = aLabel()
const TEST_PRINT = aLabel({ test: true, service: 'SD1PM_SAT', service_name: 'Special Delivery by 1pm, Saturday' })

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const textOf = (pdf: Uint8Array) => judge('pdftotext', pdf, 'FILE', '-').replaceAll(/\s+/g, ' ')

describe.each([
  ['a specimen', SPECIMEN],
  ['a test print', TEST_PRINT],
])('the symbols of %s', (_kind, label) => {
  test.each([203, 300, 600])('zxing reads both at %i dpi', async (dpi) => {
    const [page] = await renderPages(await renderLabel(label), dpi)
    expect(await readSymbols(page!)).toEqual({ DataMatrix: dataMatrixText(label), Code128: code128Text(label) })
  })

  test('dmtxread and zbarimg read them too', async () => {
    const [page] = await renderPages(await renderLabel(label), 300)
    const pgm = pgmOf(page!)
    expect(judge('dmtxread', pgm, '-n', '-N1', '-m4000', 'FILE').trim()).toBe(dataMatrixText(label))
    const zbar = judge('zbarimg', pgm, '-q', '--raw', '--nodbus', '-S*.disable', '-Scode128.enable', 'FILE')
    expect(zbar.trim()).toBe(code128Text(label))
  })
})

test('what the symbols say can be taken for no postage', () => {
  expect(dataMatrixText(SPECIMEN)).toBe('SPECIMEN NO VALUE ZZ000000005GB 1SF TR26 1HE')
  expect(dataMatrixText(TEST_PRINT)).toBe('TEST PRINT NO VALUE SD1PM SAT')
  expect(code128Text(SPECIMEN)).toBe('ZZ000000005GB')
  expect(code128Text(TEST_PRINT)).toBe('TEST')
})

test('the bars stand on whole dots: at 300 dpi all are 4, 8, 12 or 16 wide, and none has a grey edge', async () => {
  const [page] = await renderPages(await renderLabel(SPECIMEN), 300)
  const { width, dots } = page!
  const row = Math.round(((BAND.bars.y + BAND.bars.height / 2) / 72) * 300)
  // Between the marks that stand beside the bars.
  const line = [...dots.subarray((row + 0.22) * width, (row + 0.78) * width)]
  expect(line.filter((grey) => grey > 8 && grey < 247)).toEqual([])
  const bars =
    line
      .map((grey) => (grey < BLACK_BELOW ? 'x' : ' '))
      .join('')
      .match(/x+/g) ?? []
  expect(bars.length).toBeGreaterThan(35)
  expect(bars.filter(({ length }) => length % 4 !== 0)).toEqual([])
})

test('it is one page of exactly 4 × 6 inches that qpdf finds nothing wrong with', async () => {
  const pdf = await renderLabel(SPECIMEN)
  expect((await renderPages(pdf, 300)).map(({ width, height }) => [width, height])).toEqual([[1200, 1800]])
  expect(judge('qpdf', pdf, '--check', 'FILE')).toContain('No syntax or stream encoding errors found')
  expect(Buffer.from(pdf).toString('latin1')).toContain('/MediaBox [0 0 288 432]')
  expect(LABEL_4X6).toMatchObject({ width_mm: 4 * 25.4, height_mm: 152.4, pages: 1 })
})

test('the same shipment gives the same bytes, another gives others', async () => {
  const first = sha256(await renderLabel(SPECIMEN))
  expect(sha256(await renderLabel(aLabel()))).toBe(first)
  expect(sha256(await renderLabel(aLabel({ tracking: 'ZZ000000014GB' })))).not.toBe(first)
})

test('a specimen shows all that belongs on it', async () => {
  const text = textOf(await renderLabel(SPECIMEN))
  for (const shown of [
    'SPECIMEN - NO POSTAL VALUE',
    '1st Class Signed For',
    'Large letter',
    '250 g',
    '23 Nov 2026',
    'GBP 0.00',
    'Siân Ŵyn Brontë-Łukasik',
    'Harbourside Stationers',
    'Flat 3, Hafan Deg',
    '14 Fore Street',
    'St Ives',
    'TR26 1HE',
    'Angharad Kendall, Llewellyn Bindery Ltd, Unit 4, Glanyrafon Estate, Aberystwyth, SY23 3JQ',
    'PO-4471',
    'Spring order',
    'TEST ZZ 0000 0000 5GB',
  ])
    expect(text).toContain(shown)
})

test('a test print says so and shows no number', async () => {
  const text = textOf(await renderLabel(TEST_PRINT))
  expect(text).toContain('TEST PRINT - NO POSTAL VALUE')
  expect(text).not.toMatch(/ZZ|SPECIMEN/)
})

test('a character without a glyph draws no label at all', () => {
  expect(() => renderLabel(aLabel({ to: anAddress({ name: '封筒' }) }))).toThrow('no glyph')
})

test('a parcel is weighed in kilograms', async () => {
  const parcel = aLabel({ packaging: 'medium_parcel', weight: 12_340 as Grams })
  expect(textOf(await renderLabel(parcel))).toContain('12.34 kg')
})

describe('the longest that the contract accepts', () => {
  test('keeps every word, inside the printable area', async () => {
    const to = anAddress({
      name: words('Name', 80),
      company_name: words('Company', 64),
      address1: words('First', 80),
      address2: words('Second', 80),
      address3: words('Third', 80),
      city: words('City', 40),
      state_province: words('State', 40),
    })
    const pdf = await renderLabel(
      aLabel({ to, from: to, references: ['W'.repeat(20), 'M'.repeat(20), '@'.repeat(20)] }),
    )
    const text = textOf(pdf).replaceAll(' ', '')
    for (const line of [to.name, to.company_name, to.address1, to.address2, to.address3, to.city, to.state_province])
      expect(text.split(line.replaceAll(' ', '')).length - 1).toBe(2)
    await expectInsideSafeBox(pdf)
  })

  // The per mille sign is the widest character of both faces.
  test.each(['W', '@', '—', '‰', 'Œ', 'i'])('fits even when every character is %s', async (character) => {
    const address = aFullAddress(character)
    const pdf = await renderLabel(aLabel({ to: address, from: address }))
    await expectInsideSafeBox(pdf)
    const [page] = await renderPages(pdf, 300)
    expect(await readSymbols(page!)).toMatchObject({ Code128: 'ZZ000000005GB' })
  })

  test.each(SERVICES.map(({ code, name }) => [name, code] as const))(
    'service %s fits',
    async (service_name, service) => {
      await expectInsideSafeBox(await renderLabel(aLabel({ service, service_name })))
    },
  )
})

/** `length` characters of words, the first and last of their own. */
const words = (name: string, length: number): string =>
  `${name} ${'abcdefgh '.repeat(9)}`.slice(0, length - 4).trim() + ' end'

/** Nothing is drawn outside 98 × 140 mm in the middle of the page. */
async function expectInsideSafeBox(pdf: Uint8Array): Promise<void> {
  const [page] = await renderPages(pdf, 300)
  const { width, height, dots } = page!
  const [left, top] = [(width - 98 / 0.084667) / 2, (height - 140 / 0.084667) / 2]
  const outside = dots.findIndex((dot, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    return dot < BLACK_BELOW && (x < left - 1 || x > width - left + 1 || y < top - 1 || y > height - top + 1)
  })
  expect(outside).toBe(-1)
}
