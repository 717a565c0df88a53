import type { ErrorBody } from '@postroom/contract/errors'
import type { BatchProgress, ShipmentBatch } from '@postroom/contract/shipment-batch'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { signInto } from '../../testing/sign-into.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { aBuyer, PRICE, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { brokenInvariants } from '../ledger/invariants.store.ts'
import { buyBatchRow } from '../shipments/purchase/buy-batch-row.ts'
import { startBuyingBatches } from './buy-batches.ts'
import { BATCH, done, look, rowsOf, send, type Rows } from './testing/sent-batch.ts'

let scene: PurchaseScene
const stops: (() => Promise<void>)[] = []
beforeAll(async () => {
  scene = await purchaseScene(0, { carrier_ms: 10_000, lease_ms: 20_000, wait_ms: 20_000 })
})
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
  expect(await brokenInvariants(scene.context.db)).toEqual([])
})
afterAll(() => scene.close())

const work = () => void stops.push(startBuyingBatches(scene.context, buyBatchRow, quietLog))

it('answers at once, and each row has its own outcome: bought, refused for its address, and too expensive for the balance', async () => {
  const buyer = await aBuyer(scene, 2 * PRICE)
  const [bad, dear, first, second] = ['monday-bad', 'monday-dear', 'monday-first', 'monday-second']
  const heavy = { packaging: 'medium_parcel' as const, weight: { value: 15_000 } }
  const rows: Rows = [
    {
      key: bad,
      shipment: buyer.draft({ to: { name: '李明', address1: '1 High Street', city: 'Ely', postal_code: 'CB7 4EL' } }),
    },
    { key: dear, shipment: buyer.draft({ parcels: [heavy] }) },
    { key: first, shipment: buyer.draft() },
    { key: second, shipment: buyer.draft() },
  ]
  const answer = await send(buyer, 'monday-one', rows)
  expect(answer.statusCode).toBe(202)
  expect(answer.headers).toMatchObject({ location: `/api${BATCH}/monday-one`, 'retry-after': '2' })
  expect(answer.json<ShipmentBatch>()).toMatchObject({ state: 'running', total: 4, done: 0 })
  work()
  const batch = await done(buyer, 'monday-one')
  expect(batch).toMatchObject({ total: 4, done: 4, bought: 2, failed: 2, stopped: 0 })
  expect(batch.rows.map(({ key, position, state, error }) => [key, position, state, error?.code])).toEqual([
    [bad, 0, 'failed', 'character_not_printable'],
    [dear, 1, 'failed', 'insufficient_funds'],
    [first, 2, 'bought', undefined],
    [second, 3, 'bought', undefined],
  ])
  expect(batch.rows.map(({ to, bought }) => [to?.name, bought])).toEqual([
    ['李明', undefined],
    ['Idris Pembroke', undefined],
    ...Array.from({ length: 2 }, () => [
      'Idris Pembroke',
      { amount: PRICE, service: '1', item_numbers: [expect.stringMatching(/^ZZ\d{9}GB$/)], print_state: 'not_printed' },
    ]),
  ])
  expect(batch.rows[0]!.error!.fields).toMatchObject([{ field: 'to.name', code: 'character_not_printable' }])
  expect(await buyer.balance()).toBe(0)
  const shipment = await buyer.get(`/stamp/v1/shipment/${batch.rows[2]!.shipment_id}`)
  expect(shipment.json()).toMatchObject({ status: 'bought', docs: [{ type: 'label' }, { type: 'receipt' }] })
})

it('the same id and content is the same batch; the same id with other content is refused', async () => {
  const buyer = await aBuyer(scene, 5 * PRICE)
  const rows = rowsOf(buyer, 'sent-twice', 2)
  const answers = await Promise.all([send(buyer, 'sent-twice', rows), send(buyer, 'sent-twice', rows)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202])
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(1)
  work()
  await done(buyer, 'sent-twice')
  expect((await send(buyer, 'sent-twice', rows)).json<ShipmentBatch>()).toMatchObject({ state: 'done', bought: 2 })
  for (const other of [send(buyer, 'sent-twice', rows.slice(1)), send(buyer, 'sent-twice', rows, '&test=true')]) {
    expect((await other).json<ErrorBody>().code).toBe('idempotency_key_reused')
  }
  expect(await buyer.balance()).toBe(3 * PRICE)
})

it('a prepared shipment is bought under its id and leaves the queue; a key used for something else is refused', async () => {
  const buyer = await aBuyer(scene, 5 * PRICE)
  const { pending_id } = (await buyer.post('/stamp/v1/shipment/pending', buyer.draft())).json<{ pending_id: string }>()
  await buyer.buy('bought-before')
  await buyer.buy('taken-before', buyer.draft({ references: ['other'] }))
  const keys = [pending_id, 'bought-before', 'taken-before']
  work()
  await send(
    buyer,
    'keys-known',
    keys.map((key) => ({ key, shipment: buyer.draft() })),
  )
  const { rows } = await done(buyer, 'keys-known')
  expect(rows.map(({ state, error }) => error?.code ?? state)).toEqual(['bought', 'bought', 'idempotency_key_reused'])
  expect((await buyer.get(`/stamp/v1/shipment/pending/${pending_id}`)).statusCode).toBe(404)
  expect(await buyer.balance()).toBe(2 * PRICE)
})

it('without an id gets one, and is in the audit log with its number of rows', async () => {
  const buyer = await aBuyer(scene, 0)
  const answers = await Promise.all([1, 2].map((n) => buyer.post(BATCH, { rows: rowsOf(buyer, `own-id-${n}`, n) })))
  const ids = answers.map((answer) => answer.json<ShipmentBatch>().id)
  expect(new Set(ids).size).toBe(2)
  await buyer.post(`${BATCH}/${ids[0]}/stop`)
  const audited = scene.context.db.selectFrom('audit_event').select(['event', 'details', 'subject'])
  const rows = await audited.where('organisation_id', '=', buyer.organisation).orderBy('seq').execute()
  expect(rows).toHaveLength(3)
  expect(rows).toEqual(
    expect.arrayContaining([
      { event: 'batch_begun', subject: ids[0], details: { rows: 1 } },
      { event: 'batch_begun', subject: ids[1], details: { rows: 2 } },
      { event: 'batch_stopped', subject: ids[0], details: {} },
    ]),
  )
  await buyer.post(`${BATCH}/${ids[1]}/stop`)
})

it('a stopped batch begins no further row', async () => {
  const buyer = await aBuyer(scene, 5 * PRICE)
  await send(buyer, 'stopped-at-once', rowsOf(buyer, 'stopped', 3))
  const answer = await buyer.post(`${BATCH}/stopped-at-once/stop`)
  expect(answer.json<ShipmentBatch>()).toMatchObject({ state: 'done', stopped: 3, bought: 0 })
  work()
  // a later batch is bought to the end: the stopped one had its turn
  const later = await aBuyer(scene, PRICE)
  await send(later, 'sent-after-it', rowsOf(later, 'sent-later', 1))
  expect(await done(later, 'sent-after-it')).toMatchObject({ bought: 1 })
  expect(await look(buyer, 'stopped-at-once')).toMatchObject({ stopped: 3 })
  expect(await buyer.balance()).toBe(5 * PRICE)
})

it('a refused or stopped row keeps its shipment for those who may send it again, a bought row does not', async () => {
  const buyer = await aBuyer(scene, PRICE)
  const rows = rowsOf(buyer, 'kept-for-later', 3)
  await send(buyer, 'kept-for-later', rows)
  work()
  const batch = await done(buyer, 'kept-for-later')
  expect(batch).toMatchObject({ bought: 1, failed: 2 })
  for (const { state, to, shipment } of batch.rows) {
    expect(to).toMatchObject({ name: rows[0]!.shipment.to!.name })
    if (state === 'bought') expect(shipment).toBeUndefined()
    else expect(shipment).toMatchObject({ service: rows[0]!.shipment.service, to: rows[0]!.shipment.to })
  }
  const stored = await scene.context.db
    .selectFrom('batch_row')
    .select(['state', 'shipment'])
    .where('batch_id', '=', 'kept-for-later')
    .execute()
  expect(stored.filter(({ shipment }) => shipment).map(({ state }) => state)).toEqual(['failed', 'failed'])
  const { authorization } = await signInto(scene, buyer.organisation, { permissions: ['mod_shipping'] })
  const url = `/api${BATCH}/kept-for-later`
  const seen = (await scene.app.inject({ url, headers: { authorization } })).json<ShipmentBatch>()
  expect(seen.rows.map(({ to, shipment }) => [to?.name, shipment])).toEqual(
    rows.map(({ shipment }) => [shipment.to!.name, undefined]),
  )
})

it.each([
  ['no row', () => [], 'rows', 'too_small'],
  ['1,001 rows', (buyer: Buyer) => rowsOf(buyer, 'too-many-rows', 1_001), 'rows', 'too_big'],
  [
    'a repeated key',
    (buyer: Buyer) => [...rowsOf(buyer, 'key-twice', 2), ...rowsOf(buyer, 'key-twice', 1)],
    'rows.2.key',
    'invalid',
  ],
  ['a short key', (buyer: Buyer) => rowsOf(buyer, 'k', 1), 'rows.0.key', 'invalid'],
  [
    'no postcode',
    (buyer: Buyer) => [{ key: 'no-postcode', shipment: buyer.draft({ to: { name: 'A', address1: 'B', city: 'C' } }) }],
    'rows.0.shipment.to.postal_code',
    'required',
  ],
])('refuses %s as a whole', async (_name, rows, field, code) => {
  const buyer = await aBuyer(scene, 0)
  const answer = await send(buyer, 'refused-whole', rows(buyer))
  expect(answer.statusCode).toBe(400)
  expect(answer.json<ErrorBody>().fields).toMatchObject([{ field, code }])
  expect((await buyer.get(`${BATCH}/refused-whole`)).statusCode).toBe(404)
})

const list = async (one: Buyer) => (await one.get(BATCH)).json<{ data: BatchProgress[]; total: number }>()

it('lists at most five running batches, newest first, separately for each organisation', async () => {
  const [buyer, stranger] = [await aBuyer(scene, 0), await aBuyer(scene, 0)]
  const names = ['run-one-1', 'run-one-2', 'run-one-3', 'run-one-4', 'run-one-5']
  for (const name of names) expect((await send(buyer, name, rowsOf(buyer, name, 2))).statusCode).toBe(202)
  const sixth = await send(buyer, 'run-one-6', rowsOf(buyer, 'sixth-batch', 1))
  expect([sixth.statusCode, sixth.json<ErrorBody>().code]).toEqual([409, 'too_many_batches'])
  expect((await list(buyer)).data.map(({ id, total, state }) => [id, total, state])).toEqual(
    names.toReversed().map((name) => [name, 2, 'running']),
  )
  expect(await list(stranger)).toMatchObject({ data: [], total: 0 })
  expect((await stranger.get(`${BATCH}/run-one-1`)).statusCode).toBe(404)
  expect((await stranger.post(`${BATCH}/run-one-1/stop`)).statusCode).toBe(404)
  expect((await send(stranger, 'run-one-1', rowsOf(stranger, 'their-own', 1))).statusCode).toBe(202)
  for (const name of names) await buyer.post(`${BATCH}/${name}/stop`)
  await stranger.post(`${BATCH}/run-one-1/stop`)
  expect((await send(buyer, 'run-one-6', rowsOf(buyer, 'sixth-batch', 1))).statusCode).toBe(202)
  await buyer.post(`${BATCH}/run-one-6/stop`)
})
