import type { BatchProgress, ShipmentBatch } from '@postroom/contract/shipment-batch'
import { everyNth } from '@postroom/domain/testing/sweep'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Db } from '../../db/database.ts'
import { aLetter, booksAreRight, CREDIT, endLeases, finalAnswer, PRICE, start } from '../../testing/crash-scene.ts'
import { signInDemo, type ServerProcess } from '../../testing/server-process.ts'
import { asOwner, testDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { OPEN } from './batch.store.ts'
import type { PurchasePoint } from '../shipments/purchase/checkpoint.ts'

const BATCH = '/stamp/v1/shipment/batch'
type Call = Awaited<ReturnType<typeof signInDemo>>

const look = async (call: Call, url: string) => (await (await call(url, `${BATCH}/at-night`)).json()) as ShipmentBatch

async function pollUntil(call: Call, url: string, seen: (progress: BatchProgress) => boolean): Promise<ShipmentBatch> {
  for (let tries = 0; tries < 300; tries++) {
    const batch = await look(call, url)
    if (seen(batch)) return batch
    await sleep(100)
  }
  throw new Error('The batch does not get on')
}

/** A server with a batch of letters that was just sent. */
async function batchOn(database: TestDatabase, letters: number, settings: Record<string, string> = {}) {
  const server = await start({ DATABASE_URL: database.url, ...settings })
  const call = await signInDemo(server.url)
  const shipment = await aLetter(call, server.url)
  const rows = Array.from({ length: letters }, (_, index) => ({ key: `at-night-${index}`, shipment }))
  const answer = await call(server.url, `${BATCH}?batch_id=at-night`, { rows })
  expect(answer.status).toBe(202)
  return { server, call }
}

/** Another process on the same database, and leases ended by hand so that nobody waits for them. */
async function goOn(database: TestDatabase): Promise<ServerProcess> {
  const server = await start({ DATABASE_URL: database.url })
  await endLeases(database.url)
  await asOwner(
    database.url,
    `update batch_row set lease_until = clock_timestamp() where state in ('waiting', 'buying', 'unknown')`,
  )
  return server
}

/** Every row ended as its purchase did, each key was bought at most once, and the money agrees. */
async function eachKeyOnce(db: Db, { rows, bought }: ShipmentBatch): Promise<void> {
  const ended = { BOUGHT: 'bought', VOIDED: 'bought', CANCELLED: 'failed' } as Record<string, string>
  const purchases = await db.selectFrom('purchase').select(['id', 'idem_key', 'state']).execute()
  const outcomes = purchases.map(({ id, idem_key, state }) => [idem_key, [id, ended[state]]])
  expect(outcomes).toHaveLength(rows.length)
  expect(Object.fromEntries(outcomes)).toEqual(
    Object.fromEntries(rows.map(({ key, shipment_id, state }) => [key, [shipment_id, state]])),
  )
  for (const { error } of rows.filter(({ state }) => state === 'failed')) expect(error!.code).toBe('purchase_cancelled')
  const voided = purchases.filter(({ state }) => state === 'VOIDED').length
  const left = await db.selectFrom('account').select('balance').where('id', 'like', 'cust:%').execute()
  expect(left).toEqual([{ balance: CREDIT - (bought - voided) * PRICE }])
  await booksAreRight(db)
}

/** Where the server dies with the first rows of a batch, and how many of them may have been given up. */
const POINTS = { before_t1: [0, 0], after_t1: [1, 4], after_settle: [0, 3] } satisfies Partial<
  Record<PurchasePoint, [least: number, most: number]>
>

it.concurrent.each(everyNth(3, Object.entries(POINTS)))(
  'when the server dies in a batch %s, another one finishes every row, each key once',
  { timeout: 120_000 },
  async (point, [least, most]) => {
    const database = await testDatabase()
    const { server, call } = await batchOn(database, 6, { POSTROOM_KILL_AT: point })
    expect(await server.ended).toBe('SIGKILL')
    const second = await goOn(database)
    const batch = await pollUntil(call, second.url, ({ state }) => state === 'done')
    await eachKeyOnce(database.db, batch)
    expect(batch.failed).toBeGreaterThanOrEqual(least)
    expect(batch.failed).toBeLessThanOrEqual(most)
    second.process.kill('SIGTERM')
    expect(await second.ended).toBe(0)
    await database.close()
  },
)

it.concurrent(
  'when the server is killed with a batch partly voided, both are finished',
  { timeout: 120_000 },
  async () => {
    const database = await testDatabase()
    const { server, call } = await batchOn(database, 24)
    const begun = await pollUntil(call, server.url, ({ bought }) => bought >= 4)
    const [first, second, third] = begun.rows.filter(({ state }) => state === 'bought').map((row) => row.shipment_id!)
    const takeBack = (url: string, id: string) =>
      call(url, `/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Torn' }, 'PUT')
    for (const id of [first!, second!]) expect((await takeBack(server.url, id)).status).toBe(200)
    const lost = takeBack(server.url, third!).catch(() => {})
    server.process.kill('SIGKILL')
    await lost
    const before = await database.db.selectFrom('batch_row').select('position').where('state', 'in', OPEN).execute()
    expect(before.length).toBeGreaterThan(0)

    const other = await goOn(database)
    expect(await finalAnswer(() => takeBack(other.url, third!))).toEqual({ status: 200, id: third })
    const batch = await pollUntil(call, other.url, ({ state }) => state === 'done')
    await eachKeyOnce(database.db, batch)
    const voided = await database.db.selectFrom('purchase').select('id').where('state', '=', 'VOIDED').execute()
    expect(new Set(voided.map(({ id }) => id))).toEqual(new Set([first, second, third]))
    other.process.kill('SIGKILL')
    await other.ended
    await database.close()
  },
)
