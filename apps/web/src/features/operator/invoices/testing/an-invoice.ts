import type { CarrierInvoice, CarrierInvoiceLine } from '@postroom/contract/carrier-invoice'
import { idOf } from '../../testing/an-organisation.ts'

/** An invoice with differences to book. */
export const anInvoice = (number: number, change: Partial<CarrierInvoice> = {}): CarrierInvoice => ({
  id: idOf(number),
  carrier: 'RM',
  number: `90344${number}`,
  first_day: '2026-10-01',
  last_day: '2026-10-31',
  sha256: 'a'.repeat(64),
  imported_by: idOf(9),
  imported_at: '2026-11-02T09:00:00.000Z',
  lines: 412,
  total: 1_318_40,
  agree: 1_409,
  differ: 1_004,
  over: 1_07,
  under: 3_20,
  to_book: 2,
  ...change,
})

/** A line for an item that was bought here. */
export const anInvoiceLine = (number: number, change: Partial<CarrierInvoiceLine> = {}): CarrierInvoiceLine => ({
  position: number,
  row: 1_000 + number,
  item_number: `TT${number}GB`,
  service: 'TPN',
  outcome: 'charged_more',
  charged: 3_27,
  expected: 3_20,
  difference: 7,
  shipment_id: idOf(8),
  organisation: 'Llewellyn Bindery Ltd',
  is_booked: false,
  ...change,
})
