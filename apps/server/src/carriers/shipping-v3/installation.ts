import type { Db } from '../../db/database.ts'
import type { RoyalMailTracking } from '../royal-mail-tracking/tracking-api.ts'
import type { Seal } from '../../sealed-text.ts'

/** Where the interface is, and who the installation is there. */
export interface Interface {
  /** Its address, without a slash at its end: `https://api.royalmail.net/shipping/v3`. */
  url: string
  clientId: string
  clientSecret: string
  /** How long one call may take. */
  answer_ms?: number
  /** Milliseconds of a clock that never goes back. */
  clock?: () => number
}

/** What the adapter needs of the installation. */
export interface ShippingV3 extends Interface {
  db: Db
  seal: Seal
  /** How long a shipment may wait for its label; a quarter of an hour where nothing else is said. */
  horizon_ms?: number
  /** The interface that knows where items are; this one does not. */
  tracking?: RoyalMailTracking | undefined
}
