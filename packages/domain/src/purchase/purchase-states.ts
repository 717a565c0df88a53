/** The states of a purchase. BOUGHT is stable; REJECTED, CANCELLED and VOIDED are final; the others wait for the carrier. */
export const PURCHASE_STATES = ['AUTHORISED', 'BOUGHT', 'REJECTED', 'CANCELLED', 'VOID_REQUESTED', 'VOIDED'] as const
export type PurchaseState = (typeof PURCHASE_STATES)[number]

/** A transition: from, to, the event, and the ledger move in the same transaction. */
export interface PurchaseTransition {
  from: PurchaseState
  event:
    'carrier_accepted' | 'carrier_rejected' | 'carrier_tombstoned' | 'void_requested' | 'void_granted' | 'void_refused'
  to: PurchaseState
  money: 'capture' | 'release' | 'refund' | 'none'
}

/** Every transition. An unknown outcome is none: the money stays held until the outcome is known. */
export const PURCHASE_TRANSITIONS = [
  { from: 'AUTHORISED', event: 'carrier_accepted', to: 'BOUGHT', money: 'capture' },
  { from: 'AUTHORISED', event: 'carrier_rejected', to: 'REJECTED', money: 'release' },
  { from: 'AUTHORISED', event: 'carrier_tombstoned', to: 'CANCELLED', money: 'release' },
  { from: 'BOUGHT', event: 'void_requested', to: 'VOID_REQUESTED', money: 'none' },
  { from: 'VOID_REQUESTED', event: 'void_granted', to: 'VOIDED', money: 'refund' },
  { from: 'VOID_REQUESTED', event: 'void_refused', to: 'BOUGHT', money: 'none' },
] as const satisfies readonly PurchaseTransition[]

/** The transition for `event` in state `from`; undefined when it is not allowed. */
export const transitionOf = (from: PurchaseState, event: PurchaseTransition['event']): PurchaseTransition | undefined =>
  PURCHASE_TRANSITIONS.find((row) => row.from === from && row.event === event)
