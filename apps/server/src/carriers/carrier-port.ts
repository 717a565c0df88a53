import type { RateQuote } from '@postroom/contract/rate'
import type { ShipmentDraft } from '@postroom/contract/shipment'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import type { TrackingCode } from '@postroom/domain/post/tracking'

/** What happened to a purchase at the carrier: a number for each label, in order, or no postage at all. `unknown` is neither yes nor no: a time-out, a 5xx, a broken answer. */
export type PurchaseOutcome =
  | { kind: 'accepted'; carrier_no: string; further_nos: string[] }
  | { kind: 'rejected'; reason: string }
  | { kind: 'unknown' }

/** The final word on a reference. `tombstoned`: was never bought and never will be, even if the order still arrives. */
export type ResolveOutcome = PurchaseOutcome | { kind: 'tombstoned' }

/** What the carrier said to a void. */
export type VoidOutcome = { kind: 'voided' } | { kind: 'refused'; reason: string } | { kind: 'unknown' }

/** What the carrier is told about an item, and how many such items are bought. */
export interface CarrierOrder {
  draft: ShipmentDraft
  quote: RateQuote
  labels: number
}

/** Something that happened to one item, in our codes and the carrier's words. */
export interface TrackingEvent {
  item_number: string
  at: Date
  code: TrackingCode
  description: string
  place: string
}

/**
 * A carrier. `ref` is the id of the purchase, the same for every attempt and every repetition. Calls answer with values;
 * whoever calls them treats a thrown error as `unknown`. Never called inside a database transaction of ours.
 */
export interface CarrierPort {
  /** The services this carrier connection sells. */
  services(): readonly ServiceCode[]

  /** Buys all labels or none. A repeated `ref` gets the first outcome again; a tombstoned one is rejected. */
  purchase(ref: string, order: CarrierOrder): Promise<PurchaseOutcome>

  /** Tells what became of `ref`, or makes it dead for ever. Never a bare 'not found', which an order under way would belie. */
  resolve(ref: string): Promise<ResolveOutcome>

  /** Takes postage back, all labels of the order or none. The first answer to (`ref`, `n`) is the answer for ever; a new try uses the next `n`. */
  void(ref: string, n: number): Promise<VoidOutcome>

  /** How the label comes to be. `specimen`: we draw it, and it says that it has no postal value. Read only. */
  documents(ref: string): Promise<'specimen' | 'none'>

  /** What happened so far to the items of an order. Read only: it never changes money. */
  track(ref: string, order: CarrierOrder): Promise<readonly TrackingEvent[]>
}
