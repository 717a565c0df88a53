import type { Endpoint } from '@postroom/contract/endpoint'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { contractEndpoints } from './contract-endpoints.ts'

const endpoints = contractEndpoints()
const idsWhere = (is: (endpoint: Endpoint) => boolean) =>
  endpoints
    .filter(is)
    .map(({ id }) => id)
    .toSorted()

test('no two endpoints have the same id, or the same path and method', () => {
  expect(new Set(endpoints.map(({ id }) => id)).size).toBe(endpoints.length)
  expect(new Set(endpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(endpoints.length)
})

test('the parameters in a path are those of its schema', () => {
  for (const { id, path, params } of endpoints) {
    const named = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => String(name))
    expect(Object.keys(params?.shape ?? {}).toSorted(), id).toEqual(named.toSorted())
  }
})

test.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s refuses unknown fields',
  (_id, endpoint) => {
    for (const schema of [endpoint.params, endpoint.query, endpoint.body])
      if (schema instanceof z.ZodObject) {
        const { error } = schema.safeParse({ no_such_field: 1 })
        expect(error?.issues.map(({ code }) => code)).toContain('unrecognized_keys')
      }
  },
)

test('only these endpoints have required query parameters', () => {
  const needed = idsWhere(({ query }) => query !== undefined && !query.safeParse({}).success)
  expect(needed.join(' ')).toBe(
    'addContractPrices checkContractPrices downloadRulerPage downloadVatStatement eraseMember exportSpending exportVatStatement findSignOn getReconciliation getSpending getUserData getVatStatement importBankStatementCsv importCarrierInvoice listDrafts putUserData',
  )
})

/** A call without a session proves its right by what it carries: a password, a token, a link or a key. A page view needs none. */
test('only these calls need no session', () => {
  expect(idsWhere(({ auth }) => auth === 'public')).toEqual([
    'beginPasskeySignIn',
    'beginSignOn',
    'countPageView',
    'downloadDocument',
    'downloadDocumentImage',
    'downloadRulerPage',
    'endSignedOn',
    'findSignOn',
    'finishSignOn',
    'forgotPassword',
    'grantDevice',
    'issueToken',
    'pollPairing',
    'receivePaymentEvent',
    'refreshToken',
    'reportJobs',
    'resetPassword',
    'signInWithPasskey',
    'startPairing',
  ])
})

const ADDRESS_BOOK =
  'changeAddresses countAddresses createAddress deleteAddress exportAddresses getAddress importAddresses listAddresses mergeAddresses searchAddresses updateAddress'
const TOP_UPS =
  'addContractPrices approveTopUp bookCarrierInvoice checkContractPrices confirmBankLine downloadInvoiceEvidence exportCarrierInvoice exportContractPrices getCarrierInvoice getReconciliation importBankStatement importBankStatementCsv importCarrierInvoice listBankLines listCarrierInvoiceLines listCarrierInvoices listContractPrices listOrganisations listPaymentDifferences listTopUpRequests rejectTopUp reopenBankLine setBankLineAside topUpAccount withdrawContractPrices'

test.each([
  [
    'administration',
    'changeWebhook checkAuditChain confirmAutomaticTopUp connectCarrierAccount connectShop createWebhook deleteOwnSettings deleteShipper disconnectCarrierAccount downloadVatStatement endAutomaticTopUp eraseMember exportAuditEvents exportPrices exportStatement exportVatStatement getAuditChain getAutomaticTopUp getCarrierConnection getPayment getRetention getSignOn getStatement getStatementDays getVatStatement inviteMember inviteMemberAgain listApiKeys listAuditEvents listDevices listMembers listOwnSettings listPayments listPrices listSendingRules listWebhookDeliveries listWebhooks makeApiKey openCarrierAccount previewSendingRules removeShop removeSignOn removeWebhook renewApiKey renewWebhookSecret replayFailedDeliveries replayWebhookDelivery resumeAutomaticTopUp revokeApiKey saveAutomaticTopUp saveCostCenter saveOrganisationSettings saveReferenceFields saveSendingRules saveShipper saveSignOn startPayment testCarrierConnection testShop testSignOn testWebhook updateCarrierAccount updateMember',
  ],
  ['manage_devices', 'listEnrolmentCodes makeEnrolmentCode removeEnrolmentCode'],
  ['mod_addressbook', ADDRESS_BOOK],
  [
    'mod_mailing',
    'countReturns downloadManifest exportReturns listManifests listReturns makeManifest prepareAgain recordReturn retryManifest updateReturn',
  ],
  [
    'mod_shipping',
    'acceptOrder claimPending createManualShipment deleteManualShipment deletePending getPending importOrders listPending listShops releasePending savePending updateManualShipment updatePending',
  ],
  ['top_up', TOP_UPS],
  ['void', 'voidShipment'],
])('the permission %s is needed for: %s (spec §6)', (permission, ids) => {
  expect(idsWhere((endpoint) => endpoint.permission === permission).join(' ')).toBe(ids)
})

test('no call needs any other permission', () => {
  const permissions = new Set(endpoints.flatMap(({ permission }) => permission ?? []))
  expect(permissions.size).toBe(7)
})

test('the Lite plan has no address book, and only operators reach other organisations (spec §6)', () => {
  expect(idsWhere(({ plan }) => plan !== undefined).join(' ')).toBe(ADDRESS_BOOK)
  expect(idsWhere(({ everyOrganisation }) => everyOrganisation === true).join(' ')).toBe(TOP_UPS)
})
