import { expect, it } from 'vitest'
import { INVOICE_COLUMNS, invoiceColumnOf, NEEDED_COLUMNS } from './invoice-columns.ts'

it.each([
  [
    'item_number',
    ['Item number', 'item_number', 'ITEMNUMBER', 'Tracking Number', 'Barcode', 'Order reference', 'Your reference'],
  ],
  ['net', ['net', 'Net value', 'NET_AMOUNT']],
  ['vat', ['VAT', 'vat value', 'VAT amount']],
  ['date', ['Date', 'Posting date']],
  ['service', ['Service', 'Product code']],
  ['weight_g', ['weight_g', 'Weight g']],
  [null, ['', 'gross', 'weight', 'customer']],
])('the column %s is known by its names', (column, names) => {
  expect(names.map(invoiceColumnOf)).toEqual(names.map(() => column))
})

it('an invoice needs the item number, its price and the tax', () => {
  expect(NEEDED_COLUMNS).toEqual(['item_number', 'net', 'vat'])
  expect(INVOICE_COLUMNS).toEqual(['item_number', 'net', 'vat', 'date', 'service', 'weight_g'])
})
