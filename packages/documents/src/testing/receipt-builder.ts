import type { PriceLine } from '@postroom/domain/rating/explanation'
import { A4_SHEET } from '@postroom/domain/media/media-size'
import { sumPence, timesPence, type Pence } from '@postroom/domain/money'
import type { ReceiptContent } from '../account/receipt.ts'
import { anAddress } from './label-builder.ts'

export const aPriceLine = (code: PriceLine['code'], description: string, amount: number, values = {}): PriceLine => ({
  code,
  description,
  values,
  amount: amount as Pence,
})

/** A parcel whose price includes VAT, plus the organisation's handling charge. */
export function aReceipt(change: Partial<ReceiptContent> = {}): ReceiptContent {
  const content = { ...RECEIPT, ...change }
  const { lines, item_price, item_numbers } = content
  const own_fee = sumPence(...lines.filter(({ code }) => code === 'handling_charge').map(({ amount }) => amount))
  const of = { paid: timesPence(item_price, item_numbers.length), own_fees: timesPence(own_fee, item_numbers.length) }
  return { ...of, ...content }
}

const RECEIPT = {
  seller: {
    name: 'Postroom sandbox',
    address: ['1 Market Square', 'Machynlleth', 'SY20 8AE'],
    vat_number: 'GB980780684',
  },
  buyer: { name: 'Llewellyn Bindery Ltd', address: ['14 Heol y Gogledd', 'Aberystwyth', 'SY23 2HT'] },
  account_name: 'Bindery postage',
  receipt_no: 123,
  shipment: '0b8f7c1e-53b6-4d8c-9a51-6f0d7c1f2a33',
  date: '2026-11-21',
  service_name: 'Tracked 24 with signature',
  item_numbers: ['ZZ000000005GB'],
  destination: anAddress(),
  lines: [
    aPriceLine('postage', 'Tracked 24, small parcel, 1–2000 g', 445),
    aPriceLine('signature', 'Signature on delivery', 150),
    aPriceLine('handling_charge', 'Handling charge', 200),
    aPriceLine('vat_included', 'VAT at 20% is included', 0, { vat: 99 }),
  ],
  item_price: 795 as Pence,
  sheet: A4_SHEET,
  tariff: { id: 'online-2026-04-07', effective_from: '2026-04-07' },
  created_at: new Date('2026-11-21T10:00:00Z'),
} satisfies Partial<ReceiptContent>
