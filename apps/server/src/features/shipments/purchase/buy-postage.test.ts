import type { ErrorBody } from '@postroom/contract/errors'
import type { Shipment } from '@postroom/contract/shipment'
import { toPence } from '@postroom/domain/money'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setSandboxSwitch } from '../../../carriers/sandbox/sandbox.store.ts'
import { signInto } from '../../../testing/sign-into.ts'
import { aBuyer, purchaseScene, PRICE, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { brokenInvariants, recordLedgerState } from '../../ledger/invariants.store.ts'
import { creditAccount } from '../../ledger/ledger.store.ts'
import { settleOverdue } from './settle-purchases.ts'

let scene: PurchaseScene
beforeAll(async () => {
  scene = await purchaseScene(100_00)
})
afterAll(async () => {
  expect(await brokenInvariants(scene.context.db)).toEqual([])
  await scene.close()
})

const transfersOf = async (id: string) =>
  (
    await scene.context.db.selectFrom('transfer').select('kind').where('purchase_id', '=', id).orderBy('id').execute()
  ).map((row) => row.kind)

it('debits the price, and the shipment has its number and a label', async () => {
  const before = await scene.buyer.balance()
  const answer = await scene.buyer.buy('buys-once')
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.headers['idempotent-replayed']).toBeUndefined()
  const shipment = answer.json<Shipment>()
  expect(shipment).toMatchObject({ status: 'bought', service: '1', charges: { total_charge: PRICE } })
  expect(shipment.meta_data.tracking).toMatch(/^ZZ\d{9}GB$/)
  expect(shipment.docs).toMatchObject([
    { type: 'label', status: 'ready', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    { type: 'receipt', status: 'pending', size: 'A4' },
  ])
  expect(await scene.buyer.balance()).toBe(before - PRICE)
  expect(await transfersOf(shipment.id)).toEqual(['hold', 'capture'])
})

it('answers a repetition with the same shipment and marks it as a repetition', async () => {
  const first = await scene.buyer.buy('replayed-key')
  const before = await scene.buyer.balance()
  const again = await scene.buyer.buy('replayed-key')
  expect(again.statusCode).toBe(200)
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.json<Shipment>().id).toBe(first.json<Shipment>().id)
  expect(await scene.buyer.balance()).toBe(before)
  const found = await scene.buyer.get('/stamp/v1/shipment/process/replayed-key')
  expect(found.json<Shipment>().id).toBe(first.json<Shipment>().id)
})

it('recognises a repetition with fields in another order, without spaces, or with another quoted price', async () => {
  const draft = scene.buyer.draft()
  const first = await scene.buyer.buy('same-content', draft)
  const reordered = Object.fromEntries(Object.entries(draft).toReversed()) as typeof draft
  const again = await scene.buyer.buy('same-content', {
    ...reordered,
    to: { ...draft.to!, postal_code: 'nw18lh' },
    charges: { total_charge: 1 },
  })
  expect(again.json<Shipment>().id).toBe(first.json<Shipment>().id)
})

it('accepts the key in the header too', async () => {
  const first = await scene.buyer.buy('header-or-query')
  const again = await scene.buyer.buy(undefined, undefined, { headers: { 'idempotency-key': 'header-or-query' } })
  expect(again.json<Shipment>().id).toBe(first.json<Shipment>().id)
})

it.each([
  // rule                                 change to the draft                               key                       more                                                     status code
  ['another shipment under a used key', { references: ['B-2'] }, 'reused-key', {}, 422, 'idempotency_key_reused'],
  [
    'two different keys',
    {},
    'key-in-query',
    { headers: { 'idempotency-key': 'key-in-header' } },
    400,
    'idempotency_key_mismatch',
  ],
  ['a malformed key', {}, undefined, { headers: { 'idempotency-key': 'short' } }, 400, 'invalid_request'],
  ['another price than quoted', { charges: { total_charge: PRICE - 1 } }, 'price-changed', {}, 409, 'price_changed'],
  ['a service that its options exclude', { service: '1SF' }, 'not-allowed', {}, 422, 'service_not_allowed'],
  [
    'a service without a price',
    { service: '1PP', options: [{ code: 'prepay_reply' }] },
    'no-price',
    {},
    422,
    'no_published_price',
  ],
  ['101 at once', { meta_data: { quantity: 101 } }, 'too-many', {}, 422, 'quantity_not_available'],
  ['two test prints', { meta_data: { quantity: 2 } }, 'two-at-once', { test: true }, 422, 'test_print_quantity'],
  ['a past day', { shipping_date: '2026-11-19' }, 'day-over', {}, 422, 'shipping_date_out_of_range'],
  [
    '£1000 of own postage',
    { service: 'frank_pay', options: [{ code: 'frank_pay', fields: { amount: { value: 1000_00 } } }] },
    'too-much',
    {},
    422,
    'frank_pay_out_of_range',
  ],
  ['an unknown account', { by: '00000000-0000-4000-8000-000000000000' }, 'no-account', {}, 400, 'invalid_request'],
  ['a letter without a glyph', { references: ['封筒'] }, 'no-glyph', {}, 422, 'character_not_printable'],
] as const)('refuses %s and stores nothing', async (_rule, change, key, more, status, code) => {
  await scene.buyer.buy('reused-key')
  const before = await scene.buyer.balance()
  const answer = await scene.buyer.buy(key, scene.buyer.draft(change as never), more)
  expect(answer.json<ErrorBody>()).toMatchObject({ code })
  expect(answer.statusCode).toBe(status)
  expect(await scene.buyer.balance()).toBe(before)
  if (key && key !== 'reused-key')
    expect((await scene.buyer.get(`/stamp/v1/shipment/process/${key}`)).statusCode).toBe(404)
})

it.each([
  ['a letter without a glyph', 'ok 封', { character: '封', position: 4 }],
  ['a joined emoji, whose joiner is removed', 'a👩\u200D👧', { character: '👩', position: 2 }],
  ['an accent without a composed letter', 'q\u0302', { character: 'U+0302', position: 2 }],
])('names the field, the character and its position: %s', async (_case, reference, details) => {
  const draft = scene.buyer.draft({ references: ['ok', reference] })
  const answer = await scene.buyer.buy('which-field', draft)
  expect(answer.json<ErrorBody>()).toMatchObject({
    code: 'character_not_printable',
    fields: [{ field: 'references.1', code: 'character_not_printable', details }],
  })
})

it('prints a text without the zero-width characters that were typed', async () => {
  const draft = scene.buyer.draft({ references: ['PO\u00AD-1\u200B'] })
  expect((await scene.buyer.buy('no-width', draft)).json<Shipment>().references).toEqual(['PO-1'])
})

it('returns today’s price when it has changed', async () => {
  const answer = await scene.buyer.buy('tells-price', scene.buyer.draft({ charges: { total_charge: 1 } }))
  expect(answer.json<ErrorBody>().details).toEqual({ total_charge: PRICE })
})

it('refuses a service beyond the plan', async () => {
  const lite = await aBuyer(scene, 10_00, 'lite')
  expect((await lite.buy('beyond-plan')).json<ErrorBody>()).toMatchObject({ code: 'service_not_in_plan' })
})

it('refuses without enough money, and accepts the same key after a top-up', async () => {
  const poor = await aBuyer(scene, PRICE - 1)
  const refused = await poor.buy('poor-then-rich')
  expect(refused.statusCode).toBe(402)
  expect(refused.json<ErrorBody>()).toMatchObject({ code: 'insufficient_funds', details: { short_by: 1 } })
  await creditAccount(scene.context.db, poor.account, toPence(1))
  const bought = await poor.buy('poor-then-rich')
  expect(bought.statusCode).toBe(200)
  expect(bought.headers['idempotent-replayed']).toBeUndefined()
  expect(await poor.balance()).toBe(0)
})

it('makes a test label without money and without the carrier', async () => {
  const poor = await aBuyer(scene, 0)
  const answer = await poor.buy('test-print', undefined, { test: true })
  const shipment = answer.json<Shipment>()
  expect(shipment).toMatchObject({ status: 'test', meta_data: { tracking: '' }, docs: [{ status: 'ready' }] })
  expect(await transfersOf(shipment.id)).toEqual([])
  const known = await scene.context.db
    .selectFrom('sandbox.reference')
    .selectAll()
    .where('ref', '=', shipment.id)
    .execute()
  expect(known).toEqual([])
})

it('stores the carrier’s rejection: the money is released, the key is used up', async () => {
  await setSandboxSwitch(scene.context.db, { call: 'purchase', answer: 'refused', delay_ms: 0, remaining: 1 })
  const before = await scene.buyer.balance()
  const refused = await scene.buyer.buy('carrier-refuses')
  expect(refused.statusCode).toBe(422)
  expect(refused.json<ErrorBody>()).toMatchObject({ code: 'carrier_rejected' })
  expect(await scene.buyer.balance()).toBe(before)
  const again = await scene.buyer.buy('carrier-refuses')
  expect(again.statusCode).toBe(422)
  expect(again.headers['idempotent-replayed']).toBe('true')
  const shown = await scene.buyer.get('/stamp/v1/shipment/process/carrier-refuses')
  expect(shown.json<Shipment>()).toMatchObject({ status: 'rejected', failure: { code: 'carrier_rejected' }, docs: [] })
})

it('asks the caller to repeat the call while the carrier is silent, with the money held', async () => {
  await setSandboxSwitch(scene.context.db, { call: 'purchase', answer: 'lost', delay_ms: 5_000, remaining: 1 })
  const before = await scene.buyer.balance()
  const waiting = await scene.buyer.buy('carrier-silent')
  expect(waiting.statusCode).toBe(202)
  expect(waiting.headers['retry-after']).toBe('2')
  const { id } = waiting.json<{ id: string }>()
  expect(waiting.headers.location).toBe(`/api/stamp/v1/shipment/${id}`)
  expect((await scene.buyer.get(`/stamp/v1/shipment/${id}`)).json<Shipment>()).toMatchObject({
    status: 'pending',
    docs: [],
  })
  expect(await scene.buyer.balance()).toBe(before - PRICE)
  await settleOverdue(scene.context)
  const settled = await scene.buyer.buy('carrier-silent')
  expect(settled.json<Shipment>()).toMatchObject({ id, status: 'bought' })
  expect(await scene.buyer.balance()).toBe(before - PRICE)
})

it('buys nothing without a key; a test print needs none', async () => {
  const before = await scene.buyer.balance()
  const clicks = await Promise.all(Array.from({ length: 20 }, () => scene.buyer.buy(undefined)))
  const codes = new Set(clicks.map((answer) => answer.json<ErrorBody>().code))
  expect([...codes]).toEqual(['idempotency_key_required'])
  expect(await scene.buyer.balance()).toBe(before)
  expect((await scene.buyer.buy(undefined, undefined, { test: true })).json<Shipment>().status).toBe('test')
})

it('a colleague who repeats a user’s key buys nothing and sees nothing', async () => {
  const { id } = (await scene.buyer.buy('own-key-1')).json<Shipment>()
  const { authorization } = await signInto(scene, scene.buyer.organisation, { plan: 'lite', permissions: [] })
  const before = await scene.buyer.balance()
  const repeated = await scene.buyer.buy('own-key-1', undefined, { headers: { authorization } })
  expect([repeated.statusCode, repeated.json<ErrorBody>().code]).toEqual([409, 'key_used_by_colleague'])
  expect(repeated.body).not.toContain(id)
  const url = '/api/stamp/v1/shipment/process/own-key-1'
  expect((await scene.app.inject({ url, headers: { authorization } })).statusCode).toBe(404)
  expect(await scene.buyer.balance()).toBe(before)
})

it('answers not_found for a shipment, key or account of another organisation', async () => {
  const other = await aBuyer(scene, 10_00)
  const { id } = (await scene.buyer.buy('walled-key')).json<Shipment>()
  expect((await other.get(`/stamp/v1/shipment/${id}`)).statusCode).toBe(404)
  expect((await other.get('/stamp/v1/shipment/process/walled-key')).statusCode).toBe(404)
  expect((await other.get(`/stamp/v1/carrieraccount/${scene.buyer.account}/balance`)).statusCode).toBe(404)
  expect((await other.buy('foreign-account', scene.buyer.draft())).statusCode).toBe(400)
  const own = await other.buy('walled-key')
  expect(own.json<Shipment>().id).not.toBe(id)
  const found = await other.post('/stamp/v1/shipment/search')
  expect(found.json<{ data: Shipment[] }>().data.map((row) => row.id)).toEqual([own.json<Shipment>().id])
})

it('sells nothing while the books do not balance', async () => {
  await recordLedgerState(scene.context.db, [{ broken: 'I2', what: '1' }])
  const stopped = await scene.buyer.buy('books-broken')
  await recordLedgerState(scene.context.db, [])
  expect(stopped.statusCode).toBe(503)
  expect(stopped.headers['retry-after']).toBeDefined()
  expect((await scene.buyer.buy('books-broken')).statusCode).toBe(200)
})
