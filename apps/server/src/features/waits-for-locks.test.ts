import type pg from 'pg'
import { DEFAULT_CARRIER } from '@postroom/domain/catalogue/carriers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contractEndpoints } from '../http/open-api/contract-endpoints.ts'
import { requestOf, thingsOf, validCall, type OwnThings } from '../testing/every-call.ts'
import { purchaseScene, type PurchaseScene } from '../testing/purchase-scene.ts'
import { signInto } from '../testing/sign-into.ts'
import { connectAsOwner, untilWaiting } from '../testing/test-database.ts'
import { insertAccount } from './accounts/account.store.ts'

// What must run one after the other waits for a lock that another transaction holds.

let scene: PurchaseScene
let own: OwnThings
let pool: pg.Pool
let authorization: string
/** Another account, manager and cost centre of the organisation. */
let account: string
let manager: string
let center: string
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  const { organisation } = scene.buyer
  own = await thingsOf(scene, scene.buyer)
  const facts = { organisation_id: organisation, carrier_code: DEFAULT_CARRIER.code, name: 'Another account' }
  account = (await insertAccount(scene.context.db, facts)).id
  manager = (await signInto(scene, organisation)).user
  authorization = (await signInto(scene, organisation, { user: own.user })).authorization
  const saved = await call('saveCostCenter', { code: 'SALES', name: 'Sales' })
  center = saved.json<{ id: string }>().id
  pool = connectAsOwner(scene.database.url).pool
})
afterAll(async () => {
  await pool.end()
  await scene.close()
})

function call(id: string, body?: object) {
  const endpoint = contractEndpoints().find((one) => one.id === id)!
  const valid = validCall(endpoint, own)
  return scene.app.inject(requestOf(endpoint, { ...valid, body: body ?? valid.body }, authorization))
}

const row = (table: string, id: string) => `select from ${table} where id = '${id}' for no key update`
const ofOrganisation = (key: number) => `select pg_advisory_xact_lock(${key}, hashtext('${scene.buyer.organisation}'))`

const WAITING: [what: string, lock: () => string, ask: () => ReturnType<typeof call>][] = [
  [
    'a purchase for a cost centre',
    () => row('cost_center', center),
    () => scene.buyer.buy('of-a-cost-centre', scene.buyer.draft({ costcenter: [{ id: center }] })),
  ],
  ['a top-up', () => row('carrier_account', account), () => call('topUpAccount')],
  ['the approval of a top-up', () => row('carrier_account', account), () => call('approveTopUp')],
  ['a new contract', () => row('carrier_account', account), () => call('addContractPrices')],
  ['the end of a contract', () => row('carrier_account', account), () => call('withdrawContractPrices')],
  ['a batch', () => ofOrganisation(770_012), () => call('saveBatch')],
  ['a webhook', () => ofOrganisation(770_042), () => call('createWebhook')],
  ['a change of a user', () => ofOrganisation(770_027), () => call('updateMember')],
  ['an invoice', () => 'select pg_advisory_xact_lock(770031)', () => call('importCarrierInvoice')],
  [
    'what a user keeps',
    () => `select pg_advisory_xact_lock(hashtextextended('user data ${own.user}', 0))`,
    () => call('putUserData'),
  ],
  [
    'a reference field',
    () => `select pg_advisory_xact_lock(hashtextextended('${scene.buyer.organisation}', 0))`,
    () => call('saveReferenceFields'),
  ],
  ['a change of a member', () => row('app_user', manager), () => call('updateMember')],
  ['the erasure of a member', () => row('app_user', manager), () => call('eraseMember')],
]

it.each(WAITING)('%s waits for the one before', async (_what, lock, ask) => {
  const client = await pool.connect()
  await client.query('begin')
  await client.query(lock())
  let isAnswered = false
  const asked = ask().finally(() => (isAnswered = true))
  await untilWaiting(scene.database.url, 1)
  expect(isAnswered).toBe(false)
  await client.query('rollback')
  client.release()
  const { statusCode, body } = await asked
  expect(statusCode, body).toBeLessThan(300)
})
