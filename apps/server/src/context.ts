import type { RatingTerms } from '@postroom/domain/rating/item-price'
import type { Pence } from '@postroom/domain/money'
import type { Seller } from '@postroom/documents/account/party'
import type { PubNubGrants } from '@postroom/hub/pubnub-grants'
import type { Pool } from 'pg'
import type { AddressLookup } from './addresses/address-lookup.ts'
import type { Carriers } from './carriers/carriers.ts'
import type { Db } from './db/database.ts'
import type { Checkpoint } from './features/shipments/purchase/checkpoint.ts'
import type { PurchaseTimings } from './features/shipments/purchase/purchase-timings.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Seal } from './sealed-text.ts'

/** What every use case may know of the world outside it. Handed to each feature once, when the server is built. */
export interface Context {
  db: Db
  /** The connections behind `db`, for the hub, which listens for new messages on a connection of its own. */
  pool: Pool
  /** Connections for work of no organisation in particular. */
  platformPool: Pool
  now: () => Date
  /** Whom postage is bought from. */
  carriers: Carriers
  addressLookup: AddressLookup
  mailer: Mailer
  /** Gives rights on PubNub's channels, where PubNub carries the messages of hubs and not this server. */
  pubNub?: PubNubGrants
  /** For what a copy of the database must not tell. */
  seal: Seal
  settings: Settings
  checkpoint: Checkpoint
}

export interface Settings {
  /** Where people reach the server, without a slash at the end: `http://127.0.0.1:8080`. */
  publicUrl: string
  apiBase: '/api'
  companyName: string
  /** Decides the sheet that documents are drawn on. @see spec §9 */
  locale: string
  /** Who sells the postage, as receipts name them. */
  seller: Seller
  /** `uk` does not sign a user out of a module he may not open. @see spec §6 */
  projectVariant: 'uk' | 'other'
  /** The part of the channels' names that tells this installation from others on the same PubNub keyset. */
  hubInstance: string
  /** Known only to a device manager that this very server started, which it lets pair itself. */
  localPairingSecret?: string
  /** Prices that are no price list's: what collection by the carrier costs. */
  priceTerms: Pick<RatingTerms, 'pickup_fee' | 'least_confidence'>
  /** What operators may book alone for one organisation in 24 hours. */
  topUpLimit: Pence
  /** Other than usual only where a test must not wait. */
  purchaseTimings?: PurchaseTimings
}
