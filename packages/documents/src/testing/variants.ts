import { NO_ADDRESSEE } from '@postroom/contract/address'
import type { Pence } from '@postroom/domain/money'
import { shareOf } from '@postroom/domain/rating/vat'
import { renderEvidence } from '../account/evidence.ts'
import { renderReceipt } from '../account/receipt.ts'
import { renderVatStatement } from '../account/vat-statement.ts'
import { renderCn22 } from '../customs/cn22.ts'
import { renderCn23 } from '../customs/cn23.ts'
import { renderInvoice } from '../customs/invoice.ts'
import { renderLabel } from '../label/label.ts'
import { drawingOfReturnCode } from '../label/return-code.ts'
import { render, type RenderedDocument } from '../pdf/pdf.ts'
import { renderTestPage } from '../test-page/test-page.ts'
import { aCustomsForm, aDeclaration, anItem, aSale } from './customs-form-builder.ts'
import { aLabel, anAddress, LONGEST_ADDRESS } from './label-builder.ts'
import { aPriceLine, aReceipt } from './receipt-builder.ts'
import { aStatement } from './statement-builder.ts'

type Variant = [name: string, draw: () => Promise<RenderedDocument>]

const abroad = aSale().to
const numbers = (count: number) => Array.from({ length: count }, (_, at) => `ZZ${String(at).padStart(8, '0')}0GB`)
const longParty = {
  name: 'The Society for the Preservation of Hand-Bound Notebooks and Ledgers of Ceredigion',
  address: ['First floor', 'The Old Corn Exchange', '14 Heol y Gogledd', 'Aberystwyth', 'SY23 2HT', 'United Kingdom'],
}
const { vat_number: _none, ...sellerWithoutVat } = aReceipt().seller

const longAddress = anAddress({
  company_name: longParty.name,
  address1: 'First floor, The Old Corn Exchange',
  address3: 'Trefechan',
  state_province: 'Ceredigion',
})

const ACCOUNT: Variant[] = [
  ['receipt-reduced', () => renderReceipt(aReceipt({ item_numbers: numbers(3), paid: 2000 as Pence }))],
  ['receipt-hundred', () => renderReceipt(aReceipt({ item_numbers: numbers(100) }))],
  [
    'receipt-no-vat-number',
    () => renderReceipt(aReceipt({ seller: sellerWithoutVat, buyer: { ...longParty, address: [] } })),
  ],
  [
    'receipt-long',
    () =>
      renderReceipt(
        aReceipt({
          seller: { ...longParty, vat_number: 'GB980780684' },
          buyer: longParty,
          destination: abroad,
          account_name: longParty.name,
          lines: Array.from({ length: 20 }, (_, at) => aPriceLine('compensation', `Fee number ${at + 1}`, at * 105)),
        }),
      ),
  ],
  ['statement-no-vat-number', () => renderVatStatement(aStatement({ seller: sellerWithoutVat }))],
  ['statement-nothing-bought', () => renderVatStatement(aStatement({ groups: [], days: [] }))],
  [
    'statement-refunds',
    () =>
      renderVatStatement(
        aStatement({
          groups: [shareOf('standard', -595 as Pence, -99 as Pence), shareOf('outside', 200 as Pence)],
          days: aStatement().days.slice(0, 2),
        }),
      ),
  ],
  [
    'evidence',
    () =>
      renderEvidence({
        title: 'ZZ000000005GB, ZZ000000014GB',
        introduction: `${longParty.name}, written on 24 November 2026.`,
        parts: [
          { title: 'Declared', rows: [['Weight', '400 g'], ['To', `${longParty.address.join(', ')}; `.repeat(5)]] }, // prettier-ignore
          { title: 'Scanned', rows: Array.from({ length: 36 }, (_, at) => [`Scan ${at}`, 'Depot 東京'] as const) },
        ],
        sheet: aReceipt().sheet,
        created_at: new Date(0),
      }),
  ],
]

const manyItems = Array.from({ length: 40 }, (_, at) =>
  anItem({
    description: `Notebook ${at}, ${'linen '.repeat(at % 7)}cover`,
    quantity: at + 1,
    value: (at * 950) as Pence,
  }),
)
const other = aDeclaration({ contents_type: 'O', contents_description: 'Prizes of a competition' })

const CUSTOMS: Variant[] = [
  ['cn22-other-two-items', () => renderCn22(aCustomsForm({ customs: other, numbers: numbers(2) }))],
  ['cn22-test', () => renderCn22(aCustomsForm({ test: true, numbers: [] }))],
  ['cn22-long-sender', () => renderCn22(aCustomsForm({ from: { ...longAddress, company_name: '' } }))],
  ['cn23-many', () => renderCn23(aSale({ customs: { ...aSale().customs, items: manyItems }, incoterm: 'DDP' }))],
  ['cn23-returned', () => renderCn23(aCustomsForm({ customs: aDeclaration({ contents_type: 'R' }) }))],
  ['cn23-test', () => renderCn23(aSale({ test: true, numbers: [] }))],
  [
    'invoice-many',
    () =>
      renderInvoice(aSale({ customs: { ...aSale().customs, items: manyItems }, incoterm: 'DDP', numbers: numbers(2) })),
  ],
  ['invoice-test', () => renderInvoice(aSale({ test: true, numbers: [], invoice_number: '' }))],
]

const RETURN_ADDRESS = 'Return Address\nLlewellyn Bindery Ltd\nUnit 4\n\nGlanyrafon Estate\nAberystwyth SY23 3JQ'
const economy = { service: 'IE', service_name: 'International Economy', cover_gbp: 0, to: abroad } as const
const tracked = { service: 'ITS', service_name: 'International Tracked & Signed', cover_gbp: 50, to: abroad } as const
const noIndicator = { vsi_line1: '', vsi_line2: '' }
const roll = { size: '1X', label_name: 'DK-22205' } as const
const square = { size: '1X', label_name: '4x4' } as const
const onSheet = (label_name: string) => ({ size: 'A4', label_name }) as const

const LABELS: Variant[] = [
  ['label-economy', () => renderLabel(aLabel({ ...economy, references: [] }))],
  ['label-tracked-abroad', () => renderLabel(aLabel({ ...tracked, slogan: 'Bookbinding since 1911' }))],
  ['label-longest', () => renderLabel(aLabel({ to: LONGEST_ADDRESS, from: LONGEST_ADDRESS }))],
  ['label-entered-return', () => renderLabel(aLabel({ era: RETURN_ADDRESS, references: ['', 'PO-4471'] }))],
  ['label-two-of-a-sheet', () => renderLabel(aLabel({ ...onSheet('L7168'), numbers: numbers(3) }))],
  ['label-203-economy', () => renderLabel(aLabel({ ...economy, references: [] }), 203)],
  ['label-203-entered-return', () => renderLabel(aLabel({ ...tracked, era: RETURN_ADDRESS }), 203)],
  [
    'franking-abroad',
    () => renderLabel(aLabel({ ...tracked, ...noIndicator, ...onSheet('L7163'), era: RETURN_ADDRESS })),
  ],
  ['franking-square-long', () => renderLabel(aLabel({ ...square, to: longAddress, era: RETURN_ADDRESS }))],
  ['franking-square-203', () => renderLabel(aLabel({ ...square, ...economy, ...noIndicator, era: '' }), 203)],
  [
    'franking-square-bare',
    () => renderLabel(aLabel({ ...square, to: NO_ADDRESSEE, slogan: 'Bookbinding since 1911' })),
  ],
  ['franking-roll-bare', () => renderLabel(aLabel({ ...roll, era: '', slogan: '' }))],
  [
    'franking-roll-special',
    () => renderLabel(aLabel({ ...roll, service: 'SD9AM', cover_gbp: 1000, era: RETURN_ADDRESS })),
  ],
  [
    'franking-prepaid-reply',
    () =>
      renderLabel(aLabel({ ...roll, service: '2PP', service_name: '2nd Class Prepaid', ...noIndicator, cover_gbp: 0 })),
  ],
  [
    'franking-value',
    () =>
      renderLabel(aLabel({ ...onSheet('L7173'), channel: 'franking', service: 'frank_pay', service_name: 'Letter' })),
  ],
  ['return-code', () => render(drawingOfReturnCode({ number: 'ZZ000000005GB', created_at: new Date(0) }))],
]

const TEST_PAGES: Variant[] = (
  [
    ['test-page-38', 38, 90, 300],
    ['test-page-59', 59, 60, 300],
    ['test-page-60', 60, 40, 300],
    ['test-page-letter', 215.9, 279.4, 300],
    ['test-page-203-4x2', 101.6, 50.8, 203],
  ] as const
).map(([name, width_mm, height_mm, dpi]) => [name, () => renderTestPage({ width_mm, height_mm }, dpi)])

/** Documents with the contents that the other golden images do not have. */
export const VARIANTS: readonly Variant[] = [...ACCOUNT, ...CUSTOMS, ...LABELS, ...TEST_PAGES]
