import type { Endpoint } from '@postroom/contract/endpoint'
import type { ErrorBody } from '@postroom/contract/errors'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requestOf, thingsOf, validCall, type OwnThings } from '../testing/every-call.ts'
import { signInto } from '../testing/sign-into.ts'
import { clickAndDropKeys } from '../carriers/click-and-drop/keys.ts'
import { clickAndDropManifests } from '../carriers/click-and-drop/manifests.ts'
import { connectStripe } from '../features/payments/stripe-api.ts'
import { EXAMPLE_FIELDS } from '../http/open-api/example-fields.ts'
import { ClickAndDropStub } from '../testing/click-and-drop/click-and-drop-stub.ts'
import { purchaseScene, replaceCarrier, type PurchaseScene } from '../testing/purchase-scene.ts'
import { untilWaiting } from '../testing/test-database.ts'
import { contractEndpoints } from '../http/open-api/contract-endpoints.ts'

/** Calls that may send a body and change nothing. */
const READS = new Set([
  'rateShipment',
  'checkContractPrices',
  'searchShipments',
  'searchAddresses',
  'validateAddress',
  'checkBatch',
  'testCarrierConnection',
  'testShop',
  'testWebhook',
  'testSignOn',
  'previewSendingRules',
])
/**
 * Their examples hold a code that only another call returns, or a shop or issuer that does not exist, and that is checked
 * first.
 */
const NEEDS_A_SECRET = new Set(['addPasskey', 'confirmTwoFactor', 'connectShop', 'saveSignOn'])

const changes = contractEndpoints().filter(
  ({ id, auth, method }) => auth === 'session' && method !== 'GET' && !READS.has(id) && !NEEDS_A_SECRET.has(id),
)

let scene: PurchaseScene
let own: OwnThings
let administrator: pg.Client
let stub: ClickAndDropStub
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  scene.context.settings.projectVariant = 'other' // the variant that checks module permissions
  scene.context.settings.publicUrl = 'http://localhost:8080' // an address that has passkeys
  stub = await ClickAndDropStub.start()
  stub.open(EXAMPLE_FIELDS['api_key']?.[0] as string)
  const { db, seal } = scene.context
  const clickAndDrop = { db, seal, url: stub.url }
  const wantsMore = { keys: clickAndDropKeys(clickAndDrop), manifests: clickAndDropManifests(clickAndDrop) }
  replaceCarrier(scene.context, wantsMore)
  // no call of these tests reaches it
  const apiUrl = new URL('http://127.0.0.1:9')
  scene.context.stripe = await connectStripe({ secretKey: 'sk_test_none', webhookSecret: 'whsec_none', apiUrl })
  own = await thingsOf(scene, scene.buyer)
  administrator = new pg.Client({ connectionString: scene.database.url })
  await administrator.connect()
})
afterAll(async () => {
  await administrator.end()
  await stub.stop()
  await scene.close()
})

/** What the call answers when `change` began first and commits while the call waits. `$1` is the caller. */
async function codeAfter(endpoint: Endpoint, change: string): Promise<string> {
  const caller = await signInto(scene, scene.buyer.organisation)
  await administrator.query('begin')
  for (const statement of change.split(';')) await administrator.query(statement, [caller.user])
  const answer = scene.app.inject(requestOf(endpoint, validCall(endpoint, own), caller.authorization))
  await Promise.race([answer, untilWaiting(scene.database.url, 1)])
  await administrator.query('commit')
  const { statusCode, body } = await answer
  return statusCode === 204 || statusCode < 300 ? `done: ${statusCode}` : (JSON.parse(body) as ErrorBody).code
}

const DISABLE = 'update app_user set disabled_at = now() where id = $1'
const SIGN_OUT = 'delete from session where user_id = $1'
const TAKE_RIGHTS = `update app_user set permissions = '{}' where id = $1`
const TO_LITE = `update app_user set plan = 'lite' where id = $1`

const causes = (endpoint: Endpoint): [cause: string, change: string, code: string][] => [
  ['the user is disabled', DISABLE, 'session_expired'],
  ['the session ends', SIGN_OUT, 'session_expired'],
  ...(endpoint.permission
    ? [['the permission is taken away', TAKE_RIGHTS, 'permission_denied'] as [string, string, string]]
    : []),
  ...(endpoint.plan ? [['the plan becomes Lite', TO_LITE, 'not_in_plan'] as [string, string, string]] : []),
]

it.each(changes.flatMap((endpoint) => causes(endpoint).map((row) => [endpoint.id, ...row, endpoint] as const)))(
  '%s changes nothing when %s while it waits for its locks',
  async (_id, _cause, change, code, endpoint) => expect(await codeAfter(endpoint, change)).toBe(code),
)

it('buys nothing that the Lite plan excludes when the plan becomes Lite while it waits', async () => {
  const buy = changes.find(({ id }) => id === 'processShipment')!
  expect(await codeAfter(buy, TO_LITE)).toBe('service_not_in_plan')
})
