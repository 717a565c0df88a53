import type { Shipment } from '@postroom/contract/shipment'
import type { PurchaseState } from '@postroom/domain/purchase/purchase-states'

/** The state of a purchase as the contract names it. */
export const STATUSES = {
  AUTHORISED: 'pending',
  BOUGHT: 'bought',
  REJECTED: 'rejected',
  CANCELLED: 'cancelled',
  VOID_REQUESTED: 'void_requested',
  VOIDED: 'voided',
} as const satisfies Record<PurchaseState, Shipment['status']>

type Status = (typeof STATUSES)[PurchaseState]

export const STATE_OF = Object.fromEntries(
  Object.entries(STATUSES).map(([state, status]) => [status, state]),
) as Record<Status, PurchaseState>
