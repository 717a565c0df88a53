import type { ShipmentBatch } from '@postroom/contract/shipment-batch'
import { ukDateOf } from '@postroom/domain/calendar'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { setSandboxSwitch } from '../carriers/sandbox/sandbox.store.ts'
import { aBuyerAt, type BuyerAt } from '../testing/buyer-at.ts'
import { booksAreRight } from '../testing/crash-scene.ts'
import { aShipmentDraft, PRICE } from '../testing/purchase-scene.ts'
import { asOwner } from '../testing/test-database.ts'
import { countedAt, threeServers, type ThreeServers } from '../testing/three-servers.ts'

const ROWS = 40
const CREDIT = 1_000_00
const BATCH = '/stamp/v1/shipment/batch'
const DONE_WITHIN = { timeout: 40_000, interval: 200 }
const TEST = { timeout: 60_000 }
/** Rows of a batch that are bought at the same time. */
const IN_FLIGHT = 4

let servers: ThreeServers
let buyer: BuyerAt
beforeAll(async () => {
  servers = await threeServers()
})
afterAll(() => servers.stop())

/** Sends batches of `rows` letters each, to a carrier that takes a while. */
async function send(names: readonly string[], rows: number): Promise<void> {
  buyer = await aBuyerAt(servers, CREDIT)
  const slow = { call: 'purchase', answer: 'late', delay_ms: 200, remaining: names.length * rows } as const
  await setSandboxSwitch(servers.context.db, slow)
  const shipment = aShipmentDraft({ by: buyer.account, shipping_date: ukDateOf(new Date()) })
  const sent = names.map((name) =>
    buyer.ask(servers.url, 'POST', `${BATCH}?batch_id=${name}`, {
      rows: Array.from({ length: rows }, (_, n) => ({ key: `${name}-row-${n}`, shipment })),
    }),
  )
  for (const { status } of await Promise.all(sent)) expect(status).toBe(202)
}

const look = async (name: string) => (await buyer.ask<ShipmentBatch>(servers.url, 'GET', `${BATCH}/${name}`)).body

async function untilDone(name: string): Promise<ShipmentBatch> {
  await vi.waitUntil(async () => (await look(name)).state === 'done', DONE_WITHIN)
  return look(name)
}

/** Purchases that the carrier has accepted from each process. */
const made = () =>
  Promise.all(
    servers.urls.map((url) =>
      countedAt(url, 'postroom_carrier_answers_total{carrier="RM",call="purchase",answer="accepted"}'),
    ),
  )

/** What a process that was killed left open belongs to others at once. */
const endLeases = () =>
  asOwner(
    servers.database.url,
    `update batch_row set lease_until = clock_timestamp() where state in ('waiting', 'buying', 'unknown');
     update purchase set lease_until = clock_timestamp() where state = 'AUTHORISED'`,
  )

/** Each row was bought once or cancelled, and each purchase paid once. @returns how many were bought */
async function eachRowOnce(batches: readonly ShipmentBatch[]): Promise<number> {
  const purchases = await servers.context.db
    .selectFrom('purchase')
    .select(['id', 'idem_key'])
    .where('organisation_id', '=', buyer.organisation)
    .execute()
  const rows = batches.flatMap((batch) => batch.rows)
  expect(purchases.map(({ idem_key, id }) => `${idem_key} ${id}`).toSorted()).toEqual(
    rows.map(({ key, shipment_id }) => `${key} ${shipment_id}`).toSorted(),
  )
  const bought = batches.reduce((sum, batch) => sum + batch.bought, 0)
  expect(await buyer.balance()).toBe(CREDIT - bought * PRICE)
  await booksAreRight(servers.context.db)
  return bought
}

it('batches that all processes work on buy each row once', TEST, async () => {
  // as many as an organisation may have: two would keep one process busy
  const names = Array.from({ length: 5 }, (_, n) => `at-once-${n}`)
  await send(names, 8)
  expect(await eachRowOnce(await Promise.all(names.map(untilDone)))).toBe(5 * 8)
  for (const purchases of await made()) expect(purchases).toBeGreaterThan(0)
})

it('a batch of 40 buys each row once, also when the process that works on it is killed', TEST, async () => {
  const before = await made()
  await send(['at-night'], ROWS)
  await vi.waitUntil(async () => (await look('at-night')).bought >= 8, DONE_WITHIN)
  const since = (await made()).map((now, index) => now - before[index]!)
  const busiest = since.indexOf(Math.max(...since))
  servers.processes[busiest]!.process.kill('SIGKILL')
  await servers.processes[busiest]!.ended
  await endLeases()
  // a row whose process died before the carrier was asked is cancelled, and its money is back
  expect(await eachRowOnce([await untilDone('at-night')])).toBeGreaterThanOrEqual(ROWS - IN_FLIGHT)
})
