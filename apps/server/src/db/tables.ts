import type { AddressBookTables } from './tables-address-book.ts'
import type { AdministrationTables } from './tables-administration.ts'
import type { ApiKeyTables } from './tables-api-keys.ts'
import type { BankStatementTables } from './tables-bank-statements.ts'
import type { BatchTables } from './tables-batches.ts'
import type { CarrierInvoiceTables } from './tables-carrier-invoices.ts'
import type { ClickAndDropTables } from './tables-click-and-drop.ts'
import type { ContractPriceTables } from './tables-contract-prices.ts'
import type { HubTables } from './tables-hubs.ts'
import type { IdentityTables } from './tables-identity.ts'
import type { ManifestTables } from './tables-manifests.ts'
import type { MoneyTables } from './tables-money.ts'
import type { MovedDocumentTables } from './tables-moved-documents.ts'
import type { OutboxTables } from './tables-outbox.ts'
import type { PageViewTables } from './tables-page-views.ts'
import type { PasskeyTables } from './tables-passkeys.ts'
import type { PaymentTables } from './tables-payments.ts'
import type { ProvisioningTables } from './tables-provisioning.ts'
import type { ReturnLabelTables } from './tables-return-labels.ts'
import type { ReturnTables } from './tables-returns.ts'
import type { ShipmentTables } from './tables-shipments.ts'
import type { ShippingV3Tables } from './tables-shipping-v3.ts'
import type { ShopTables } from './tables-shops.ts'
import type { SignOnTables } from './tables-sign-on.ts'
import type { SpendingTables } from './tables-spending.ts'
import type { TrackingTables } from './tables-tracking.ts'
import type { VoidTables } from './tables-void.ts'
import type { WebhookTables } from './tables-webhooks.ts'

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
