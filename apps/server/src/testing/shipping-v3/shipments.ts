import { checkDigitOf } from '@postroom/domain/post/s10'
import type { ShipmentRequest } from './description.ts'

/** Codes of services whose items have no tracking number, unless they are signed for. */
const UNTRACKED = new Set(['STL1', 'STL2'])

/** A shipment of an account at the stub. Only `processed` ones are posted and paid. */
export interface StubShipment {
  id: string
  trackingNumber: string | undefined
  request: ShipmentRequest
  state: 'allocated' | 'processed' | 'cancelled' | 'manifested'
}

let nextSerial = 20_000_000

export function newShipment(request: ShipmentRequest): StubShipment {
  const serial = String(nextSerial++)
  const { ServiceCode, ServiceOptions, ShipmentAction = 'Process' } = request.ShipmentInformation
  const isTracked = !UNTRACKED.has(ServiceCode) || ServiceOptions?.RecordedSignedFor === true
  return {
    id: `3A${serial.padStart(19, '0')}`,
    trackingNumber: isTracked ? `RX${serial}${checkDigitOf(serial)}GB` : undefined,
    request,
    state: ShipmentAction === 'Process' ? 'processed' : 'allocated',
  }
}
