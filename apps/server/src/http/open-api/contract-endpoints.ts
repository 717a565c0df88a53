import * as administration from '@postroom/contract/administration'
import * as addressBook from '@postroom/contract/address-book'
import * as apiKey from '@postroom/contract/api-key'
import * as address from '@postroom/contract/address-calls'
import * as addressee from '@postroom/contract/addressee'
import * as attention from '@postroom/contract/attention'
import * as auditLog from '@postroom/contract/audit-log'
import * as automaticTopUp from '@postroom/contract/automatic-top-up'
import * as auth from '@postroom/contract/auth'
import * as carrier from '@postroom/contract/carrier'
import * as carrierAccount from '@postroom/contract/carrier-account'
import * as carrierConnection from '@postroom/contract/carrier-connection'
import * as bankStatement from '@postroom/contract/bank-statement'
import * as reconciliation from '@postroom/contract/reconciliation'
import * as contractPrice from '@postroom/contract/contract-price'
import * as carrierInvoice from '@postroom/contract/carrier-invoice'
import * as deviceReport from '@postroom/contract/device-report'
import * as document from '@postroom/contract/document'
import type { Endpoint } from '@postroom/contract/endpoint'
import * as goods from '@postroom/contract/goods'
import * as deviceList from '@postroom/contract/device-list'
import * as enrolment from '@postroom/contract/enrolment'
import * as evidence from '@postroom/contract/evidence'
import * as organisationList from '@postroom/contract/organisation-list'
import * as priceList from '@postroom/contract/price-list'
import * as retention from '@postroom/contract/retention'
import * as hub from '@postroom/contract/hub'
import * as draft from '@postroom/contract/draft'
import * as manifest from '@postroom/contract/manifest'
import * as notice from '@postroom/contract/notice'
import * as identity from '@postroom/contract/identity'
import * as organisationSettings from '@postroom/contract/organisation-settings'
import * as shop from '@postroom/contract/shop'
import * as sendingRule from '@postroom/contract/sending-rule'
import * as signOn from '@postroom/contract/sign-on'
import * as pageView from '@postroom/contract/page-view'
import * as payment from '@postroom/contract/payment'
import * as passkey from '@postroom/contract/passkey'
import * as password from '@postroom/contract/password'
import * as rate from '@postroom/contract/rate'
import * as returnLabel from '@postroom/contract/return-label'
import * as returnedItem from '@postroom/contract/returned-item'
import * as labelDrawing from '@postroom/contract/label-drawing'
import * as rulerPage from '@postroom/contract/ruler-page'
import * as serverTime from '@postroom/contract/server-time'
import * as twoFactor from '@postroom/contract/two-factor'
import * as shipment from '@postroom/contract/shipment'
import * as shipmentBatch from '@postroom/contract/shipment-batch'
import * as shipmentVoid from '@postroom/contract/shipment-void'
import * as shipmentChange from '@postroom/contract/shipment-change'
import * as shipmentManual from '@postroom/contract/shipment-manual'
import * as shipmentPending from '@postroom/contract/shipment-pending'
import * as shipmentPrint from '@postroom/contract/shipment-print'
import * as shipmentReferences from '@postroom/contract/shipment-references'
import * as shipmentSearch from '@postroom/contract/shipment-search'
import * as shipmentShippers from '@postroom/contract/shipment-shippers'
import * as shipmentTracking from '@postroom/contract/shipment-tracking'
import * as spending from '@postroom/contract/spending'
import * as topUp from '@postroom/contract/top-up'
import * as vatStatement from '@postroom/contract/vat-statement'
import * as webhook from '@postroom/contract/webhook'

/** Every endpoint that the contract declares, by path. */
export const contractEndpoints = (): Endpoint[] =>
  [
    auth,
    pageView,
    shop,
    sendingRule,
    signOn,
    serverTime,
    passkey,
    password,
    twoFactor,
    identity,
    draft,
    manifest,
    notice,
    administration,
    auditLog,
    organisationSettings,
    address,
    addressBook,
    addressee,
    carrier,
    carrierAccount,
    carrierConnection,
    topUp,
    payment,
    automaticTopUp,
    carrierInvoice,
    contractPrice,
    bankStatement,
    reconciliation,
    vatStatement,
    webhook,
    rate,
    shipment,
    shipmentBatch,
    shipmentChange,
    shipmentManual,
    shipmentPending,
    shipmentPrint,
    shipmentReferences,
    shipmentSearch,
    attention,
    shipmentShippers,
    shipmentTracking,
    shipmentVoid,
    spending,
    returnLabel,
    returnedItem,
    document,
    goods,
    labelDrawing,
    rulerPage,
    hub,
    deviceReport,
    deviceList,
    retention,
    priceList,
    enrolment,
    evidence,
    organisationList,
    apiKey,
  ]
    .flatMap((module) => Object.values(module).filter(isEndpoint))
    .toSorted((a, b) => (a.path + a.method < b.path + b.method ? -1 : 1))

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'responses' in value && 'method' in value
