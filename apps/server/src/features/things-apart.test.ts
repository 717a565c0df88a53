import type { Endpoint } from '@postroom/contract/endpoint'
import { DEFAULT_CARRIER } from '@postroom/domain/catalogue/carriers'
import { toPence } from '@postroom/domain/money'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../db/in-transaction.ts'
import { contractEndpoints } from '../http/open-api/contract-endpoints.ts'
import { requestOf, thingsOf, validCall, type OwnThings } from '../testing/every-call.ts'
import { purchaseScene, type Buyer, type PurchaseScene } from '../testing/purchase-scene.ts'
import { signInto } from '../testing/sign-into.ts'
import { asOwner } from '../testing/test-database.ts'
import { insertAccount } from './accounts/account.store.ts'
import { creditAccount } from './ledger/ledger.store.ts'
import { claimPrints } from './prints/print-claim.store.ts'

// One organisation has two things of every kind: a call that names one concerns the other in nothing.

/** Calls that name in their body what they concern. */
const NAMED_IN_BODY = new Set(['processShipment', 'recordReturn', 'changeAddresses'])
const names = ({ id, params }: Endpoint): boolean =>
  NAMED_IN_BODY.has(id) || Object.keys(params?.shape ?? {}).some((name) => /id$/i.test(name))
/** Calls that end something come last. */
const LAST = /^(?:DELETE|PUT \/stamp\/v1\/shipment\/\{id\}\/void)/
const rankOf = ({ method, path }: Endpoint): number => (method === 'GET' ? 0 : LAST.test(`${method} ${path}`) ? 2 : 1)
const endpoints = contractEndpoints()
  .filter((endpoint) => endpoint.auth === 'session' && names(endpoint))
  .toSorted((a, b) => rankOf(a) - rankOf(b))
/** Things that are alike in what these show of them. */
const ALIKE = new Set([
  'getAutomaticTopUp',
  'getCarrierConnection',
  'downloadManifest',
  'listReturnServices',
  'exportCarrierInvoice',
  'listCarrierInvoiceLines',
  'exportContractPrices',
  'trackShipment',
])

let scene: PurchaseScene
let one: OwnThings
let other: OwnThings
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  scene.context.settings.publicUrl = 'http://localhost:8080' // an address that has passkeys
  const { buyer } = scene
  one = await thingsOf(scene, buyer)
  const facts = { organisation_id: buyer.organisation, carrier_code: DEFAULT_CARRIER.code, name: 'Another account' }
  const { id: account } = await insertAccount(scene.context.db, facts)
  await creditAccount(scene.context.db, account, toPence(70_00))
  const twin: Buyer = { ...buyer, account, draft: (change) => buyer.draft({ by: account, ...change }) }
  other = await thingsOf(scene, twin, 2)
  const job = { hub: other.hub, job_id: randomUUID(), expires_at: scene.context.now() }
  const label = { purchase_id: other.shipment, type: 'label' } as const
  await inTransaction(scene.context.db, (tx) => claimPrints(tx, job, [label]))
})
afterAll(() => scene.close())

async function call(endpoint: Endpoint, own: OwnThings) {
  const { authorization } = await signInto(scene, scene.buyer.organisation, { user: own.user })
  const valid = validCall(endpoint, own)
  const body = endpoint.id === 'changeAddresses' ? { ids: [own.address], add_tag: 'press' } : valid.body
  return scene.app.inject(requestOf(endpoint, { ...valid, body }, authorization))
}

test.each(endpoints.filter(({ id, method }) => method === 'GET' && !ALIKE.has(id)))(
  '$method $path answers with what is named',
  async (endpoint) => {
    const answers = await Promise.all([one, other].map((own) => call(endpoint, own)))
    const [first, second] = answers.map(({ body }) => body.replaceAll(one.account, '').replaceAll(other.account, ''))
    expect(second).not.toBe(first)
  },
)

/** A line for each table: its name, and a hash of the rows that name the first things. */
async function rowsOfOne(): Promise<unknown[]> {
  const named = Object.values(one).join('|')
  const { rows } = await asOwner(
    scene.database.url,
    `select table_schema || '.' || table_name as name, query_to_xml(format(
       'select count(*), md5(string_agg(t::text, chr(10) order by t::text)) from %I.%I t where t::text ~ %L',
       table_schema, table_name, '${named}'), true, true, '')::text
     from information_schema.tables where table_type = 'BASE TABLE'
       and table_schema !~ '^(pg_|information_schema)' and table_name not in ('session', 'session_token', 'notice') order by 1`,
  )
  return rows
}

test.each(endpoints.filter(({ method }) => method !== 'GET'))(
  '$method $path leaves others as they are',
  async (endpoint) => {
    const before = await rowsOfOne()
    const { statusCode, body } = await call(endpoint, other)
    expect(statusCode, body).toBeLessThan(500)
    expect(await rowsOfOne()).toEqual(before)
  },
)
