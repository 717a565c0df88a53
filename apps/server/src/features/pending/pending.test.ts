import type { ErrorBody } from '@postroom/contract/errors'
import type { Shipment } from '@postroom/contract/shipment'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setSandboxSwitch } from '../../carriers/sandbox/sandbox.store.ts'
import { drain } from '../../testing/after-the-drain.ts'
import { aBuyer, PRICE, purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { brokenInvariants } from '../ledger/invariants.store.ts'

let scene: PurchaseScene
beforeAll(async () => {
  scene = await purchaseScene(100_00)
})
afterAll(() => scene.close())

const PENDING = '/stamp/v1/shipment/pending'
interface Pending {
  pending_id: string
  shipment: ReturnType<PurchaseScene['buyer']['draft']>
  created_at: string
}
const save = async (change: object = {}) => (await scene.buyer.post(PENDING, scene.buyer.draft(change))).json<Pending>()
const queue = async (buyer = scene.buyer, query = '') =>
  (await buyer.get(`${PENDING}${query}`)).json<{ data: Pending[]; total: number }>()
const remove = (id: string, { authorization } = scene.buyer) =>
  scene.app.inject({ method: 'DELETE', url: `/api${PENDING}/${id}`, headers: { authorization } })

it('a prepared shipment stays in the queue until it is bought under its id, once', async () => {
  const { pending_id } = await save({ references: ['desk 4'] })
  const { shipment } = (await scene.buyer.get(`${PENDING}/${pending_id}`)).json<Pending>()
  expect(shipment).toMatchObject({ references: ['desk 4'], service: '1', to: { name: 'Idris Pembroke' } })
  expect((await queue()).data.map((row) => row.pending_id)).toEqual([pending_id])

  const before = await scene.buyer.balance()
  const bought = await scene.buyer.buy(pending_id, shipment)
  expect(bought.statusCode).toBe(200)
  expect(await queue()).toMatchObject({ data: [], total: 0 })
  expect(await scene.context.db.selectFrom('pending_shipment').select('pending_id').execute()).toEqual([])
  expect((await scene.buyer.get(`${PENDING}/${pending_id}`)).statusCode).toBe(404)
  const again = await scene.buyer.buy(pending_id, shipment)
  expect(again.json<Shipment>().id).toBe(bought.json<Shipment>().id)
  expect(await scene.buyer.balance()).toBe(before - PRICE)
})

it('a prepared shipment stays in the queue after a test print and after a refusal', async () => {
  const { pending_id, shipment } = await save()
  expect((await scene.buyer.buy(pending_id, { ...shipment, charges: { total_charge: 1 } })).statusCode).toBe(409)
  expect((await scene.buyer.get(`${PENDING}/${pending_id}`)).statusCode).toBe(200)
  const { pending_id: other, shipment: same } = await save()
  expect((await scene.buyer.buy(other, same, { test: true })).statusCode).toBe(200)
  expect((await queue()).total).toBe(2)
})

it('a prepared shipment is bought once under its id after a test print, under concurrent calls too', async () => {
  const { pending_id, shipment } = await save()
  const ask = async (test: boolean) => (await scene.buyer.buy(pending_id, shipment, { test })).json<Shipment>()
  const [printed, bought] = [await ask(true), await ask(false)]
  expect([printed.status, bought.status]).toEqual(['test', 'bought'])
  expect([(await ask(true)).id, (await ask(false)).id]).toEqual([printed.id, bought.id])
  const found = await scene.buyer.get(`/stamp/v1/shipment/process/${pending_id}`)
  expect(found.json<Shipment>().id).toBe(bought.id)
})

const fail = (answer: 'refused' | 'failing') =>
  setSandboxSwitch(scene.context.db, { call: 'purchase', answer, delay_ms: 0, remaining: 1 })

/** The queue of a new organisation with one shipment in it. */
async function queueOfOne() {
  const buyer = await aBuyer(scene, 10_00)
  const { pending_id, shipment } = (await buyer.post(PENDING, buyer.draft())).json<Pending>()
  const buy = (id = pending_id) => buyer.buy(id, shipment)
  return { buyer, pending_id, shipment, buy, waiting: async () => (await queue(buyer)).data }
}

it('a prepared shipment goes back to the queue once, under a new id, when the carrier rejects it, even if two ask at once', async () => {
  const { pending_id, shipment, buy, waiting } = await queueOfOne()
  await fail('refused')
  const answers = await Promise.all([buy(), buy()])
  expect(answers.map((answer) => answer.json<ErrorBody>().code)).toEqual(['carrier_rejected', 'carrier_rejected'])
  const [again, ...others] = await waiting()
  expect(again).toMatchObject({ shipment })
  expect([again?.pending_id === pending_id, others]).toEqual([false, []])
  expect((await buy()).json<ErrorBody>().code).toBe('carrier_rejected')
  expect((await buy(again!.pending_id)).statusCode).toBe(200)
  expect(await waiting()).toEqual([])
})

it('a prepared shipment is neither listed nor given up while the carrier has not answered, and goes back when the carrier never saw it', async () => {
  const { buyer, pending_id, buy, waiting } = await queueOfOne()
  await fail('failing')
  expect((await buy()).statusCode).toBe(202)
  expect(await waiting()).toEqual([])
  expect((await remove(pending_id, buyer)).statusCode).toBe(404)
  await drain(scene.context)
  const [again] = await waiting()
  expect((await buy(again!.pending_id)).statusCode).toBe(200)
  expect(await brokenInvariants(scene.context.db)).toEqual([])
})

it('a prepared shipment may lack what the mailroom adds: weight, service and account', async () => {
  const { parcels: _weighed, service: _chosen, by: _paid, ...prepared } = scene.buyer.draft()
  const answer = await scene.buyer.post(PENDING, prepared)
  expect(answer.statusCode).toBe(200)
  expect(answer.json<Pending>().shipment).not.toHaveProperty('service')
})

it.each([
  [{ to: { city: 'London' } }, 'to.address1', 'required'],
  [{ price: 1 }, 'price', 'unknown_field'],
  [{ references: ['a\u0000b'] }, 'references.0', 'character_not_printable'],
])('refuses %j', async (change, field, code) => {
  const answer = await scene.buyer.post(PENDING, { ...scene.buyer.draft(), ...change })
  expect(answer.statusCode).toBe(400)
  expect(answer.json<ErrorBody>().fields).toContainEqual(expect.objectContaining({ field, code }))
})

it('lists the oldest first, page by page', async () => {
  const buyer = await aBuyer(scene, 0)
  const ids: string[] = []
  for (let index = 0; index < 3; index++)
    ids.push((await buyer.post(PENDING, buyer.draft())).json<Pending>().pending_id)
  const idsOf = async (query: string) => (await queue(buyer, query)).data.map((row) => row.pending_id)
  expect(await idsOf('')).toEqual(ids)
  expect(await idsOf('?orderAsc=false')).toEqual(ids.toReversed())
  expect(await idsOf('?start=1&length=1')).toEqual([ids[1]])
})

it('a prepared shipment is invisible to another organisation: not read, not given up, not used up by the same key', async () => {
  const { pending_id, shipment } = await save()
  const other = await aBuyer(scene, 10_00)
  expect((await other.get(`${PENDING}/${pending_id}`)).statusCode).toBe(404)
  expect((await queue(other)).total).toBe(0)
  expect((await remove(pending_id, other)).statusCode).toBe(404)
  expect((await other.buy(pending_id, { ...shipment, by: other.account })).statusCode).toBe(200)
  expect((await scene.buyer.get(`${PENDING}/${pending_id}`)).statusCode).toBe(200)
})

it('a prepared shipment can be given up', async () => {
  const { pending_id } = await save()
  expect((await remove(pending_id)).statusCode).toBe(200)
  expect((await remove(pending_id)).statusCode).toBe(404)
})

it('what is done with a prepared shipment is in the audit log', async () => {
  const { pending_id, shipment } = await save()
  const change = { ...shipment, note: 'Fragile', problem: '', version: 1 }
  const changed = await scene.buyer.put(`${PENDING}/${pending_id}`, change)
  expect(changed.json()).toMatchObject({ note: 'Fragile', version: 2 })
  await remove(pending_id)
  const audited = scene.context.db.selectFrom('audit_event').select(['event', 'organisation_id', 'user_id'])
  const rows = await audited.where('subject', '=', pending_id).orderBy('id').execute()
  const by = { organisation_id: scene.buyer.organisation, user_id: expect.any(String) }
  expect(rows).toEqual(['saved', 'changed', 'removed'].map((what) => ({ event: `pending_${what}`, ...by })))
})

it('an account of another organisation is refused', async () => {
  const { account } = await aBuyer(scene, 0)
  const refused = { code: 'invalid_request', fields: [{ field: 'by', code: 'not_allowed' }] }
  expect((await scene.buyer.post(PENDING, scene.buyer.draft({ by: account }))).json()).toMatchObject(refused)
  const { pending_id, shipment } = await save()
  const change = { ...shipment, by: account, note: '', problem: '', version: 1 }
  expect((await scene.buyer.put(`${PENDING}/${pending_id}`, change)).json()).toMatchObject(refused)
  await remove(pending_id)
})
