import type { RenderedDocument } from '@postroom/documents/pdf/pdf'
import type { PurchaseOutcome, ResolveOutcome, VoidOutcome } from '../carrier-port.ts'

/** What is known of a purchase, as an adapter stores it under its reference. */
interface KnownPurchase {
  state: 'asked' | 'cancelling' | 'live' | 'voided' | 'rejected' | 'tombstoned'
  carrier_no: string | null
  further_nos?: string[]
  reason: string | null
  label: Uint8Array | null
  width_mm: number | null
  height_mm: number | null
}

/** The outcome for the one that asks what became of a purchase. */
export function finalWordOn({ state, carrier_no, further_nos = [], reason }: KnownPurchase): ResolveOutcome {
  if (state === 'asked' || state === 'cancelling') return { kind: 'unknown' }
  if (state === 'tombstoned') return { kind: 'tombstoned' }
  if (state === 'rejected') return { kind: 'rejected', reason: reason ?? 'Royal Mail refused the order.' }
  return { kind: 'accepted', carrier_no: carrier_no!, further_nos }
}

/** The outcome for the one that buys. */
export function purchaseOutcome(known: KnownPurchase): PurchaseOutcome {
  const outcome = finalWordOn(known)
  return outcome.kind === 'tombstoned' ? { kind: 'rejected', reason: 'This order was cancelled.' } : outcome
}

/** A stored answer to a void; without a refusal it was voided. */
export const voidOutcome = ({ refusal }: { refusal: string | null }): VoidOutcome =>
  refusal === null ? { kind: 'voided' } : { kind: 'refused', reason: refusal }

/** The carrier's label; nothing when the purchase has none, or the people on it were erased. */
export function labelOf({
  state,
  label,
  width_mm,
  height_mm,
  further_nos = [],
}: KnownPurchase): RenderedDocument | undefined {
  if (state !== 'live' || !label || label.length === 0) return undefined
  return { pdf: label, width_mm: width_mm!, height_mm: height_mm!, pages: 1 + further_nos.length }
}
