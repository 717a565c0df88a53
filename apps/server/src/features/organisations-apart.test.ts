import type { Endpoint } from '@postroom/contract/endpoint'
import type { ErrorBody, ErrorCode } from '@postroom/contract/errors'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { contractEndpoints } from '../http/open-api/contract-endpoints.ts'
import { requestOf, strangerOf, thingsOf, validCall, type OwnThings } from '../testing/every-call.ts'
import { purchaseScene, type Buyer, type PurchaseScene } from '../testing/purchase-scene.ts'
import { signInto } from '../testing/sign-into.ts'
import { asOwner } from '../testing/test-database.ts'

// Each query names its organisation: row security only stands behind it. Here it is switched off.

/** Calls that name in their body what they concern. */
const NAMED_IN_BODY: Readonly<Record<string, ErrorCode>> = {
  processShipment: 'invalid_request',
  recordReturn: 'not_found',
}
/** They leave an entry that the next one shows, or end the session. */
const NOT_TWICE = new Set(['exportAuditEvents', 'logout'])
const SEARCHES = new Set([
  'rateShipment',
  'searchShipments',
  'searchAddresses',
  'validateAddress',
  'checkBatch',
  'previewSendingRules',
])

/** Each answer has others. */
const OF_THE_CALL = /"request_id":"[^"]*"|access_token=[\w-]+|"(?:auth_key|at)":"[^"]*"/g

const endpoints = contractEndpoints().filter(({ auth, everyOrganisation }) => auth === 'session' && !everyOrganisation)
const isRead = ({ method, id }: Endpoint): boolean => method === 'GET' || SEARCHES.has(id)
const reads = endpoints.filter((endpoint) => isRead(endpoint) && !NOT_TWICE.has(endpoint.id))
const namesSomething = ({ id, params }: Endpoint): boolean =>
  id in NAMED_IN_BODY || Object.keys(params?.shape ?? {}).some((name) => /id$/i.test(name))

let scene: PurchaseScene
let stranger: Buyer
let own: OwnThings
let user: string
const confined = new Map<string, unknown>()
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  scene.context.settings.publicUrl = 'http://localhost:8080' // an address that has passkeys
  stranger = await strangerOf(scene)
  own = await thingsOf(scene, scene.buyer)
  await thingsOf(scene, stranger)
  user = (await signInto(scene, scene.buyer.organisation, { user: own.user })).authorization
  // in the opposite order: exports are entries of the audit log
  for (const endpoint of reads.toReversed()) confined.set(endpoint.id, await answerOf(endpoint))
  await asOwner(
    scene.database.url,
    `do $$ declare confined regclass; begin
       for confined in select oid from pg_class where relrowsecurity
       loop execute format('alter table %s disable row level security', confined); end loop; end $$`,
  )
})
afterAll(() => scene.close())

const call = (endpoint: Endpoint, authorization: string, body?: object) => {
  const valid = validCall(endpoint, own)
  return scene.app.inject(requestOf(endpoint, { ...valid, body: body ?? valid.body }, authorization))
}
async function answerOf(endpoint: Endpoint) {
  const { statusCode, body } = await call(endpoint, user)
  return [statusCode, body.replaceAll(OF_THE_CALL, '')]
}

test.each(reads)('$method $path answers with nothing of another organisation', async (endpoint) => {
  expect(await answerOf(endpoint)).toEqual(confined.get(endpoint.id))
})

test.each(endpoints.filter(namesSomething))('$method $path refuses another organisation', async (endpoint) => {
  const { authorization } = await signInto(scene, stranger.organisation)
  const answer = await call(endpoint, authorization)
  expect(answer.json<ErrorBody>().code).toBe(NAMED_IN_BODY[endpoint.id] ?? 'not_found')
})

/** A line for each table: its name, and a hash of the rows of the buyer's organisation or of its users. */
async function rowsOfBuyer(): Promise<unknown[]> {
  const { rows } = await asOwner(
    scene.database.url,
    `select table_schema || '.' || table_name as name, query_to_xml(format(
       'select count(*), md5(string_agg(t::text, chr(10) order by t::text)) from %I.%I t where %I::text in (
          select id::text from app_user where organisation_id = %L union select %L)',
       table_schema, table_name, column_name, '${scene.buyer.organisation}', '${scene.buyer.organisation}'), true, true, '')::text
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where column_name in ('organisation_id', 'user_id') and table_type = 'BASE TABLE'
       and table_name not in ('session', 'session_token') order by 1, column_name`,
  )
  return rows
}

it('no call of another organisation changes a row', async () => {
  const before = await rowsOfBuyer()
  const { ids, ...changes } = { ids: [own.address], add_tag: 'theirs', remove_tag: 'press', keep_as_written: true }
  const changeAddresses = endpoints.find(({ id }) => id === 'changeAddresses')!
  for (const change of [changes, { deleted: true }, { deleted: false }]) {
    const { authorization } = await signInto(scene, stranger.organisation)
    expect((await call(changeAddresses, authorization, { ids, ...change })).json()).toEqual({ changed: 0 })
  }
  for (const endpoint of endpoints) {
    const { authorization } = await signInto(scene, stranger.organisation)
    await call(endpoint, authorization)
  }
  expect(await rowsOfBuyer()).toEqual(before)
})
