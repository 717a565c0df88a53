import type { Endpoint } from '../endpoint.ts'
import * as administration from '../administration.ts'
import * as addressBook from '../address-book.ts'
import * as apiKey from '../api-key.ts'
import * as address from '../address-calls.ts'
import * as addressee from '../addressee.ts'
import * as attention from '../attention.ts'
import * as auditLog from '../audit-log.ts'
import * as automaticTopUp from '../automatic-top-up.ts'
import * as auth from '../auth.ts'
import * as carrier from '../carrier.ts'
import * as carrierAccount from '../carrier-account.ts'
import * as carrierConnection from '../carrier-connection.ts'
import * as deviceReport from '../device-report.ts'
import * as document from '../document.ts'
import * as goods from '../goods.ts'
import * as deviceList from '../device-list.ts'
import * as enrolment from '../enrolment.ts'
import * as evidence from '../evidence.ts'
import * as organisationList from '../organisation-list.ts'
import * as priceList from '../price-list.ts'
import * as retention from '../retention.ts'
import * as hub from '../hub.ts'
import * as draft from '../draft.ts'
import * as manifest from '../manifest.ts'
import * as notice from '../notice.ts'
import * as identity from '../identity.ts'
import * as organisationSettings from '../organisation-settings.ts'
import * as shop from '../shop.ts'
import * as sendingRule from '../sending-rule.ts'
import * as signOn from '../sign-on.ts'
import * as pageView from '../page-view.ts'
import * as payment from '../payment.ts'
import * as passkey from '../passkey.ts'
import * as password from '../password.ts'
import * as rate from '../rate.ts'
import * as returnLabel from '../return-label.ts'
import * as returnedItem from '../returned-item.ts'
import * as labelDrawing from '../label-drawing.ts'
import * as rulerPage from '../ruler-page.ts'
import * as serverTime from '../server-time.ts'
import * as twoFactor from '../two-factor.ts'
import * as shipment from '../shipment.ts'
import * as shipmentBatch from '../shipment-batch.ts'
import * as shipmentVoid from '../shipment-void.ts'
import * as shipmentChange from '../shipment-change.ts'
import * as shipmentManual from '../shipment-manual.ts'
import * as shipmentPending from '../shipment-pending.ts'
import * as shipmentPrint from '../shipment-print.ts'
import * as shipmentReferences from '../shipment-references.ts'
import * as shipmentSearch from '../shipment-search.ts'
import * as shipmentShippers from '../shipment-shippers.ts'
import * as shipmentTracking from '../shipment-tracking.ts'
import * as spending from '../spending.ts'
import * as bankStatement from '../bank-statement.ts'
import * as reconciliation from '../reconciliation.ts'
import * as carrierInvoice from '../carrier-invoice.ts'
import * as contractPrice from '../contract-price.ts'
import * as topUp from '../top-up.ts'
import * as vatStatement from '../vat-statement.ts'
import * as webhook from '../webhook.ts'

/** Every call that the contract declares, by its id. */
export const everyCall = (): Endpoint[] =>
  [
    administration,
    addressBook,
    apiKey,
    address,
    addressee,
    attention,
    auditLog,
    auth,
    automaticTopUp,
    carrier,
    carrierAccount,
    carrierConnection,
    deviceReport,
    document,
    goods,
    deviceList,
    enrolment,
    evidence,
    organisationList,
    priceList,
    retention,
    hub,
    draft,
    manifest,
    notice,
    identity,
    organisationSettings,
    shop,
    sendingRule,
    signOn,
    pageView,
    passkey,
    password,
    rate,
    returnLabel,
    returnedItem,
    labelDrawing,
    rulerPage,
    serverTime,
    twoFactor,
    shipment,
    shipmentBatch,
    shipmentVoid,
    shipmentChange,
    shipmentManual,
    shipmentPending,
    shipmentPrint,
    shipmentReferences,
    shipmentSearch,
    shipmentShippers,
    shipmentTracking,
    spending,
    topUp,
    payment,
    carrierInvoice,
    contractPrice,
    bankStatement,
    reconciliation,
    vatStatement,
    webhook,
  ]
    .flatMap((module) => Object.values(module).filter(isEndpoint))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'responses' in value && 'method' in value
