import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { fitsCn22 } from '@postroom/domain/customs/customs-form-room'
import type { Grams } from '@postroom/domain/measures'
import type { Pence } from '@postroom/domain/money'
import { runs } from '@postroom/domain/testing/sweep'
import { code128 } from '../pdf/barcode.ts'
import { CN22, renderCn22 } from './cn22.ts'
import { CN23, renderCn23 } from './cn23.ts'
import { formatGbp, formatKilograms, customsItemValue, type CustomsFormContent } from './customs-form.ts'
import { TextDoesNotFit } from '../pdf/fit-text.ts'
import type { FormTemplate } from './form-template.ts'
import type { RenderedDocument } from '../pdf/pdf.ts'
import { aCustomsForm, aDeclaration, anItem, aSale } from '../testing/customs-form-builder.ts'
import { expectGolden } from '../testing/golden.ts'
import { aFullAddress, anAddress } from '../testing/label-builder.ts'
import { cutLinesOf } from '../testing/operators-of.ts'
import { partOfPage } from '../testing/part-of-page.ts'
import {
  BLACK_BELOW,
  runTool,
  readWithOtherDecoders,
  readSymbols,
  renderPages,
  type Page,
} from '../testing/read-back.ts'
import { RESOLUTIONS_DPI } from '../testing/resolutions.ts'
import { wordsOf } from '../testing/words-of.ts'

// A4 at 600 dpi is slow on a busy machine
vi.setConfig({ testTimeout: 30_000 })

type Render = (content: CustomsFormContent) => Promise<RenderedDocument>
const FORMS: [name: string, template: FormTemplate, render: Render, content: CustomsFormContent][] = [
  ['CN 22', CN22, renderCn22, aCustomsForm()],
  ['CN 23', CN23, renderCn23, aSale()],
]
/** More customs items than any form holds, each with a long description. */
const MANY = aDeclaration({
  items: Array.from({ length: 20 }, (_, at) =>
    anItem({
      description: `Thing ${at + 1} ${'of many words '.repeat(6)}end${at + 1}`,
      sku: `SKU-${at + 1}`,
      manufacturer_id: `MK-${at + 1}`,
    }),
  ),
})

/** The text in drawing order, without spaces, so that wrapped lines are whole again. */
const textOf = (pdf: Uint8Array) => squeezed(runTool('pdftotext', pdf, '-raw', 'FILE', '-'))
const squeezed = (text: string) => text.replaceAll(/\s+/g, '')
const digestOf = (pdf: Uint8Array) => createHash('sha256').update(pdf).digest('hex')

/** The part of the page that the form covers. */
const formOn = (page: Page, { corner, width_mm, height_mm }: FormTemplate, dpi: number): Page =>
  partOfPage(page, [...corner, width_mm, height_mm], dpi)

describe.each(FORMS)('%s', (name, template, render, content) => {
  test.each(RESOLUTIONS_DPI)('zxing and zbarimg read its item number at %i dpi', async (dpi) => {
    const { pdf } = await render(content)
    const [page] = await renderPages(pdf, dpi)
    const form = formOn(page!, template, dpi)
    expect(await readSymbols(form)).toEqual({ Code128: 'ZZ000000005GB' })
    expect(await readWithOtherDecoders(form, ['Code128'])).toEqual({ Code128: 'ZZ000000005GB' })
  })

  test.each([false, true])(
    'the barcode has a quiet zone of ten modules on both sides (practice print: %s)',
    async (isTest) => {
      const { pdf } = await render({ ...content, test: isTest })
      const [page] = await renderPages(pdf, 300)
      const [left, top, width, height] = template.barcode!
      const field = [template.corner[0] + left + 1, template.corner[1] + top + 1, width - 2, height - 8] as const
      const bars = code128(isTest ? 'TEST' : 'ZZ000000005GB').columns * 4
      expect(blocksAcross(partOfPage(page!, field, 300), 40)).toContain(bars)
    },
  )

  test('a practice print says so and has the word TEST instead of a number', async () => {
    const { pdf } = await render({ ...content, test: true })
    const [page] = await renderPages(pdf, 300)
    expect(await readSymbols(formOn(page!, template, 300))).toEqual({ Code128: 'TEST' })
    expect(textOf(pdf)).toContain('TESTPRINT-NOPOSTALVALUE')
    expect(textOf(pdf)).not.toMatch(/ZZ0|SPECIMEN/)
  })

  test('is one valid A4 page', async () => {
    const { pdf, ...size } = await render(content)
    expect(size).toEqual({ width_mm: 210, height_mm: 297, pages: 1 })
    expect(runTool('qpdf', pdf, '--check', 'FILE')).toContain('No syntax or stream encoding errors found')
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(Buffer.from(pdf).toString('latin1'))!
    expect(Number(width) / (72 / 25.4)).toBeCloseTo(210, 1)
    expect(Number(height) / (72 / 25.4)).toBeCloseTo(297, 1)
  })

  test('has the same bytes for the same shipment and different bytes for another', async () => {
    const first = digestOf((await render(content)).pdf)
    expect(digestOf((await render({ ...content })).pdf)).toBe(first)
    expect(digestOf((await render({ ...content, numbers: ['ZZ000000014GB'] })).pdf)).not.toBe(first)
  })

  test('matches the golden image', async () => {
    const [page] = await renderPages((await render(content)).pdf, 300)
    expectGolden(name.toLowerCase().replace(' ', ''), formOn(page!, template, 300))
  })

  test.each([
    ['an ordinary declaration', content],
    ['twenty long customs items', { ...content, customs: MANY }],
    ['a long sender', { ...content, from: anAddress({ address3: 'Third line', state_province: 'Cornwall' }) }],
  ])('with %s has no text smaller than 6 points', async (_what, given) => {
    const sizes = sizesIn((await render(given)).pdf)
    expect(sizes.length).toBeGreaterThan(40)
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(6)
  })

  test('continues 20 long customs items on further pages, with the totals on the form', async () => {
    const { pdf, pages } = await render({ ...content, customs: MANY })
    const text = textOf(pdf)
    expect(pages).toBeGreaterThan(1)
    for (const item of MANY.items) {
      expect(text).toContain(squeezed(item.description))
      expect(text).toContain(`SKU${item.sku},Maker’sno.${item.manufacturer_id}`)
    }
    expect(text).toContain('GBP740.00')
    expect(text).toContain('Continuedonpage2')
    const drawn = await renderPages(pdf, 300)
    expect(drawn.length).toBe(pages)
    for (const page of drawn) expectInsideFrame(formOn(page, template, 300), template, 300)
    for (const [at, page] of drawn.slice(0, 2).entries())
      expectGolden(`${name.toLowerCase().replace(' ', '')}-page-${at + 1}`, formOn(page, template, 300))
  })

  test.each(['W', '‰', 'Ω'])('stays inside its frame when every description consists of %s', async (character) => {
    const item = anItem({
      description: character.repeat(100),
      hs_code: '8'.repeat(12),
      sku: character.repeat(35),
      manufacturer_id: character.repeat(35),
    })
    const customs = aDeclaration({
      contents_type: 'O',
      contents_description: 'sixty characters of words about what this is, in one go, here'.slice(0, 60),
      items: Array(20).fill(item),
    })
    const { pdf } = await render({ ...content, customs, service_name: 'International Tracked Heavier' })
    expect(textOf(pdf).split(character.repeat(100)).length - 1).toBeGreaterThanOrEqual(20)
    for (const page of await renderPages(pdf, 100)) expectInsideFrame(formOn(page, template, 100), template, 100)
  })

  test('rejects an address that does not fit at the smallest legible size', async () => {
    const refused = await render({ ...content, from: aFullAddress('W') }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(TextDoesNotFit)
    expect((refused as TextDoesNotFit).block).toMatch(/^CN 2\d: (Sender|From)$/)
  })

  test('rejects an item without a number', async () => {
    await expect(async () => render({ ...content, numbers: [] })).rejects.toThrow('item number')
  })

  test('rejects a character without a glyph', async () => {
    await expect(render({ ...content, from: anAddress({ name: '封筒' }) })).rejects.toThrow('glyph')
  })
})

test('the CN 22 of a gift shows every field', async () => {
  const text = textOf((await renderCn22(aCustomsForm())).pdf)
  for (const shown of [
    'SPECIMEN - NO POSTAL VALUE',
    'CUSTOMS DECLARATION',
    'DÉCLARATION EN DOUANE',
    'May be opened officially',
    'Peut être ouvert d’office',
    'TEST ZZ 0000 0000 5GB',
    'Angharad Kendall, Llewellyn Bindery Ltd, Unit 4, Glanyrafon Estate, ABERYSTWYTH, SY23 3JQ, UNITED KINGDOM',
    'X Gift Cadeau',
    '2 × Hand-bound notebook, 200 pages, linen cover 0.820 GBP 37.00 482010 GB',
    '1 × Woollen scarf 0.180 GBP 24.00 611710 GB',
    'Poids brut total 1.200',
    'Valeur totale GBP 61.00',
    '2026-11-23 Angharad Kendall',
  ])
    expect(text).toContain(squeezed(shown))
})

test('the CN 23 of a sale shows every field', async () => {
  const text = textOf((await renderCn23(aSale())).pdf)
  for (const shown of [
    'SPECIMEN - NO POSTAL VALUE',
    'TEST ZZ 0000 0000 5GB',
    'Angharad Kendall Llewellyn Bindery Ltd Unit 4, Glanyrafon Estate ABERYSTWYTH SY23 3JQ UNITED KINGDOM',
    '+44 1970 000000, post@bindery.example',
    'Theodora Papadopoulos Aegean Books Inc. 1200 Atlantic Avenue Suite 400 BROOKLYN NY 11216 UNITED STATES',
    '+1 718 555 0100 orders@aegean.example',
    'Référence en douane de l’expéditeur GB123456789000',
    '98-7654321',
    'X Sale of goods Vente de marchandises',
    'Stationery for resale',
    'Hand-bound notebook, 200 pages, linen cover – SKU NB-200-LIN, Maker’s no. LB-0042 10 4.100 GBP 280.00 482010 GB',
    'Brass paper knife, decorative – SKU PK-7 6 0.570 GBP 120.00 82141000 PT',
    'Poids brut total 5.200',
    'Valeur totale GBP 400.00',
    'Frais de port, frais GBP 32.80',
    'Booking BK-2026-11-0042',
    'NOEEI 30.37(a)',
    'Bureau d’origine, date de dépôt Aberystwyth 2026-11-23',
    '(15) Date and sender’s signature / Date et signature de l’expéditeur 2026-11-23 Angharad Kendall',
    ...Array.from({ length: 15 }, (_, at) => `(${at + 1})`),
  ])
    expect(text).toContain(squeezed(shown))
})

test.each([
  // telephone, e-mail, shown below the sender's country
  ['+44 1970 000000', '', '+44 1970 000000'],
  ['', 'post@bindery.example', 'post@bindery.example'],
])('the sender of a CN 23 with the telephone %j and the e-mail %j', async (phone1, email, shown) => {
  const text = textOf((await renderCn23(aSale({ from: { ...aSale().from, phone1, email } }))).pdf)
  expect(text).toContain(squeezed(`UNITED KINGDOM ${shown} Sender’s customs reference`))
})

/** The dashed lines of a document, in millimetres from the corner of its form. */
const cutLinesIn = (pdf: Uint8Array): number[][] => {
  const drawing = runTool('qpdf', pdf, '--qdf', '--object-streams=disable', 'FILE', '-')
  const dashed = drawing.slice(drawing.indexOf('[2 2] 0 d'), drawing.indexOf('[] 0 d'))
  return Array.from(dashed.matchAll(/([\d.]+) ([\d.]+) m\s+([\d.]+) ([\d.]+) l/g), ([, ...ends]) =>
    ends.map((points) => Math.round(Number(points) / (72 / 25.4))),
  )
}

test('cut lines are along the edges of a form that are not edges of the sheet', async () => {
  expect(cutLinesIn((await renderCn22(aCustomsForm())).pdf)).toEqual([
    [0, 0, 0, 116],
    [0, 0, 92, 0],
    [92, 0, 92, 116],
    [0, 116, 92, 116],
  ])
  expect(cutLinesIn((await renderCn23(aSale())).pdf)).toEqual([[0, 148, 210, 148]])
})

test.each([
  // pence        written
  [0, 'GBP 0.00'],
  [1, 'GBP 0.01'],
  [10, 'GBP 0.10'],
  [1_005, 'GBP 10.05'],
  [29_00, 'GBP 29.00'],
  [1_999_999_99, 'GBP 1999999.99'],
])('%i pence is written %s', (pence, written) => {
  expect(formatGbp(pence as Pence)).toBe(written)
})

test.each([
  // grams   kilograms
  [1, '0.001'],
  [50, '0.050'],
  [999, '0.999'],
  [1000, '1.000'],
  [1005, '1.005'],
  [30_000, '30.000'],
])('%i grams are written %s', (grams, written) => {
  expect(formatKilograms(grams as Grams)).toBe(written)
})

test('the value of a customs item is its quantity times the value of one piece', () => {
  expect(customsItemValue(anItem({ quantity: 3, value: 33_33 as Pence }))).toBe(99_99)
})

/** The font sizes in a document, in points. */
const sizesIn = (pdf: Uint8Array): number[] =>
  Array.from(
    runTool('qpdf', pdf, '--qdf', '--object-streams=disable', 'FILE', '-').matchAll(/\/F\d+ ([\d.]+) Tf/g),
    ([, size]) => Number(size),
  )

test('a declaration in ordinary words that the rules allow on a CN 22 fits one page', async () => {
  const words = fc.array(
    fc.constantFrom('woollen', 'scarf', 'notebook', 'a', 'hand-bound', 'MUG', 'of', 'Welsh', 'china'),
    { minLength: 1, maxLength: 16 },
  )
  const article = words.map((description) => anItem({ description: description.join(' ').slice(0, 100) }))
  await fc.assert(
    fc.asyncProperty(fc.array(article, { minLength: 1, maxLength: 6 }), async (items) => {
      const customs = aDeclaration({ items })
      fc.pre(fitsCn22(customs))
      expect((await renderCn22(aCustomsForm({ customs }))).pages).toBe(1)
    }),
    runs(60),
  )
})

/** Widths of the blocks of inked columns. Blocks are separated by at least `white` empty columns. */
function blocksAcross({ width, dots }: Page, white: number): number[] {
  const columns = Array<string>(width).fill(' ')
  for (const [at, dot] of dots.entries()) if (dot < BLACK_BELOW) columns[at % width] = 'x'
  const row = columns.join('')
  return row.split(new RegExp(` {${white},}`)).map((block) => block.trim().length)
}

/** Expects no ink outside the frame except the cut lines at the edge. */
function expectInsideFrame({ width, dots }: Page, { frame }: FormTemplate, dpi: number): void {
  const perMm = dpi / 25.4
  const [left, top, right, bottom] = [frame[0], frame[1], frame[0] + frame[2], frame[1] + frame[3]].map(
    (mm) => mm * perMm,
  ) as [number, number, number, number]
  const height = dots.length / width
  const outside = dots.findIndex((dot, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    const onEdge = x < 4 || y < 4 || x > width - 4 || y > height - 4
    return dot < BLACK_BELOW && !onEdge && (x < left - 3 || x > right + 3 || y < top - 3 || y > bottom + 3)
  })
  expect(outside).toBe(-1)
}

test('a form is cut out along each edge that is not one of the sheet, and says what to do below', async () => {
  const cn22 = await renderCn22(aCustomsForm())
  expect(cutLinesOf(cn22.pdf)).toEqual([
    [0, 0, 0, 116],
    [0, 0, 92, 0],
    [92, 0, 92, 116],
    [0, 116, 92, 116],
  ])
  const cn23 = await renderCn23(aSale())
  expect(cutLinesOf(cn23.pdf)).toEqual([[0, 148, 210, 148]])
  const advice = wordsOf(cn23.pdf).find(({ word }) => word === 'Cut')!
  expect([advice.left, advice.top]).toEqual([8, expect.closeTo(153, 0)])
})

test.each([
  [{ phone1: '01632 960100', email: 'post@bindery.example' }, '01632960100,post@bindery.example'],
  [{ phone1: '', email: 'post@bindery.example' }, 'post@bindery.example'],
  [{ phone1: '01632 960100', email: '' }, '01632960100'],
])('a CN 23 names how to reach the sender: %j', async (reached, line) => {
  const form = aSale()
  const text = textOf((await renderCn23({ ...form, from: { ...form.from, ...reached } })).pdf)
  expect(text).toContain(line)
  expect(text).not.toContain(`,${line}`)
  expect(text).not.toContain(`${line},`)
})
