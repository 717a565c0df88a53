import { createPublicKey, randomBytes, verify } from 'node:crypto'
import type { ErrorBody } from '@postroom/contract/errors'
import type { Shipment } from '@postroom/contract/shipment'
import { signedText, type DeviceRequest, type SignedRequest } from '@postroom/contract/signed-request'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../db/in-transaction.ts'
import { asTenant } from '../../db/tenant.ts'
import { aSaleToAmerica } from '../../testing/abroad.ts'
import { signInto } from '../../testing/sign-into.ts'
import { aBuyer, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { hubKey, renewHubKey, type HubKey } from './hub-key.store.ts'
import { saveHub } from './hub.store.ts'

let scene: PurchaseScene
let buyer: Buyer
let hub: string
let shipment: Shipment
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  buyer = scene.buyer
  hub = await hubOf(buyer)
  shipment = (await buyer.buy('order-1042-label')).json<Shipment>()
})
afterAll(() => scene.close())

const hubOf = ({ organisation: organisation_id }: Buyer): Promise<string> =>
  inTransaction(scene.context.db, (tx) =>
    saveHub(tx, { organisation_id, alias: 'Bench', public_key: randomBytes(32), paired_by: null }),
  )
const ask = (op: string, args: object, who = buyer, expires_in_ms = 15_000) =>
  who.post(`/iot/v1/hub/${hub}/request`, { op, args, expires_in_ms })

const documentOf = ({ docs }: Shipment) => {
  const { type, url, sha256, width_mm, height_mm, pages } = docs[0]!
  return { type, url, sha256, width_mm, height_mm, pages }
}
const printOf = (...documents: object[]) => ({ job_id: 'order-1042:1', kind: 'mailing', title: 'Label', documents })

function isSigned({ b, s }: SignedRequest, { public_key }: HubKey): boolean {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: public_key.toString('base64url') }
  return verify(
    null,
    Buffer.from(signedText(b)),
    createPublicKey({ key: jwk, format: 'jwk' }),
    Buffer.from(s, 'base64url'),
  )
}

test('a request is signed for one device, one user and a short while, by the clock of the hub', async () => {
  const signed = (await ask('config.get', {})).json<SignedRequest>()
  const key = await hubKey(scene.context.db)
  expect(signed).toMatchObject({ v: 1, kid: key.id })
  expect(isSigned(signed, key)).toBe(true)
  const { iat, exp, iss, ...request } = JSON.parse(signed.b) as DeviceRequest
  expect(request).toMatchObject({
    op: 'config.get',
    args: {},
    hub,
    ch: `pubnub.${hub}.default.req`,
    aud: `device.${hub}`,
  })
  expect(iss).toMatch(/^user\./)
  expect(exp - iat).toBe(15_000)
  const { rows } = await sql<{ hub: number }>`select hub_clock() / 10000 as hub`.execute(scene.context.db)
  expect(rows[0]!.hub - iat).toBeGreaterThanOrEqual(0)
  expect(rows[0]!.hub - iat).toBeLessThan(30_000)
})

test('every server process makes the same key, and no organisation can read it', async () => {
  const { db } = scene.context
  await renewHubKey(db)
  const keys = await Promise.all(Array.from({ length: 8 }, () => hubKey(db)))
  expect(new Set(keys.map(({ id }) => id)).size).toBe(1)
  const read = asTenant(buyer.organisation, () => db.selectFrom('hub_key').selectAll().execute())
  await expect(read).rejects.toMatchObject({ code: '42501' })
})

test('renewing the key disconnects every device, so that each fetches the new one', async () => {
  const { db } = scene.context
  const before = await hubKey(db)
  const grant = { hub_id: hub, nonce: 'once', session_id: null, client: `device.${hub}`, reads: [], writes: [] }
  await db
    .insertInto('hub_grant')
    .values({ ...grant, hash: randomBytes(32), expires_at: new Date('2030-01-01') })
    .execute()
  await renewHubKey(db)
  const signed = (await ask('config.get', {})).json<SignedRequest>()
  expect(isSigned(signed, before)).toBe(false)
  expect(isSigned(signed, await hubKey(db))).toBe(true)
  expect(await db.selectFrom('hub_grant').where('session_id', 'is', null).selectAll().execute()).toEqual([])
})

test('a user may print their own documents, and the log records who asked', async () => {
  const print = printOf(documentOf(shipment))
  const signed = (await ask('print', print)).json<SignedRequest>()
  expect((JSON.parse(signed.b) as DeviceRequest).args).toEqual({ ...print, copies: 1 })
  const events = await scene.context.db
    .selectFrom('audit_event')
    .where('event', '=', 'print_requested')
    .select(['organisation_id', 'subject', 'details'])
    .execute()
  expect(events).toEqual([
    {
      organisation_id: buyer.organisation,
      subject: shipment.id,
      details: { hub, job_id: print.job_id, copies: 1, document: 'label' },
    },
  ])
})

test('several documents are each found by their own link, in order', async () => {
  const sold = (await buyer.buy('order-1043-abroad', buyer.draft(aSaleToAmerica()))).json<Shipment>()
  const ready = sold.docs.filter(({ status }) => status === 'ready').toReversed()
  expect(ready.map(({ type }) => type)).toEqual(['invoice', 'cn23', 'label'])
  const job_id = 'order-1043:all'
  const documents = ready.map((doc) => documentOf({ ...sold, docs: [doc] }))
  expect((await ask('print', { ...printOf(...documents), job_id })).statusCode).toBe(200)
  const kept = await scene.context.db
    .selectFrom('audit_event')
    .where(sql<string>`details ->> 'job_id'`, '=', job_id)
    .orderBy('seq')
    .select(sql<string>`details ->> 'document'`.as('document'))
    .execute()
  expect(kept.map(({ document }) => document)).toEqual(['invoice', 'cn23', 'label'])
})

const withUrl = (url: string) => ({ ...documentOf(shipment), url })
const changedUrl = (change: (url: URL) => void) => {
  const url = new URL(documentOf(shipment).url)
  change(url)
  return withUrl(url.href)
}

test.each<[string, () => object | Promise<object>]>([
  ['that have no link', () => changedUrl((url) => url.searchParams.delete('access_token'))],
  ['whose link is none', () => changedUrl((url) => url.searchParams.set('access_token', 'guessed'))],
  ['at no address', () => withUrl('label.pdf')],
  ['at another path', () => changedUrl((url) => (url.pathname = '/api/iot/v1/hub'))],
  ['of another shipment', () => changedUrl((url) => (url.pathname = url.pathname.replace(shipment.id, hub)))],
  ['of another kind than the link opens', () => ({ ...documentOf(shipment), type: 'receipt' })],
  [
    'of another organisation',
    async () => documentOf((await (await aBuyer(scene, 100_00)).buy('foreign-label')).json<Shipment>()),
  ],
  [
    'that a colleague has links to',
    async () => {
      const { authorization } = await signInto(scene, buyer.organisation)
      const headers = { authorization }
      const seen = await scene.app.inject({ url: `/api/stamp/v1/shipment/${shipment.id}`, headers })
      return documentOf(seen.json<Shipment>())
    },
  ],
])('documents %s are not printed', async (_, document) => {
  const answer = await ask(
    'print',
    printOf(documentOf(shipment), { ...(await document()), sha256: 'of another document' }),
  )
  expect([answer.statusCode, answer.json<ErrorBody>().code]).toEqual([401, 'document_link_expired'])
})

test.each(['label', 'return_label'])('a %s cannot be printed more often than it was made', async (type) => {
  const twice = await ask('print', { ...printOf({ ...documentOf(shipment), type }), copies: 2 })
  expect(twice.json()).toMatchObject({ code: 'invalid_request' })
})

test.each([
  // op            args                                           life     answer
  ['print.cancel', {}, 15_000, 'invalid_request'],
  ['config.get', { more: 1 }, 15_000, 'invalid_request'],
  ['shell', {}, 15_000, 'invalid_request'],
  ['config.get', {}, 30_001, 'invalid_request'],
  ['config.get', {}, 0, 'invalid_request'],
] as const)('%s with %j for %i ms is not signed', async (op, args, life, code) => {
  expect((await ask(op, args, buyer, life)).json()).toMatchObject({ code })
})

const withDigest = (length: number) => ask('print', printOf({ ...documentOf(shipment), sha256: 'x'.repeat(length) }))

test('signs a request of the size that a hub takes, and none larger', async () => {
  const room = 28_000 - (await withDigest(0)).json<SignedRequest>().b.length
  expect((await withDigest(room)).json<SignedRequest>().b).toHaveLength(28_000)
  expect((await withDigest(room + 1)).json()).toMatchObject({ code: 'body_too_large' })
})

test('rejects requests to the device of another organisation', async () => {
  const answer = await ask('status', {}, await aBuyer(scene, 0))
  expect(answer.statusCode).toBe(404)
})
