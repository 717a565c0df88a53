import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { contractEndpoints } from '../http/open-api/contract-endpoints.ts'
import { requestOf, thingsOf, validCall, type OwnThings } from '../testing/every-call.ts'
import { purchaseScene, type PurchaseScene } from '../testing/purchase-scene.ts'
import { signInto } from '../testing/sign-into.ts'
import { asOwner } from '../testing/test-database.ts'

/** The calls that leave a row in a table. */
const RECORDED: Record<string, string[]> = {
  audit_event: [
    'addContractPrices',
    'approveTopUp',
    'bookCarrierInvoice',
    'changeWebhook',
    'confirmBankLine',
    'confirmPrint',
    'createManualShipment',
    'createWebhook',
    'deleteManualShipment',
    'deleteOwnSettings',
    'deletePending',
    'deleteShipper',
    'downloadVatStatement',
    'endOtherSessions',
    'endSession',
    'eraseMember',
    'exportAddresses',
    'exportAuditEvents',
    'exportStatement',
    'exportVatStatement',
    'importAddresses',
    'importBankStatement',
    'importBankStatementCsv',
    'importCarrierInvoice',
    'inviteMember',
    'inviteMemberAgain',
    'logout',
    'makeApiKey',
    'makeEnrolmentCode',
    'openCarrierAccount',
    'prepareAgain',
    'rejectTopUp',
    'removeEnrolmentCode',
    'removePasskey',
    'removeShop',
    'removeTwoFactor',
    'removeWebhook',
    'renewApiKey',
    'renewWebhookSecret',
    'replayWebhookDelivery',
    'reprintShipment',
    'revokeApiKey',
    'saveBatch',
    'saveCostCenter',
    'saveOrganisationSettings',
    'savePending',
    'saveReferenceFields',
    'saveSendingRules',
    'saveShipper',
    'setBankLineAside',
    'stopBatch',
    'topUpAccount',
    'unpairHub',
    'updateCarrierAccount',
    'updateManualShipment',
    'updateMember',
    'updatePending',
    'updateReturn',
    'updateSelf',
    'updateShipment',
    'voidShipment',
    'withdrawContractPrices',
  ],
  outbox: ['askForTopUp', 'removePasskey', 'removeTwoFactor', 'updateSelf'],
}

let scene: PurchaseScene
let own: OwnThings
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  scene.context.settings.publicUrl = 'http://localhost:8080' // an address that has passkeys
  own = await thingsOf(scene, scene.buyer)
})
afterAll(() => scene.close())

const sql = (statement: string) => asOwner(scene.database.url, statement)
afterEach(async () => {
  for (const table of Object.keys(RECORDED)) await sql(`alter table ${table} drop constraint if exists nothing_more`)
})

it.each(Object.entries(RECORDED))('a call that cannot leave its row in %s fails', async (table, ids) => {
  await sql(`alter table ${table} add constraint nothing_more check (false) not valid`)
  const answers: Record<string, number> = {}
  for (const endpoint of contractEndpoints().filter(({ id }) => ids.includes(id))) {
    const { authorization } = await signInto(scene, scene.buyer.organisation, { user: own.user })
    const { statusCode } = await scene.app.inject(requestOf(endpoint, validCall(endpoint, own), authorization))
    answers[endpoint.id] = statusCode
  }
  expect(answers).toEqual(Object.fromEntries(ids.map((id) => [id, 500])))
})
