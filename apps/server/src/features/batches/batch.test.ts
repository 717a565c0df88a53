import type { ErrorBody } from '@postroom/contract/errors'
import type { BatchProgress, ShipmentBatch } from '@postroom/contract/shipment-batch'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import { setSandboxSwitch } from '../../carriers/sandbox/sandbox.store.ts'
import { brokenAfterDrain, drain } from '../../testing/after-the-drain.ts'
import { aBuyer, PRICE, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'
import { brokenInvariants } from '../ledger/invariants.store.ts'
import { buyBatchRow } from '../shipments/buy-batch-row.ts'
import type { PurchasePoint, VoidPoint } from '../shipments/checkpoint.ts'
import { startBuyingBatches } from './buy-batches.ts'

const quiet = { warn: () => {}, error: () => {} }
const BATCH = '/stamp/v1/shipment/batch'

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

const work = () => void stops.push(startBuyingBatches(scene.context, buyBatchRow, quiet))

type Rows = { key: string; shipment: ReturnType<Buyer['draft']> }[]
const rowsOf = (buyer: Buyer, prefix: string, count: number): Rows =>
  Array.from({ length: count }, (_, index) => ({ key: `${prefix}-${index}`, shipment: buyer.draft() }))

const send = (buyer: Buyer, id: string, rows: Rows, query = '') =>
  buyer.post(`${BATCH}?batch_id=${id}${query}`, { rows })
async function look(buyer: Buyer, id: string): Promise<ShipmentBatch> {
  const answer = await buyer.get(`${BATCH}/${id}`)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

async function done(buyer: Buyer, id: string): Promise<ShipmentBatch> {
  for (let tries = 0; tries < 400; tries++) {
    const batch = await look(buyer, id)
    if (batch.state === 'done') return batch
    await sleep(150)
  }
  throw new Error(`Not done: ${JSON.stringify(await look(buyer, id))}`)
}

it('answers at once, and each row has its own end: bought, refused for its address, and too dear for what is left', async () => {
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
  expect(batch.rows[0]!.error!.fields).toMatchObject([{ field: 'to.name', code: 'character_not_printable' }])
  expect(await buyer.balance()).toBe(0)
  const shipment = await buyer.get(`/stamp/v1/shipment/${batch.rows[2]!.shipment_id}`)
  expect(shipment.json()).toMatchObject({ status: 'bought', docs: [{ type: 'label' }, { type: 'receipt' }] })
})

it('the same id and content is the same batch; the same id for other content is refused', async () => {
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

it('a prepared shipment is bought under its id and leaves the queue; a key of something else is refused', async () => {
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

it('stopped: nothing more is begun, and no address stays behind', async () => {
  const buyer = await aBuyer(scene, 5 * PRICE)
  await send(buyer, 'stopped-at-once', rowsOf(buyer, 'stopped', 3))
  const answer = await buyer.post(`${BATCH}/stopped-at-once/stop`)
  expect(answer.json<ShipmentBatch>()).toMatchObject({ state: 'done', stopped: 3, bought: 0 })
  work()
  await sleep(600)
  expect(await look(buyer, 'stopped-at-once')).toMatchObject({ stopped: 3 })
  expect(await buyer.balance()).toBe(5 * PRICE)
  const kept = await scene.context.db.selectFrom('batch_row').selectAll().where('shipment', 'is not', null).execute()
  expect(kept).toEqual([])
})

it(
  'two hundred rows sent twice at once and worked on by two processes: each key bought once',
  { timeout: 120_000 },
  async () => {
    const buyer = await aBuyer(scene, 200 * PRICE)
    const rows = rowsOf(buyer, 'two-hundred', 200)
    work()
    work()
    await Promise.all([send(buyer, 'two-hundred-a', rows), send(buyer, 'two-hundred-b', rows)])
    const [a, b] = [await done(buyer, 'two-hundred-a'), await done(buyer, 'two-hundred-b')]
    expect([a.bought, b.bought]).toEqual([200, 200])
    const ids = a.rows.map(({ shipment_id }) => shipment_id)
    expect(new Set(ids).size).toBe(200)
    expect(b.rows.map(({ shipment_id }) => shipment_id)).toEqual(ids)
    expect(await buyer.balance()).toBe(0)
    expect(await brokenAfterDrain(scene.context.db)).toEqual([])
  },
)

it('a silent carrier leaves a row unknown until it is settled; a refusal of the moment is tried again', async () => {
  const buyer = await aBuyer(scene, 5 * PRICE)
  const { db } = scene.context
  await asOwner(scene.database.url, `insert into sales_stop (broken) values ('a test')`)
  await send(buyer, 'not-at-once', rowsOf(buyer, 'not-at-once', 1))
  work()
  const attempts = () =>
    db
      .selectFrom('batch_row')
      .select(['state', 'epoch'])
      .where('batch_id', '=', 'not-at-once')
      .executeTakeFirstOrThrow()
  while ((await attempts()).epoch === 0 || (await attempts()).state !== 'waiting') await sleep(20)
  await asOwner(scene.database.url, `delete from sales_stop; update batch_row set lease_until = clock_timestamp()`)
  expect(await done(buyer, 'not-at-once')).toMatchObject({ bought: 1 })

  const { purchaseTimings } = scene.context.settings
  onTestFinished(() => void Object.assign(scene.context.settings, { purchaseTimings }))
  scene.context.settings.purchaseTimings = { carrier_ms: 50, lease_ms: 400, wait_ms: 60, settle_every_ms: 50 }
  await setSandboxSwitch(db, { call: 'purchase', answer: 'lost', delay_ms: 300, remaining: 1 })
  await send(buyer, 'silent-carrier', rowsOf(buyer, 'silent-carrier', 1))
  let seen = await look(buyer, 'silent-carrier')
  for (; seen.rows[0]!.state !== 'unknown'; seen = await look(buyer, 'silent-carrier')) await sleep(20)
  expect(seen).toMatchObject({ state: 'running', rows: [{ shipment_id: expect.any(String) as string }] })
  await drain(scene.context)
  expect((await done(buyer, 'silent-carrier')).rows).toMatchObject([
    { state: 'bought', shipment_id: seen.rows[0]!.shipment_id },
  ])
  expect(await buyer.balance()).toBe(3 * PRICE)
})

it('a fault of ours ends the row only if nothing was begun under its key', async () => {
  const buyer = await aBuyer(scene, 5 * PRICE)
  let faults: PurchasePoint[] = ['after_settle', 'before_t1']
  const checkpoint = (point: PurchasePoint | VoidPoint) => {
    if (point !== faults.at(-1)) return
    faults = faults.slice(0, -1)
    throw new Error(`A bug ${point}`)
  }
  await send(buyer, 'our-own-fault', rowsOf(buyer, 'our-fault', 2))
  stops.push(startBuyingBatches({ ...scene.context, checkpoint }, buyBatchRow, quiet))
  const { rows } = await done(buyer, 'our-own-fault')
  expect(faults).toEqual([])
  expect(rows.map(({ state, error }) => error?.code ?? state).toSorted()).toEqual(['bought', 'internal_error'])
  expect(await buyer.balance()).toBe(4 * PRICE)
})

it('a process that was overtaken changes nothing', async () => {
  const buyer = await aBuyer(scene, 5 * PRICE)
  const begun = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  const slow = startBuyingBatches(
    scene.context,
    async () => {
      begun.resolve()
      await free.promise
      return { state: 'failed', error: { code: 'internal_error', description: 'Late news' } }
    },
    quiet,
  )
  await send(buyer, 'overtaken', rowsOf(buyer, 'overtaken', 1))
  await begun.promise
  await asOwner(scene.database.url, `update batch_row set lease_until = clock_timestamp() where batch_id = 'overtaken'`)
  const ended = slow()
  work()
  await done(buyer, 'overtaken')
  free.resolve()
  await ended
  expect((await look(buyer, 'overtaken')).rows).toMatchObject([{ state: 'bought' }])
})

it('goes on when its user signs out, and not when he was disabled', async () => {
  const buyer = await aBuyer(scene, 5 * PRICE)
  const again = await aBuyer(scene, 5 * PRICE)
  for (const one of [buyer, again]) await send(one, 'left-alone', rowsOf(one, 'left-alone', 2))
  await asOwner(
    scene.database.url,
    `delete from session where user_id in (select id from app_user where organisation_id = '${buyer.organisation}')`,
  )
  await asOwner(
    scene.database.url,
    `update app_user set disabled_at = now() where organisation_id = '${again.organisation}'`,
  )
  work()
  const left = async ({ organisation }: Buyer) =>
    scene.context.db
      .selectFrom('batch_row')
      .select(['state', 'error'])
      .where('organisation_id', '=', organisation)
      .orderBy('position')
      .execute()
  while ((await left(again)).some(({ state }) => state === 'waiting' || state === 'buying')) await sleep(20)
  while ((await left(buyer)).some(({ state }) => state === 'waiting' || state === 'buying')) await sleep(20)
  expect((await left(buyer)).map(({ state }) => state)).toEqual(['bought', 'bought'])
  expect((await left(again)).map(({ error }) => error?.code)).toEqual(['permission_denied', 'permission_denied'])
})

it.each([
  ['no row', () => [], 'rows', 'too_small'],
  ['301 rows', (buyer: Buyer) => rowsOf(buyer, 'too-many-rows', 301), 'rows', 'too_big'],
  [
    'a key twice',
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

it('five at a time, newest first, each organisation its own', async () => {
  const [buyer, stranger] = [await aBuyer(scene, 0), await aBuyer(scene, 0)]
  const names = ['run-one-1', 'run-one-2', 'run-one-3', 'run-one-4', 'run-one-5']
  for (const name of names) expect((await send(buyer, name, rowsOf(buyer, name, 1))).statusCode).toBe(202)
  const sixth = await send(buyer, 'run-one-6', rowsOf(buyer, 'sixth-batch', 1))
  expect([sixth.statusCode, sixth.json<ErrorBody>().code]).toEqual([409, 'too_many_batches'])
  const list = async (one: Buyer) => (await one.get(BATCH)).json<{ data: BatchProgress[]; total: number }>()
  expect((await list(buyer)).data.map(({ id, total, state }) => [id, total, state])).toEqual(
    names.toReversed().map((name) => [name, 1, 'running']),
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

it('begins rows in their order, four of a batch at most, and no batch waits for all of another', async () => {
  const [long, short] = [await aBuyer(scene, 20 * PRICE), await aBuyer(scene, 20 * PRICE)]
  const begun: string[] = []
  const free = Promise.withResolvers<void>()
  const held = startBuyingBatches(
    scene.context,
    async (context, row, log) => {
      begun.push(row.key)
      await free.promise
      return buyBatchRow(context, row, log)
    },
    quiet,
  )
  await send(long, 'fair-long', rowsOf(long, 'fair-long', 12))
  while (begun.length < 4) await sleep(20)
  await send(short, 'fair-short', rowsOf(short, 'fair-short', 2))
  while (begun.length < 6) await sleep(20)
  expect(begun.slice(0, 4).toSorted()).toEqual(['fair-long-0', 'fair-long-1', 'fair-long-2', 'fair-long-3'])
  expect(begun.slice(4).toSorted()).toEqual(['fair-short-0', 'fair-short-1'])
  free.resolve()
  expect(await done(short, 'fair-short')).toMatchObject({ bought: 2 })
  expect(await done(long, 'fair-long')).toMatchObject({ bought: 12 })
  await held()
})
