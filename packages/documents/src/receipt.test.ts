import { createHash } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type { Grams } from '@postroom/domain/measures'
import { vatIncludedIn, type Pence } from '@postroom/domain/money'
import { priceListFor } from '@postroom/domain/price-list'
import { rate } from '@postroom/domain/rating'
import { vatShareOf } from './receipt-vat.ts'
import { renderReceipt, type ReceiptContent } from './receipt.ts'
import { expectGolden } from './testing/golden.ts'
import { judge, renderPages } from './testing/read-back.ts'
import { aLine, aReceipt } from './testing/receipt-builder.ts'

// Sheets of A4 at 600 dots to the inch take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

const textOf = async (content: ReceiptContent) =>
  judge('pdftotext', (await renderReceipt(content)).pdf, '-layout', 'FILE', '-').replaceAll(/\s+/g, ' ')
const digestOf = async (content: ReceiptContent) =>
  createHash('sha256')
    .update((await renderReceipt(content)).pdf)
    .digest('hex')

test('shows who paid what, for which item, by which prices', async () => {
  const text = await textOf(aReceipt())
  for (const shown of [
    'SPECIMEN - NO POSTAL VALUE',
    'Receipt',
    'Postroom sandbox',
    'Llewellyn Bindery Ltd',
    '0b8f7c1e-53b6-4d8c-9a51-6f0d7c1f2a33',
    'Tracked 24 with signature',
    '21 Nov 2026',
    'ST IVES, TR26 1HE, UNITED KINGDOM',
    'TEST ZZ 0000 0000 5GB',
    'Tracked 24, small parcel, 1–2000 g £4.45',
    'Signature on delivery £1.50',
    'Handling charge £2.00',
    'VAT at 20% is included Total, paid from the prepaid balance £7.95',
    'VAT rate Net VAT Gross 20% £4.96 £0.99 £5.95',
    'Prices of the list online-2026-04-07, in force from 7 Apr 2026.',
    'Sandbox postage has no postal value.',
  ])
    expect(text).toContain(shown)
})

test('a price exempt from VAT says so and has no VAT table', async () => {
  const lines = [
    aLine('postage', '1st Class, letter, 1–100 g', 180),
    aLine('vat_exempt', 'Exempt from VAT', 0, { vat: 0 }),
  ]
  const text = await textOf(aReceipt({ lines, item_price: 180 as Pence }))
  expect(text).toContain('1st Class, letter, 1–100 g £1.80 Exempt from VAT Total, paid from the prepaid balance £1.80')
  expect(text).not.toContain('VAT rate')
})

test.each([
  // price in pence   VAT    net     gross
  [[445, 150], /*  */ 99, /**/ 496, 595],
  [[1434], /*      */ 239, /**/ 1195, 1434],
  [[1], /*         */ 0, /**/ 1, 1],
  [[3], /*         */ 1, /**/ 2, 3],
] as const)('%j pence contain %i VAT, so that net and VAT make the gross', (prices, vat, net, gross) => {
  const lines = prices.map((price) => aLine('postage', '', price))
  const own = [aLine('handling_charge', '', 200), aLine('pickup', '', 100), aLine('us_duties_handling', '', 50)]
  expect(vatShareOf([...lines, ...own, aLine('vat_included', '', 0, { vat })])).toEqual({ net, vat, gross })
})

test.each([
  ['tracked', [{ code: 'tracked' }]],
  ['guaranteed on Saturday, with cover', [{ code: 'special_delivery', saturday: true, consequential_loss_gbp: 1000 }]],
] as const)(
  'the prices of a parcel %s: the VAT that was reckoned is that of the gross amount shown',
  (_case, options) => {
    const [weight, handling_charge, pickup_fee] = [500 as Grams, 200 as Pence, 99 as Pence]
    const item = { packaging: 'small_parcel', weight, country: 'GB', day: '2026-11-20', options } as const
    const facts = { ...item, with_pickup: true, handling_charge }
    const rated = rate(facts, priceListFor('online', '2026-11-20'), '2026-11-20', { pickup_fee })
    const taxed = rated.ok ? rated.quotes.filter(({ charges }) => charges.vat > 0) : []
    expect(taxed.length).toBeGreaterThan(0)
    for (const { charges, explanation } of taxed) {
      const share = vatShareOf(explanation)!
      expect(share.vat).toBe(charges.vat)
      expect(vatIncludedIn(share.gross)).toBe(charges.vat)
    }
  },
)

test('without VAT nothing is shared out', () => {
  expect(vatShareOf([aLine('postage', '', 180), aLine('vat_zero_or_exempt', '', 0, { vat: 0 })])).toBeUndefined()
})

test('a dozen item numbers and twenty lines are all shown, on one page', async () => {
  const item_numbers = Array.from({ length: 12 }, (_, at) => `ZZ${String(at).padStart(8, '0')}0GB`)
  const lines = Array.from({ length: 20 }, (_, at) => aLine('compensation', `Fee number ${at + 1}`, at + 1))
  const content = aReceipt({ item_numbers, lines })
  const text = await textOf(content)
  for (const { description, amount } of lines) expect(text).toContain(`${description} £${(amount / 100).toFixed(2)}`)
  expect(text.match(/TEST ZZ/g)).toHaveLength(12)
  expect((await renderReceipt(content)).pages).toBe(1)
  expect((await renderPages((await renderReceipt(content)).pdf, 72)).length).toBe(1)
})

test('a hundred items: the first numbers, the price of one, and what all of them cost', async () => {
  const item_numbers = Array.from({ length: 100 }, (_, at) => `ZZ${String(at).padStart(8, '0')}0GB`)
  const text = await textOf(aReceipt({ item_numbers }))
  expect(text.match(/TEST ZZ/g)).toHaveLength(12)
  expect(text).toContain('and 88 more')
  expect(text).toContain('One item; 100 were bought at this price £7.95 Total, paid from the prepaid balance £795.00')
  expect(text).toContain('20% £496.00 £99.00 £595.00')
})

test('is one page of A4, the same bytes for the same purchase, and the picture that was looked at', async () => {
  const { pdf, ...size } = await renderReceipt(aReceipt())
  expect(size).toEqual({ width_mm: 210, height_mm: 297, pages: 1 })
  expect(judge('qpdf', pdf, '--check', 'FILE')).toContain('No syntax or stream encoding errors found')
  expect(await digestOf(aReceipt())).toBe(await digestOf(aReceipt()))
  expect(await digestOf(aReceipt({ item_price: 796 as Pence }))).not.toBe(await digestOf(aReceipt()))
  const [page] = await renderPages(pdf, 150)
  expectGolden('receipt', page!)
})
