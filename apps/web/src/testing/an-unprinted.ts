import type { UnprintedShipment } from '@postroom/contract/attention'
import { aShipment } from './a-shipment.ts'

/** A bought letter whose label was never sent to a printer. */
export const anUnprinted = (change: Partial<UnprintedShipment> = {}): UnprintedShipment => ({
  id: aShipment().id,
  service: '2',
  amount: 91,
  created_at: '2026-11-22T09:00:00.000Z',
  name: 'Marguerite Llewellyn',
  tracking: 'ZZ123456785GB',
  packaging: 'letter',
  print_state: 'not_printed',
  prints: [{ document: 'label', state: 'not_printed', prints: 0 }],
  ...change,
})
