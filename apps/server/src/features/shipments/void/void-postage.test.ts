import type { ErrorBody } from '@postroom/contract/errors'
import type { Shipment } from '@postroom/contract/shipment'
import type { VoidAnswer } from '@postroom/contract/shipment-void'
import { addDays, ukDateOf } from '@postroom/domain/calendar'
import { permissionsOf, type Role } from '@postroom/domain/people/roles'
import type { Plan } from '@postroom/domain/catalogue/services'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { setSandboxSwitch } from '../../../carriers/sandbox/sandbox.store.ts'
import { openWork } from '../../../operation/open-work.store.ts'
import { brokenAfterDrain, drain } from '../../../testing/after-the-drain.ts'
import { signInto } from '../../../testing/sign-into.ts'
import { aBuyer, PRICE, purchaseScene, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { asOwner } from '../../../testing/test-database.ts'
import { brokenInvariants } from '../../ledger/invariants.store.ts'
import { applyVoid } from './apply-void.ts'
import { refusedRefund } from './refused-refund.store.ts'
import { findPurchase } from '../purchase/purchase.store.ts'

const CREDIT = 100_00
const HANDLING = 75
const REASON = 'Wrong address'

let scene: PurchaseScene
beforeEach(async () => {
  scene = await purchaseScene(CREDIT, { carrier_ms: 250, lease_ms: 400, wait_ms: 300 })
})
afterEach(async () => {
  expect(await brokenInvariants(scene.context.db)).toEqual([])
  await scene.close()
})

const bought = async (key: string) => (await scene.buyer.buy(key)).json<Shipment>()
const askToVoid = (id: string, reason = REASON, by = scene.buyer) =>
  by.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: reason })
const shown = async (id: string) => (await scene.buyer.get(`/stamp/v1/shipment/${id}`)).json<Shipment>()
const carrier = (answer: 'late' | 'lost' | 'refused' | 'failing', delay_ms = 0, remaining = 1) =>
  setSandboxSwitch(scene.context.db, { call: 'void', answer, delay_ms, remaining })
const auditOf = async (id: string) =>
  (
    await scene.context.db
      .selectFrom('audit_event')
      .select(['event', 'user_id'])
      .where('subject', '=', id)
      .where('event', 'in', ['void_requested', 'postage_voided', 'void_refused'])
      .orderBy('id')
      .execute()
  ).map(({ event, user_id }) => (user_id === null ? event : `${event} by a user`))
const queuedFor = (id: string) =>
  scene.context.db
    .selectFrom('outbox')
    .select('notice')
    .where(sql<boolean>`notice ->> 'purchase_id' = ${id}`)
    .execute()
const movesOf = (id: string) =>
  scene.context.db
    .selectFrom('transfer')
    .select(['kind', 'debit', 'credit', 'amount'])
    .where('purchase_id', '=', id)
    .where('kind', 'in', ['refund', 'fee_refund'])
    .orderBy('id')
    .execute()

it('refunds the price, withdraws the documents, and the shipment shows when', async () => {
  const { id, docs } = await bought('taken-back')
  const answer = await askToVoid(id)
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date())
  const refund = { amount: PRICE, status: 'refunded', expected_by: day }
  expect([answer.statusCode, answer.json<VoidAnswer>()]).toEqual([200, { id, status: 'voided', refund }])
  expect(await scene.buyer.balance()).toBe(CREDIT)
  const shipment = await shown(id)
  expect(shipment).toMatchObject({ status: 'voided', docs: [], refund })
  expect(shipment.refund?.events).toEqual([
    { status: 'void_requested', at: expect.any(String), reason: REASON },
    { status: 'voided', at: expect.any(String), reason: '' },
  ])
  expect(await auditOf(id)).toEqual(['void_requested by a user', 'postage_voided'])
  const document = await scene.app.inject({ url: new URL(docs[0]!.url).pathname + new URL(docs[0]!.url).search })
  expect([document.statusCode, document.json<ErrorBody>().code]).toEqual([410, 'document_gone'])
  expect(await brokenAfterDrain(scene.context.db)).toEqual([])
})

it('refunds our own fee too, from the account it went to', async () => {
  const handling = { query: { handling_charge: String(HANDLING) } }
  const { id } = (await scene.buyer.buy('taken-back-with-fee', undefined, handling)).json<Shipment>()
  expect((await askToVoid(id)).json<VoidAnswer>().refund.amount).toBe(PRICE + HANDLING)
  const credit = `cust:${scene.buyer.account}`
  expect(await movesOf(id)).toEqual([
    { kind: 'refund', debit: 'carrier:RM', credit, amount: PRICE },
    { kind: 'fee_refund', debit: 'revenue:fees', credit, amount: HANDLING },
  ])
  expect(await scene.buyer.balance()).toBe(CREDIT)
})

it('a repeated void gets the same answer, and the purchase’s key buys nothing new', async () => {
  const { id } = await bought('asked-twice')
  const first = await askToVoid(id)
  const again = await askToVoid(id, 'Changed my mind')
  expect([again.statusCode, again.json()]).toEqual([200, first.json()])
  expect((await bought('asked-twice')).status).toBe('voided')
  expect(await movesOf(id)).toHaveLength(1)
})

it('when the carrier refuses, the shipment stays bought and its documents valid; a new attempt may succeed', async () => {
  await carrier('refused')
  const { id } = await bought('refused-first')
  const refused = await askToVoid(id)
  const refund = { amount: PRICE, status: 'rejected', expected_by: null }
  const message = 'The item is already in the post.'
  expect([refused.statusCode, refused.json()]).toEqual([200, { id, status: 'void_rejected', message, refund }])
  expect(await scene.buyer.balance()).toBe(CREDIT - PRICE)
  expect(await shown(id)).toMatchObject({ status: 'bought', docs: [{ type: 'label' }, { type: 'receipt' }], refund })
  const notice = { event: 'refund_refused', purchase_id: id, n: 1, amount: PRICE, reason: message }
  const { meta_data } = await shown(id)
  expect(await queuedFor(id)).toEqual([{ notice: { ...notice, carrier_no: meta_data.tracking } }])
  expect(await auditOf(id)).toEqual(['void_requested by a user', 'void_refused'])
  expect((await askToVoid(id, 'Not posted after all')).json<VoidAnswer>().status).toBe('voided')
  expect((await shown(id)).refund?.events.map(({ status, reason }) => [status, reason])).toEqual([
    ['void_requested', REASON],
    ['void_rejected', message],
    ['void_requested', 'Not posted after all'],
    ['voided', ''],
  ])
})

it.each([
  // fate of the request, and the final answer
  ['the carrier fails before it acts', 'failing', 'voided'],
  ['the answer is lost after it acted', 'lost', 'voided'],
  ['the request arrives late', 'late', 'voided'],
] as const)('%s: 202 with the money still spent, then settled under the same number', async (_what, fault, status) => {
  await carrier(fault, 600)
  const { id } = await bought('silent-void')
  const waiting = await askToVoid(id)
  expect([waiting.statusCode, waiting.headers['retry-after'], waiting.headers.location]).toEqual([
    202,
    '2',
    `/api/stamp/v1/shipment/${id}`,
  ])
  const asked = addDays(ukDateOf(new Date()), 21)
  const refund = { amount: PRICE, status: 'submitted', expected_by: asked }
  expect(waiting.json<VoidAnswer>()).toEqual({ id, status: 'void_requested', refund })
  expect((await shown(id)).status).toBe('void_requested')
  expect(await scene.buyer.balance()).toBe(CREDIT - PRICE)
  await drain(scene.context)
  expect(await shown(id)).toMatchObject({ status, refund: { status: 'refunded' } })
  expect(await findPurchase(scene.context.db, id)).toMatchObject({ void_no: 1 })
  await sleep(500)
  expect(await brokenAfterDrain(scene.context.db)).toEqual([])
})

it('a late answer to an earlier attempt changes nothing', async () => {
  await carrier('refused')
  const { id } = await bought('late-answer')
  await askToVoid(id)
  const early = (await findPurchase(scene.context.db, id))!
  await carrier('failing')
  await askToVoid(id)
  await applyVoid(scene.context, early, { kind: 'refused', reason: 'late news' })
  await applyVoid(scene.context, early, { kind: 'voided' })
  expect(await findPurchase(scene.context.db, id)).toMatchObject({ state: 'VOID_REQUESTED', void_no: 2 })
  await drain(scene.context)
  expect(await shown(id)).toMatchObject({ status: 'voided' })
})

it('the attempts to settle a void, and its age in the metrics, are counted from its beginning', async () => {
  await setSandboxSwitch(scene.context.db, { call: 'purchase', answer: 'lost', delay_ms: 600, remaining: 1 })
  const { id } = await bought('settled-late')
  await drain(scene.context)
  expect((await findPurchase(scene.context.db, id))?.attempts).toBeGreaterThan(0)
  await asOwner(scene.database.url, `update purchase set updated_at = updated_at - interval '1 hour'`)
  await carrier('failing')
  await askToVoid(id)
  expect(await findPurchase(scene.context.db, id)).toMatchObject({ state: 'VOID_REQUESTED', attempts: 0 })
  expect((await openWork(scene.context.db)).oldest_seconds).toBeLessThan(60)
  await drain(scene.context)
})

it(
  'when everything is voided twice at once, under faults, each purchase is refunded once to the penny',
  { timeout: 60_000 },
  async () => {
    const keys = Array.from({ length: 24 }, (_, index) => `twice-at-once-${index}`)
    const ids: string[] = []
    for (const [index, key] of keys.entries()) {
      const fee = index % 3 === 0 ? { query: { handling_charge: String(HANDLING) } } : {}
      ids.push((await scene.buyer.buy(key, undefined, fee)).json<Shipment>().id)
    }
    await drain(scene.context)
    await carrier('refused', 0, 4)
    await carrier('lost', 0, 4)
    await carrier('late', 600, 4)
    await Promise.all(ids.flatMap((id) => [askToVoid(id), askToVoid(id)]))
    await drain(scene.context)
    await sleep(600)
    expect(await brokenAfterDrain(scene.context.db)).toEqual([])
    // a refused one is requested once more
    await Promise.all(ids.map((id) => askToVoid(id)))
    await drain(scene.context)
    const refunds = await scene.context.db.selectFrom('transfer').selectAll().where('kind', '=', 'refund').execute()
    expect(refunds).toHaveLength(ids.length)
    expect(new Set(refunds.map(({ purchase_id }) => purchase_id))).toEqual(new Set(ids))
    expect(await scene.buyer.balance()).toBe(CREDIT)
    const left = await scene.context.db
      .selectFrom('account')
      .select('balance')
      .where('id', 'in', ['carrier:RM', 'revenue:fees'])
      .execute()
    expect(left).toEqual([{ balance: 0 }, { balance: 0 }])
  },
)

it('refuses to void a test print, a rejected purchase, and one in flight', async () => {
  const test = (await scene.buyer.buy('a-test-print', undefined, { test: true })).json<Shipment>()
  await setSandboxSwitch(scene.context.db, { call: 'purchase', answer: 'failing', delay_ms: 0, remaining: 1 })
  const open = (await scene.buyer.buy('still-open')).json<{ id: string }>()
  for (const { id } of [test, open]) {
    const answer = await askToVoid(id)
    expect([answer.statusCode, answer.json<ErrorBody>().code]).toEqual([409, 'shipment_not_voidable'])
  }
})

it.each<[Role, Plan, number]>([
  ['sender', 'full', 403],
  ['mailroom', 'lite', 403],
  ['operator', 'full', 403],
  ['mailroom', 'full', 200],
  ['manager', 'full', 200],
])("a %s on the plan %s gets %i for a colleague's postage", async (role, plan, status) => {
  const { id } = await bought('of-a-colleague')
  const permissions = permissionsOf([role], plan)
  const { authorization, user } = await signInto(scene, scene.buyer.organisation, { plan, permissions })
  const url = `/api/stamp/v1/shipment/${id}/void`
  const payload = { cancellation_reason: REASON }
  const answer = await scene.app.inject({ method: 'PUT', url, headers: { authorization }, payload })
  expect(answer.statusCode).toBe(status)
  expect(await scene.buyer.balance()).toBe(status === 200 ? CREDIT : CREDIT - PRICE)
  const denials = scene.context.db.selectFrom('audit_event').select('details').where('user_id', '=', user)
  const denied = await denials.where('event', '=', 'permission_denied').execute()
  expect(denied).toEqual(status === 200 ? [] : [{ details: { call: 'voidShipment' } }])
})

it('needs a reason, and finds nothing of another organisation', async () => {
  const { id } = await bought('not-yours')
  expect((await askToVoid(id, ' ')).json<ErrorBody>()).toMatchObject({ fields: [{ field: 'cancellation_reason' }] })
  const other = await aBuyer(scene, 0)
  expect((await askToVoid(id, REASON, other)).statusCode).toBe(404)
  expect((await shown(id)).status).toBe('bought')
})

it('refuses after 400 days, and names the last day', async () => {
  const { id } = await bought('too-late')
  await asOwner(
    scene.database.url,
    `update session set ends_at = '2030-01-01'; update session_token set expires_at = '2030-01-01'`,
  )
  scene.context.now = () => new Date('2027-12-25T10:00:00Z')
  const answer = await askToVoid(id)
  const refusal = { code: 'void_too_late', details: { deadline: '2026-12-04' } }
  expect([answer.statusCode, answer.json<ErrorBody>()]).toMatchObject([409, refusal])
  expect((await shown(id)).status).toBe('bought')
  expect(await movesOf(id)).toEqual([])
})

it('a notice of a refusal has its words, unless the void was requested again or the user is disabled', async () => {
  await carrier('refused')
  const { id } = await bought('refused-and-noticed')
  await askToVoid(id)
  const { db } = scene.context
  const notice = { purchase_id: id, n: 1 }
  const { carrier_no } = (await findPurchase(db, id))!
  const refused = await refusedRefund(db, notice)
  expect(refused).toMatchObject({ carrier_no, amount: PRICE, refusal: expect.stringMatching(/./) as string })
  expect(refused!.email).toContain('@example.com')
  expect(await refusedRefund(db, { ...notice, n: 2 })).toBeUndefined()
  await asOwner(scene.database.url, 'update app_user set disabled_at = now()')
  expect(await refusedRefund(db, notice)).toBeUndefined()
  await asOwner(scene.database.url, 'update app_user set disabled_at = null')
  await askToVoid(id)
  expect(await refusedRefund(db, notice)).toBeUndefined()
})
