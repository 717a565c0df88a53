import type { CarrierConnection, CarrierKey, ConnectionTest } from '@postroom/contract/carrier-connection'
import type { RateQuote } from '@postroom/contract/rate'
import type { ShipmentDraft } from '@postroom/contract/shipment'
import type { LabelContent } from '@postroom/documents/label/label-content'
import type { RenderedDocument } from '@postroom/documents/pdf/pdf'
import type { LabelGridDpi } from '@postroom/domain/media/label-drawing'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import type { Pence } from '@postroom/domain/money'
import type { ItemOnItsWay, TrackingCode } from '@postroom/domain/post/tracking'
import type { Db } from '../db/database.ts'

/**
 * The outcome of a purchase at the carrier: a number for each label, in order, or no postage at all. `charged` is what
 * the carrier charges for all labels, above zero; absent: as quoted. `unknown` is neither yes nor no: a time-out, a
 * 5xx, a malformed answer.
 */
export type PurchaseOutcome =
  | { kind: 'accepted'; carrier_no: string; further_nos: string[]; charged?: Pence }
  | { kind: 'rejected'; reason: string }
  | { kind: 'unknown' }

/**
 * The final outcome of a reference. `tombstoned`: it was never bought and never will be, even if the order still
 * arrives.
 */
export type ResolveOutcome = PurchaseOutcome | { kind: 'tombstoned' }

/** The carrier's answer to a void. */
export type VoidOutcome = { kind: 'voided' } | { kind: 'refused'; reason: string } | { kind: 'unknown' }

/**
 * The carrier's answer to a tracking request. `partly`: about some items it did not answer. `refused`: it refuses our key.
 */
export type TrackOutcome =
  { kind: 'tracked' | 'partly'; events: readonly TrackingEvent[] } | { kind: 'refused' } | { kind: 'unknown' }

/** Asks for the events of those `items` of an order that have newer ones. Read only: it never changes money. */
export type Track = (ref: string, order: CarrierOrder, items: readonly ItemOnItsWay[]) => Promise<TrackOutcome>

/**
 * The carrier's answer about a manifest. `failed`: there is none; with a `number` it can be asked to make that one again.
 * `unknown`: it may have been made.
 */
export type ManifestOutcome =
  | { kind: 'made'; number: string; pdf: Uint8Array }
  | { kind: 'pending'; number: string }
  | { kind: 'failed'; number?: string; reason: string }
  | { kind: 'unknown' }

/** A service with which an addressee sends something back. */
interface ReturnService {
  /** The carrier's. */
  code: string
  name: string
}

/** The carrier's list of such services, for an account. `refused` in its words. */
type ReturnServices =
  { kind: 'listed'; services: ReturnService[] } | { kind: 'refused'; reason: string } | { kind: 'unknown' }

/** A return label that is asked for: `content` has the stock, the sender (who was the addressee), and the addressee. */
export interface ReturnOrder {
  account_id: string
  service: string
  content: LabelContent
}

/**
 * The carrier's answer about a return label. `label` can be printed as it is, and its bar code was read. `qr` is a PNG picture
 * with a code that was read; absent where the carrier gives none. `unknown`: it may have been made.
 */
export type ReturnOutcome =
  | { kind: 'made'; number: string; label: RenderedDocument; qr?: Uint8Array }
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown' }

/** The item a carrier is asked to post, and how many such items are bought. */
export interface CarrierOrder {
  draft: ShipmentDraft
  quote: RateQuote
  labels: number
}

/** An event of one item, in our codes and the carrier's words. */
export interface TrackingEvent {
  item_number: string
  at: Date
  code: TrackingCode
  description: string
  place: string
}

/** The keys that accounts buy with, at a carrier that sells only to its own customers. */
export interface CarrierKeys {
  /** Calls the carrier with a key that no account buys with yet, and buys nothing. */
  check(key: CarrierKey): Promise<ConnectionTest>

  /** The same with the key that the account buys with. */
  test(accountId: string): Promise<ConnectionTest>

  /** How the account is connected. */
  connectionOf(db: Db, accountId: string): Promise<CarrierConnection>

  /** The account buys with `key`, which was checked, from now on. What was bought with an earlier key is still found and voided with that one. */
  save(db: Db, accountId: string, key: CarrierKey, found: Pick<ConnectionTest, 'prints_labels'>): Promise<void>

  /** The account buys nothing more with its key. */
  end(db: Db, accountId: string): Promise<void>
}

/** The end of a day at a carrier that takes over items on its own list. A listed item can no longer be voided. */
export interface CarrierManifests {
  /** Asks for a manifest of everything that the account bought and that is on none yet. */
  make(accountId: string): Promise<ManifestOutcome>

  /** What became of a manifest that the carrier is making. */
  look(accountId: string, number: string): Promise<ManifestOutcome>

  /** Asks the carrier to make a manifest that failed again. */
  retry(accountId: string, number: string): Promise<ManifestOutcome>
}

/** Labels with which addressees send things back. The carrier charges one when it is used, and nothing when it is made. */
export interface CarrierReturns {
  services(accountId: string): Promise<ReturnServices>

  /** Makes one. `ref` is its own; a call repeated after `unknown` may make a second one. */
  make(ref: string, order: ReturnOrder): Promise<ReturnOutcome>
}

/**
 * A carrier. `ref` is the id of the purchase, the same for every attempt and every repetition. Calls answer with
 * values; `carrierOf` turns a thrown error and a time-out into `unknown`. Never called inside a database transaction.
 */
export interface CarrierPort {
  /** Milliseconds after which an answer counts as unknown. */
  timeout_ms: number

  /** The services this carrier sells. */
  services(): readonly ServiceCode[]

  /** Buys all labels or none. A repeated `ref` gets the first outcome again; a tombstoned one is rejected. */
  purchase(ref: string, order: CarrierOrder): Promise<PurchaseOutcome>

  /**
   * Returns the outcome of `ref`, or tombstones it. Never plain 'not found': an order in flight could make it false.
   * `order` is that of the purchase.
   */
  resolve(ref: string, order: CarrierOrder): Promise<ResolveOutcome>

  /**
   * Voids all labels of the order or none. The first answer to (`ref`, `n`) is final; a new attempt uses the next `n`.
   */
  void(ref: string, n: number): Promise<VoidOutcome>

  /** The labels come from the carrier, for printers with at least 300 dots per inch. Absent when they are drawn here. */
  finishedLabels?: true

  /** Lays the label out in every drawing of its stock before money moves. @throws TextDoesNotFit when a text is too long for the label */
  layOutLabel(content: LabelContent): void

  /**
   * The labels of an order, drawn here or stored by the carrier; with `ref` null a test print. Read only. Nothing when
   * the order is not bought. Finished labels are asked for at 300 only.
   */
  documents(ref: string | null, content: LabelContent, dpi: LabelGridDpi): Promise<RenderedDocument | undefined>

  /** Absent when nobody can be asked. */
  track?: Track

  /**
   * Deletes orders that appeared after they were tombstoned. Absent when a tombstone is final at the carrier.
   *
   * @returns the refs of those that the carrier does not delete
   */
  removeLate?: () => Promise<string[]>

  /** Absent when every account may buy. */
  keys?: CarrierKeys

  /** Absent when the carrier wants none. */
  manifests?: CarrierManifests

  /** Absent when nothing can be sent back through the carrier. */
  returns?: CarrierReturns
}
