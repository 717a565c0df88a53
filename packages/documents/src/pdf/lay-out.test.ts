import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { runs } from '@postroom/domain/testing/sweep'
import { drawingOfReceipt } from '../account/receipt.ts'
import { drawingOfCn22 } from '../customs/cn22.ts'
import { drawingOfCn23 } from '../customs/cn23.ts'
import { drawingOfInvoice } from '../customs/invoice.ts'
import { drawingOfLabel } from '../label/label.ts'
import { aCustomsForm, aSale } from '../testing/customs-form-builder.ts'
import { aFullAddress, aLabel, anAddress } from '../testing/label-builder.ts'
import { aReceipt } from '../testing/receipt-builder.ts'
import { TextDoesNotFit } from './fit-text.ts'
import { PdfDoc } from './pdf-doc.ts'
import { Doc, layOut, render, type Drawing } from './pdf.ts'

const DRAWINGS: [name: string, fits: Drawing, tooLong: Drawing][] = [
  ['label', drawingOfLabel(aLabel()), drawingOfLabel(aLabel({ to: aFullAddress('W') }))],
  [
    'franking label',
    drawingOfLabel(aLabel({ size: '1X', label_name: 'DK-22205', packaging: 'letter' })),
    drawingOfLabel(aLabel({ size: 'A4', label_name: 'L7163', packaging: 'letter', era: 'W'.repeat(200) })),
  ],
  ['CN 22', drawingOfCn22(aCustomsForm()), drawingOfCn22(aCustomsForm({ from: aFullAddress('W') }))],
  ['CN 23', drawingOfCn23(aSale()), drawingOfCn23(aSale({ from: aFullAddress('W') }))],
  ['invoice', drawingOfInvoice(aSale()), drawingOfInvoice(aSale({ service_name: 'W'.repeat(200) }))],
  ['receipt', drawingOfReceipt(aReceipt()), drawingOfReceipt(aReceipt({ account_name: 'W'.repeat(400) }))],
]

test.each(DRAWINGS)(
  'laying out a %s draws nothing and rejects the same content as drawing it',
  async (_name, fits, tooLong) => {
    const draws = (['text', 'rect', 'end'] as const).map((call) => vi.spyOn(PdfDoc.prototype, call))
    layOut(fits)
    expect(() => layOut(tooLong)).toThrow(TextDoesNotFit)
    expect(draws.map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0])
    await render(fits)
    expect(draws.map(({ mock }) => mock.calls.length > 0)).toEqual([true, true, true])
    vi.restoreAllMocks()
    await expect(render(tooLong)).rejects.toThrow(TextDoesNotFit)
  },
)

test.each(DRAWINGS)('a %s has the same bytes with and without a layout before', async (_name, drawing) => {
  vi.resetModules()
  const fresh = await import('./pdf.ts')
  const alone = await fresh.render(drawing)
  layOut(drawing)
  expect((await render(drawing)).pdf).toEqual(alone.pdf)
})

/** Letters narrow and wide, ligatures, and places where a line may and may not break. */
const LETTERS = ['W', 'i', 'l', 'ffi', 'ŵ', '€', ',', '-', '.', ' ', '\u00A0']
const text = (maxLength: number) => fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength })

test('whatever the texts, a drawing that was laid out is drawn, and one that was refused is not', async () => {
  const texts = fc.record({ name: text(80), address1: text(80), address2: text(80), city: text(40) })
  await fc.assert(
    fc.asyncProperty(texts, fc.boolean(), async (address, isFull) => {
      const to = isFull ? { ...aFullAddress('i'), ...address } : anAddress(address)
      const drawings = [
        drawingOfLabel(aLabel({ to, references: [address.name] })),
        drawingOfReceipt(aReceipt({ destination: to, account_name: address.name })),
        drawingOfCn23(aSale({ to, from: to })),
      ]
      for (const drawing of drawings) {
        const refused = await blockRefused(async () => layOut(drawing))
        expect(await blockRefused(async () => render(drawing))).toBe(refused)
      }
    }),
    runs(40),
  )
})

/** The block that does not fit; nothing when all do. */
const blockRefused = async (attempt: () => Promise<unknown>): Promise<string | undefined> => {
  try {
    await attempt()
    return undefined
  } catch (error) {
    if (error instanceof TextDoesNotFit) return error.block
    throw error
  }
}

test('words fit on one line of a box exactly as wide as they are, and not of one that is narrower', () => {
  const word = fc.string({ unit: fc.constantFrom('W', 'i', 'l', 'f', 'ŵ', '€'), minLength: 1, maxLength: 12 })
  const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((some) => some.join(' '))
  fc.assert(
    fc.property(words, fc.integer({ min: 60, max: 140 }), (some, tenths) => {
      const doc = new Doc().font('regular', tenths / 10)
      const linesIn = (width: number) => doc.heightOfString(some, { width, lineGap: 0 }) / doc.currentLineHeight()
      const width = doc.widthOfString(some)
      expect(linesIn(width)).toBe(1)
      if (some.length > 1) expect(linesIn(width - 0.0001)).toBe(2)
    }),
    runs(200),
  )
})
