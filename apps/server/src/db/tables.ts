import type { AddressBookTables } from './tables/address-book.ts'
import type { AdministrationTables } from './tables/people/administration.ts'
import type { ApiKeyTables } from './tables/people/api-keys.ts'
import type { BankStatementTables } from './tables/money/bank-statements.ts'
import type { BatchTables } from './tables/shipments/batches.ts'
import type { CarrierInvoiceTables } from './tables/money/carrier-invoices.ts'
import type { ClickAndDropTables } from './tables/shipments/click-and-drop.ts'
import type { ContractPriceTables } from './tables/money/contract-prices.ts'
import type { HubTables } from './tables/hubs.ts'
import type { IdentityTables } from './tables/people/identity.ts'
import type { ManifestTables } from './tables/shipments/manifests.ts'
import type { MoneyTables } from './tables/money/money.ts'
import type { MovedDocumentTables } from './tables/moved-documents.ts'
import type { OutboxTables } from './tables/outbox.ts'
import type { PageViewTables } from './tables/page-views.ts'
import type { PasskeyTables } from './tables/people/passkeys.ts'
import type { PaymentTables } from './tables/money/payments.ts'
import type { ProvisioningTables } from './tables/people/provisioning.ts'
import type { ReturnLabelTables } from './tables/shipments/return-labels.ts'
import type { ReturnTables } from './tables/shipments/returns.ts'
import type { ShipmentTables } from './tables/shipments/shipments.ts'
import type { ShippingV3Tables } from './tables/shipments/shipping-v3.ts'
import type { ShopTables } from './tables/shops.ts'
import type { SignOnTables } from './tables/people/sign-on.ts'
import type { SpendingTables } from './tables/money/spending.ts'
import type { TrackingTables } from './tables/shipments/tracking.ts'
import type { VoidTables } from './tables/shipments/void.ts'
import type { WebhookTables } from './tables/webhooks.ts'

/** Every table as kysely sees it; the SQL in `migrations/` is the truth. */
export type Tables = AddressBookTables &
  AdministrationTables &
  ApiKeyTables &
  BankStatementTables &
  BatchTables &
  CarrierInvoiceTables &
  ClickAndDropTables &
  ContractPriceTables &
  IdentityTables &
  ManifestTables &
  MoneyTables &
  MovedDocumentTables &
  OutboxTables &
  PageViewTables &
  PasskeyTables &
  PaymentTables &
  ProvisioningTables &
  ReturnLabelTables &
  ReturnTables &
  ShipmentTables &
  ShippingV3Tables &
  HubTables &
  ShopTables &
  SignOnTables &
  SpendingTables &
  TrackingTables &
  VoidTables &
  WebhookTables
