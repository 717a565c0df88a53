import type { RatingTerms } from '@postroom/domain/rating/item-price'
import type { Pence } from '@postroom/domain/money'
import type { Seller } from '@postroom/documents/account/party'
import type { PubNubGrants } from '@postroom/hub/pubnub-grants'
import type { Pool } from 'pg'
import type { AddressLookup } from './addresses/address-lookup.ts'
import type { Carriers } from './carriers/carriers.ts'
import type { Db } from './db/database.ts'
import type { Follower } from './db/follower.ts'
import type { Checkpoint } from './features/shipments/purchase/checkpoint.ts'
import type { PurchaseTimings } from './features/shipments/purchase/purchase-timings.ts'
import type { StripeApi } from './features/payments/stripe-api.ts'
import type { Bucket } from './object-storage/bucket.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Seal } from './sealed-text.ts'

/** What every use case may reach outside itself. Handed to each feature once, when the server is built. */
export interface Context {
  db: Db
  /** The connections behind `db` of calls for one organisation. */
  pool: Pool
  /** Connections for work that belongs to no single organisation. */
  platformPool: Pool
  /** Connections for the hub, which listens for new messages on one of its own. */
  listeningPool: Pool
  /** A follower of the database, where there is one, for history, dashboard and exports. */
  follower?: Follower
  now: () => Date
  /** The carriers that postage is bought from. */
  carriers: Carriers
  addressLookup: AddressLookup
  mailer: Mailer
  /** Grants access to PubNub channels, where PubNub carries the hub's messages. */
  pubNub?: PubNubGrants
  /** Takes payments by card, where Stripe is configured. */
  stripe?: StripeApi
  /** Where the bytes of old documents move to, where a storage is configured. */
  documentBucket?: Bucket
  /** Encrypts values that a copy of the database must not reveal. */
  seal: Seal
  settings: Settings
  checkpoint: Checkpoint
}

export interface Settings {
  /** The public address of the server, without a trailing slash: `http://127.0.0.1:8080`. */
  publicUrl: string
  apiBase: '/api'
  companyName: string
  /** Decides the sheet that documents are drawn on. @see spec §9 */
  locale: string
  /** The seller of the postage, as receipts name them. */
  seller: Seller
  /** `uk` does not sign out a user who opens a module they may not open. @see spec §6 */
  projectVariant: 'uk' | 'other'
  /** The address of the script of a virtual assistant, at the only foreign host that pages may load from. @see spec §1 */
  assistant?: string
  /** The part of the channel names that separates this installation from others on the same PubNub keyset. */
  hubInstance: string
  /** A secret known only to the device manager that this server started, which may pair itself. */
  localPairingSecret?: string
  /** Prices outside the price lists: what collection by the carrier costs. */
  priceTerms: Pick<RatingTerms, 'pickup_fee' | 'least_confidence'>
  /** Amount that one operator may book alone for one organisation in 24 hours. */
  topUpLimit: Pence
  /** Whether shops, webhooks and identity providers may be at http addresses and addresses that are not public: stubs, and hosts in the same network. */
  privateHosts: boolean
  /** How long the people on a shipment are kept. */
  retentionDays: number
  /** Set only by tests that must not wait. */
  purchaseTimings?: PurchaseTimings
}
