import { toPence } from '@postroom/domain/money'
import { shareOf } from '@postroom/domain/rating/vat'
import { expect, test } from 'vitest'
import { expectGolden } from '../testing/golden.ts'
import { runTool, renderPages } from '../testing/read-back.ts'
import { aReceipt } from '../testing/receipt-builder.ts'
import { aStatement } from '../testing/statement-builder.ts'
import { renderVatStatement, type VatStatementContent } from './vat-statement.ts'

const textOf = async (content: VatStatementContent) =>
  runTool('pdftotext', (await renderVatStatement(content)).pdf, '-layout', 'FILE', '-').replaceAll(/\s+/g, ' ')

test('shows seller, buyer, the month by rate and every day on one page', async () => {
  const text = await textOf(aStatement())
  for (const shown of [
    'VAT statement, October 2026',
    'VAT number GB980780684',
    'Llewellyn Bindery Ltd',
    '20% £495.83 £99.17 £595.00',
    'Exempt £180.00 £0.00 £180.00',
    '1 Oct 2026 £21.80 £3.20 £25.00',
    '31 Oct 2026 £21.80 £3.20 £25.00',
  ])
    expect(text).toContain(shown)
  const { pdf, pages } = await renderVatStatement(aStatement())
  expect(pages).toBe(1)
  expect(runTool('qpdf', pdf, '--check', 'FILE')).toContain('No syntax or stream encoding errors found')
  const drawn = await renderPages(pdf, 150)
  expect(drawn).toHaveLength(1)
  expectGolden('vat-statement', drawn[0]!)
})

test('a day with more refunds than purchases is negative', async () => {
  const days = [{ day: '2026-10-05', ...shareOf('exempt', toPence(-180)) }]
  expect(await textOf(aStatement({ days }))).toContain('5 Oct 2026 -£1.80 £0.00 -£1.80')
})

test('says that it is not a VAT statement and shows no VAT when the seller has no VAT number', async () => {
  const { vat_number: _none, ...other } = aReceipt().seller
  const text = await textOf(aStatement({ seller: other }))
  expect(text).toContain('Statement of purchases, October 2026')
  expect(text).toContain('This is not a VAT statement: the seller has stated no VAT number.')
  expect(text).toContain('1 Oct 2026 £25.00')
  expect(text).not.toMatch(/£3\.20|Net|VAT rate/)
})

test('says that nothing was bought in an empty month', async () => {
  expect(await textOf(aStatement({ groups: [], days: [] }))).toContain('Nothing was bought in this month.')
})
