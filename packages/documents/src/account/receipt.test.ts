import { createHash } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type { Pence } from '@postroom/domain/money'
import { renderReceipt, type ReceiptContent } from './receipt.ts'
import { expectGolden } from '../testing/golden.ts'
import { textSizesOf } from '../testing/operators-of.ts'
import { runTool, renderPages } from '../testing/read-back.ts'
import { aPriceLine, aReceipt } from '../testing/receipt-builder.ts'
import { wordsOf } from '../testing/words-of.ts'

// A4 at 600 dpi is slow on a busy machine
vi.setConfig({ testTimeout: 30_000 })

const textOf = async (content: ReceiptContent) =>
  runTool('pdftotext', (await renderReceipt(content)).pdf, '-layout', 'FILE', '-').replaceAll(/\s+/g, ' ')
const digestOf = async (content: ReceiptContent) =>
  createHash('sha256')
    .update((await renderReceipt(content)).pdf)
    .digest('hex')

test('shows seller, buyer, amount, item and price lines', async () => {
  const text = await textOf(aReceipt())
  for (const shown of [
    'SPECIMEN - NO POSTAL VALUE',
    'VAT receipt',
    'R-000123',
    'Postroom sandbox',
    '1 Market Square',
    'VAT number GB980780684',
    'Llewellyn Bindery Ltd',
    '14 Heol y Gogledd',
    'Bindery postage',
    '0b8f7c1e-53b6-4d8c-9a51-6f0d7c1f2a33',
    'Tracked 24 with signature',
    '21 Nov 2026',
    'ST IVES, TR26 1HE, UNITED KINGDOM',
    'TEST ZZ 0000 0000 5GB',
    'Tracked 24, small parcel, 1–2000 g £4.45',
    'Signature on delivery £1.50',
    'Handling charge £2.00',
    'VAT at 20% is included Total, paid from the prepaid balance £7.95',
    'VAT rate Net VAT Gross 20% £4.96 £0.99 £5.95 No VAT stated £2.00 £0.00 £2.00',
    'Prices of the list online-2026-04-07, in force from 7 Apr 2026.',
    'Sandbox postage has no postal value.',
  ])
    expect(text).toContain(shown)
})

test('says that it is not a VAT receipt when the seller has no VAT number', async () => {
  const { vat_number: _none, ...seller } = aReceipt().seller
  const text = await textOf(aReceipt({ seller }))
  expect(text).toContain('This is not a VAT receipt: the seller has stated no VAT number.')
  for (const absent of ['VAT receipt R', 'VAT rate', 'Net', 'Gross', 'VAT number G']) expect(text).not.toContain(absent)
})

test('lists a VAT-exempt price and our own charge separately, without VAT', async () => {
  const lines = [
    aPriceLine('postage', '1st Class, letter, 1–100 g', 180),
    aPriceLine('handling_charge', 'Handling charge', 20),
    aPriceLine('vat_exempt', 'Exempt from VAT', 0, { vat: 0 }),
  ]
  const text = await textOf(aReceipt({ lines, item_price: 200 as Pence }))
  expect(text).toContain('VAT rate Net VAT Gross Exempt £1.80 £0.00 £1.80 No VAT stated £0.20 £0.00 £0.20')
})

test('shows twelve item numbers and twenty price lines on one page', async () => {
  const item_numbers = Array.from({ length: 12 }, (_, at) => `ZZ${String(at).padStart(8, '0')}0GB`)
  const lines = Array.from({ length: 20 }, (_, at) => aPriceLine('compensation', `Fee number ${at + 1}`, at + 1))
  const content = aReceipt({ item_numbers, lines })
  const text = await textOf(content)
  for (const { description, amount } of lines) expect(text).toContain(`${description} £${(amount / 100).toFixed(2)}`)
  expect(text.match(/TEST ZZ/g)).toHaveLength(12)
  expect((await renderReceipt(content)).pages).toBe(1)
  expect((await renderPages((await renderReceipt(content)).pdf, 72)).length).toBe(1)
})

test('shows the first numbers of a hundred items, the price of one item and the total', async () => {
  const item_numbers = Array.from({ length: 100 }, (_, at) => `ZZ${String(at).padStart(8, '0')}0GB`)
  const text = await textOf(aReceipt({ item_numbers }))
  expect(text.match(/TEST ZZ/g)).toHaveLength(12)
  expect(text).toContain('and 88 more')
  expect(text).toContain('One item; 100 were bought at this price £7.95 Total, paid from the prepaid balance £795.00')
  expect(text).toContain('20% £496.00 £99.00 £595.00')
})

test('is one A4 page with the same bytes for the same purchase, and matches the golden image', async () => {
  const { pdf, ...size } = await renderReceipt(aReceipt())
  expect(size).toEqual({ width_mm: 210, height_mm: 297, pages: 1 })
  expect(runTool('qpdf', pdf, '--check', 'FILE')).toContain('No syntax or stream encoding errors found')
  expect(await digestOf(aReceipt())).toBe(await digestOf(aReceipt()))
  expect(await digestOf(aReceipt({ item_price: 796 as Pence }))).not.toBe(await digestOf(aReceipt()))
  const [page] = await renderPages(pdf, 150)
  expectGolden('receipt', page!)
})

test('shows the reduction when the carrier charged less than the price, and VAT on the amount paid', async () => {
  const text = await textOf(aReceipt({ paid: 695 as Pence }))
  expect(text).toMatch(/The carrier charged less than the price\s+-£1\.00/)
  expect(text).toMatch(/Total, paid from the prepaid balance\s+£6\.95/)
  expect(text).toMatch(/20%\s+£4\.13\s+£0\.82\s+£4\.95/)
  expect(text).toMatch(/No VAT stated\s+£2\.00\s+£0\.00\s+£2\.00/)
})

/** A receipt whose first line has these words. */
async function receiptWith(words: string): Promise<Uint8Array> {
  const [, ...others] = aReceipt().lines
  return (await renderReceipt(aReceipt({ lines: [aPriceLine('postage', words, 445), ...others] }))).pdf
}
const sizesWith = async (words: string) => textSizesOf(await receiptWith(words)).regular

test('a long line gets smaller, and its figure stays as large as the others', async () => {
  const [usual, smaller] = [
    await sizesWith('Tracked 24'),
    await sizesWith('Tracked 24, small parcel, and more words '.repeat(4)),
  ]
  expect(new Set(usual)).toEqual(new Set([7.5, 8, 10]))
  const small = smaller.filter((size) => !usual.includes(size))
  expect(small.length).toBeGreaterThan(0)
  expect(new Set(small).size).toBe(1)
  expect(smaller.filter((size) => size === 10)).toHaveLength(usual.filter((size) => size === 10).length - 1)
})

test('a long line ends before the column of its figure', async () => {
  const pdf = await receiptWith('Postage of many words '.repeat(8))
  const words = wordsOf(pdf).filter(({ word }) => ['Postage', 'of', 'many', 'words'].includes(word))
  const [figure] = wordsOf(pdf).filter(({ word }) => word === '£4.45')
  expect(words.length).toBeGreaterThan(30)
  expect(Math.max(...words.map(({ right }) => right))).toBeLessThan(figure!.right - 30)
})
