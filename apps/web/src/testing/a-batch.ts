import type { BatchRow, ShipmentBatch } from '@postroom/contract/shipment-batch'

/** The id of the shipment of a row. */
export const idOfRow = (number: number): string => `7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0d0${number}`

type Bought = NonNullable<BatchRow['bought']>

/** The row with this number, from 1. With a print state it is bought. */
export const aBatchRow = (number: number, state: BatchRow['state'], print_state?: Bought['print_state']): BatchRow => ({
  key: `row-number-${number}`,
  position: number - 1,
  state,
  to: { name: `Person ${number}`, company_name: '', city: 'Hereford' },
  ...(print_state && {
    shipment_id: idOfRow(number),
    bought: { amount: 190, service: '2', item_numbers: [`ZZ${number}GB`], print_state },
  }),
})

export const aBatch = (state: ShipmentBatch['state'], rows: BatchRow[]): ShipmentBatch => ({
  id: 'the-batch',
  state,
  total: rows.length,
  done: 0,
  bought: rows.filter((row) => row.bought).length,
  failed: rows.filter((row) => row.state === 'failed').length,
  stopped: 0,
  created_by: '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a02',
  created_at: '2026-11-22T09:00:00.000Z',
  rows,
})
