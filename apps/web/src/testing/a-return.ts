import type { ReturnedItem } from '@postroom/contract/returned-item'
import type { Shipment } from '@postroom/contract/shipment'

/** A returned item of a shipment, which its addressee refused. */
export const aReturnOf = ({
  id,
  to,
  item_numbers: [number = ''],
}: Shipment): ReturnedItem & { addresses_marked: number } => ({
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c02',
  shipment_id: id,
  transaction_type: 'postage',
  number,
  to,
  shipping_date: '2026-11-16',
  reason: 'refused',
  action: 'keep',
  notes: '',
  state: 'open',
  created_at: '2026-11-19T14:12:00.000Z',
  addresses_marked: 0,
})
