import { listPending, type QueuedShipment } from '@postroom/contract/shipment-pending'
import { aShipment } from './a-shipment.ts'
import { server } from './fake-server.ts'

/** A prepared small parcel, 2nd class, not weighed yet. */
export function aQueued(number: number, change: Partial<QueuedShipment> = {}): QueuedShipment {
  const { to, from } = aShipment()
  return {
    pending_id: `pending-${number}`,
    code: `K-${number}`,
    state: 'waiting',
    shipment: {
      carrier: 'RM',
      service: '2',
      options: [],
      shipping_date: '2026-11-22',
      to: { ...to, name: `Person ${number}` },
      from,
      label: { size: '4x6' },
      references: [],
      costcenter: [],
      parcels: [{ number: 1, packaging: 'small_parcel' }],
      meta_data: { quantity: 1, avery_label_location: [], label_name: '', ERA: '', slogan: '' },
    },
    note: '',
    problem: '',
    version: 1,
    created_by: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
    created_at: `2026-11-22T09:00:${String(number).padStart(2, '0')}.000Z`,
    ...change,
  }
}

/** Makes the fake server list these. @returns the queue, to be changed by the test */
export function withQueue(rows: QueuedShipment[]): { rows: QueuedShipment[]; sold: string[] } {
  const queue = { rows, sold: [] as string[] }
  server.on(listPending, ({ query: { start, length, changed_after, code } }) => {
    const left = queue.rows.filter(({ pending_id }) => !queue.sold.includes(pending_id))
    const count = (state: QueuedShipment['state']) => left.filter((row) => row.state === state).length
    return {
      data: left.filter((row) => code === undefined || row.code === code).slice(start, start + length),
      total: left.length,
      start,
      length,
      counts: { waiting: count('waiting'), weighed: count('weighed'), problem: count('problem') },
      at: '2026-11-22T09:30:00.000Z',
      sold: changed_after === undefined ? [] : queue.sold,
    }
  })
  return queue
}
