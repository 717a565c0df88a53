import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { renderCn23 } from './cn23.ts'
import { TextDoesNotFit } from '../pdf/fit-text.ts'
import { renderInvoice } from './invoice.ts'
import { aDeclaration, anItem, aSale } from '../testing/customs-form-builder.ts'
import { expectGolden } from '../testing/golden.ts'
import { aFullAddress } from '../testing/label-builder.ts'
import { runTool, renderPages } from '../testing/read-back.ts'
import { runs } from '@postroom/domain/testing/sweep'

vi.setConfig({ testTimeout: 30_000 })

const squeezed = (text: string) => text.replaceAll(/\s+/g, '')
const textOf = (pdf: Uint8Array) => squeezed(runTool('pdftotext', pdf, '-raw', 'FILE', '-'))

/** The font sizes in a document, in points. */
const sizesIn = (pdf: Uint8Array): number[] =>
  Array.from(
    runTool('qpdf', pdf, '--qdf', '--object-streams=disable', 'FILE', '-').matchAll(/\/F\d+ ([\d.]+) Tf/g),
    ([, size]) => Number(size),
  )

test('the invoice of a sale shows every field that customs require, and is marked as a specimen', async () => {
  const text = textOf((await renderInvoice(aSale())).pdf)
  for (const shown of [
    'SPECIMEN - NO POSTAL VALUE',
    'COMMERCIAL INVOICE FACTURE COMMERCIALE',
    'Angharad Kendall Llewellyn Bindery Ltd Unit 4, Glanyrafon Estate ABERYSTWYTH SY23 3JQ UNITED KINGDOM +44 1970 000000 post@bindery.example',
    'Theodora Papadopoulos Aegean Books Inc. 1200 Atlantic Avenue Suite 400 BROOKLYN NY 11216 UNITED STATES OF AMERICA +1 718 555 0100 orders@aegean.example',
    'Numéro EORI du vendeur GB123456789000',
    'Numéro de facture LB-2026-0042',
    'TEST ZZ 0000 0000 5GB',
    'Colis 1 / 1',
    'Sandbox, International Tracked & Signed',
    'DAP Brooklyn (Delivered at place)',
    'Devise GBP',
    'Motif de l’exportation Sale of goods / Vente de marchandises Stationery for resale',
    'NOEEI 30.37(a)',
    'SKU NB-200-LIN, Maker’s no. LB-0042 482010 GB 10 4.100 GBP 28.00 GBP 280.00',
    'SKU PK-7 82141000 PT 6 0.570 GBP 20.00 GBP 120.00',
    'Nombre d’articles 16',
    'Poids net 4.670',
    'Poids brut 5.200',
    'Valeur totale des marchandises GBP 400.00',
    'GBP 32.80',
    'I declare that the particulars on this invoice are true and complete',
    'Date et signature 2026-11-23 Angharad Kendall',
    '98-7654321',
    'BK-2026-11-0042',
  ])
    expect(text).toContain(squeezed(shown))
})

test('has the number in field 14 of the CN 23', async () => {
  const content = aSale({ invoice_number: '2026-11-23-1B4E28BA-2FA1' })
  expect(textOf((await renderInvoice(content)).pdf)).toContain('2026-11-23-1B4E28BA-2FA1')
  expect(textOf((await renderCn23(content)).pdf)).toContain('Factureetnuméro2026-11-23-1B4E28BA-2FA1')
})

test('is one valid A4 page and matches the golden image', async () => {
  const { pdf, ...size } = await renderInvoice(aSale())
  expect(size).toEqual({ width_mm: 210, height_mm: 297, pages: 1 })
  expect(runTool('qpdf', pdf, '--check', 'FILE')).toContain('No syntax or stream encoding errors found')
  const [page] = await renderPages(pdf, 300)
  expectGolden('invoice', page!)
})

test('draws one invoice for each package, with its number', async () => {
  const { pdf, pages } = await renderInvoice(aSale({ numbers: ['ZZ000000005GB', 'ZZ000000014GB'] }))
  expect(pages).toBe(2)
  expect(textOf(pdf)).toContain('TESTZZ000000014GB')
  expect(textOf(pdf)).toContain('2/2')
})

test('a practice print has no item number', async () => {
  const text = textOf((await renderInvoice(aSale({ test: true, numbers: [] }))).pdf)
  expect(text).toContain('TESTPRINT-NOPOSTALVALUE')
  expect(text).not.toMatch(/ZZ0|SPECIMEN/)
})

test('shows twenty long customs items, with no text smaller than 6 points', async () => {
  const items = Array.from({ length: 20 }, (_, at) =>
    anItem({ description: `Thing ${at} ${'of many words '.repeat(6)}`.trim(), sku: `S${at}`.padEnd(35, 'W') }),
  )
  const { pdf } = await renderInvoice(aSale({ customs: aDeclaration({ contents_type: 'S', items }) }))
  for (const { description } of items) expect(textOf(pdf)).toContain(squeezed(description))
  expect(Math.min(...sizesIn(pdf))).toBeGreaterThanOrEqual(6)
})

/** Parts of a property, each within the time of a test. */
const PARTS = [1, 2, 3, 4]

test.each(PARTS)('draws any printable text in full or rejects it as too long, part %i', async () => {
  const hostile = fc.string({
    unit: fc.constantFrom('W', 'i', 'Ω', 'Ŵ', ' ', '‰', '\u00A0', '"', '\\', '('),
    maxLength: 100,
  })
  await fc.assert(
    fc.asyncProperty(hostile, hostile, async (words, number) => {
      const customs = aDeclaration({ contents_type: 'S', items: [anItem({ description: words })] })
      const drawn = await renderInvoice(aSale({ customs, invoice_number: number.slice(0, 35) })).catch(
        (error: unknown) => error,
      )
      if (drawn instanceof TextDoesNotFit) return
      expect(textOf((drawn as { pdf: Uint8Array }).pdf)).toContain('COMMERCIALINVOICE')
    }),
    runs(5),
  )
})

test('shows a long address of wide letters in 6 points at least', async () => {
  const { pdf } = await renderInvoice(aSale({ from: aFullAddress('W') }))
  expect(Math.min(...sizesIn(pdf))).toBeGreaterThanOrEqual(6)
})
