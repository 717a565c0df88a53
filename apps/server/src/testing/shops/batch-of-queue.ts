import type { QueuedShipment } from '@postroom/contract/shipment-pending'

/** The rows of a batch that buys shipments of the queue as they are, with the service that a rule chose. */
export const batchOf = (queued: readonly QueuedShipment[], by: string, today: string) =>
  queued.map(({ pending_id, shipment }) => ({
    key: pending_id,
    shipment: { ...shipment, by, shipping_date: today, service: shipment.service ?? '2' },
  }))
