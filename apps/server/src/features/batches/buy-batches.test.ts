import { IS_SWEEP } from '@postroom/domain/testing/sweep'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import { quietLog } from '../../testing/quiet-log.ts'
import { setSandboxSwitch } from '../../carriers/sandbox/sandbox.store.ts'
import { brokenAfterDrain, drain } from '../../testing/after-the-drain.ts'
import {
  aBuyer,
  PRICE,
  purchaseScene,
  replaceCarrier,
  type Buyer,
  type PurchaseScene,
} from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'
import { brokenInvariants } from '../ledger/invariants.store.ts'
import { buyBatchRow } from '../shipments/purchase/buy-batch-row.ts'
import type { PurchasePoint, VoidPoint } from '../shipments/purchase/checkpoint.ts'
import { startBuyingBatches } from './buy-batches.ts'
import { done, look, rowsOf, send } from './testing/sent-batch.ts'

const ROWS = IS_SWEEP ? 200 : 40

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

it(
  `${ROWS} rows, sent twice at once and bought by two processes: each key is bought once`,
  { timeout: 120_000 },
  async () => {
    const buyer = await aBuyer(scene, ROWS * PRICE)
    const rows = rowsOf(buyer, 'sent-twice', ROWS)
    work()
    work()
    await Promise.all([send(buyer, 'sent-twice-a', rows), send(buyer, 'sent-twice-b', rows)])
    const [a, b] = [await done(buyer, 'sent-twice-a'), await done(buyer, 'sent-twice-b')]
    expect([a.bought, b.bought]).toEqual([ROWS, ROWS])
    const ids = a.rows.map(({ shipment_id }) => shipment_id)
    expect(new Set(ids).size).toBe(ROWS)
    expect(b.rows.map(({ shipment_id }) => shipment_id)).toEqual(ids)
    expect(await buyer.balance()).toBe(0)
    expect(await brokenAfterDrain(scene.context.db)).toEqual([])
  },
)

it('a silent carrier leaves a row unknown until it is settled; a temporary refusal is tried again', async () => {
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

  const { settings, carriers } = scene.context
  const { purchaseTimings } = settings
  onTestFinished(() => {
    Object.assign(settings, { purchaseTimings })
    scene.context.carriers = carriers
  })
  replaceCarrier(scene.context, { timeout_ms: 50 })
  settings.purchaseTimings = { lease_ms: 400, wait_ms: 60, settle_every_ms: 50 }
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

it.each([
  ['fails', `the day's limit`, `pence_per_day = ${PRICE}`, 'failed', 'spending_limit'],
  ['waits', `the minute's limit`, 'purchases_per_minute = 1', 'waiting', undefined],
])('a row that is refused %s when it has to wait for the end of %s', async (_end, _limit, limits, state, code) => {
  const buyer = await aBuyer(scene, 5 * PRICE)
  await asOwner(scene.database.url, `update carrier_account set ${limits} where id = '${buyer.account}'`)
  const batch = `over-${state}`
  await send(buyer, batch, rowsOf(buyer, batch, 2))
  work()
  const isOver = ({ rows }: { rows: { state: string }[] }) =>
    rows.some((row) => row.state === 'bought') && rows.some((row) => row.state === state)
  let seen = await look(buyer, batch)
  for (; !isOver(seen); seen = await look(buyer, batch)) await sleep(20)
  expect(seen.rows.find((row) => row.state === state)?.error?.code).toBe(code)
})

it('an internal error ends the row only if nothing was begun under its key', async () => {
  const buyer = await aBuyer(scene, 5 * PRICE)
  let faults: PurchasePoint[] = ['after_settle', 'before_t1']
  const checkpoint = (point: PurchasePoint | VoidPoint) => {
    if (point !== faults.at(-1)) return
    faults = faults.slice(0, -1)
    throw new Error(`A bug ${point}`)
  }
  await send(buyer, 'our-own-fault', rowsOf(buyer, 'our-fault', 2))
  stops.push(startBuyingBatches({ ...scene.context, checkpoint }, buyBatchRow, quietLog))
  const { rows } = await done(buyer, 'our-own-fault')
  expect(faults).toEqual([])
  expect(rows.map(({ state, error }) => error?.code ?? state).toSorted()).toEqual(['bought', 'internal_error'])
  expect(await buyer.balance()).toBe(4 * PRICE)
})

it('a process that lost its lease changes nothing', async () => {
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
    quietLog,
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

it('continues when its user signs out, and stops when they are disabled', async () => {
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

it('begins rows in their order, at most four of a batch, and no batch waits for the whole of another', async () => {
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
    quietLog,
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

it('one process buys eight rows at a time', async () => {
  const buyer = await aBuyer(scene, 20 * PRICE)
  for (const n of [1, 2, 3]) await send(buyer, `eight-rows-${n}`, rowsOf(buyer, `eight-rows-${n}`, 4))
  let inFlight = 0
  const most: number[] = []
  const full = Promise.withResolvers<void>()
  stops.push(
    startBuyingBatches(
      scene.context,
      async (context, row, log) => {
        most.push(++inFlight)
        if (inFlight === 8) full.resolve()
        await full.promise
        const outcome = await buyBatchRow(context, row, log)
        inFlight--
        return outcome
      },
      quietLog,
    ),
  )
  for (const n of [1, 2, 3]) expect(await done(buyer, `eight-rows-${n}`)).toMatchObject({ bought: 4 })
  expect(Math.max(...most)).toBe(8)
})
