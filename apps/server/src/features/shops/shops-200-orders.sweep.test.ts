import type { ShipmentBatch } from '@postroom/contract/shipment-batch'
import type { QueuedShipment } from '@postroom/contract/shipment-pending'
import { ukDateOf } from '@postroom/domain/calendar'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { brokenInvariants } from '../ledger/invariants.store.ts'
import { aSignedInBuyer } from '../../testing/purchase-scene.ts'
import { startServerProcess, type ServerProcess } from '../../testing/server-process.ts'
import { batchOf } from '../../testing/shops/batch-of-queue.ts'
import { connectionOf } from '../../testing/shops/shop-scene.ts'
import type { ShopFault } from '../../testing/shops/shop-server.ts'
import { ShopifyStub } from '../../testing/shops/shopify-stub.ts'
import { WooCommerceStub } from '../../testing/shops/woocommerce-stub.ts'
import { asOwner, testDatabase, type TestDatabase } from '../../testing/test-database.ts'

const ORDERS_EACH = 100
const CANCELLED_EACH = 2
const FAULTY = 0.1
const FAULTS: ShopFault[] = ['lost', 'down', 'too_many']
const KILL_EVERY_MS = 6_000

let database: TestDatabase
let woo: WooCommerceStub
let cards: ShopifyStub
let servers: ServerProcess[]
let authorization: string
let pay: string

const start = (): Promise<ServerProcess> =>
  startServerProcess({ DATABASE_URL: database.url, DEMO: 'off', PRIVATE_HOSTS: 'allowed' })

beforeAll(async () => {
  database = await testDatabase()
  ;[woo, cards] = await Promise.all([WooCommerceStub.start(), ShopifyStub.start()])
  const buyer = await aSignedInBuyer({ db: database.db, now: () => new Date() }, 5_000_00)
  ;({ account: pay, authorization } = buyer)
  await asOwner(
    database.url,
    `update carrier_account set purchases_per_minute = null, pence_per_day = null;
     update app_user set permissions = permissions || '{administration}'::text[]`,
  )
  servers = [await start(), await start()]
}, 60_000)
afterAll(async () => {
  for (const { process, ended } of servers) {
    process.kill('SIGKILL')
    await ended
  }
  await Promise.all([woo.stop(), cards.stop()])
  await database.close()
})

/** Calls any server until one answers. */
async function call<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T> {
  for (;;) {
    const { url } = servers[Math.floor(Math.random() * servers.length)]!
    const answer = await fetch(`${url}/api/stamp/v1${path}`, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    }).catch(() => undefined)
    if (answer && answer.status < 500) return (await answer.json()) as T
    await sleep(200)
  }
}

let killed = 0
const over = new AbortController()
/** Kills one server after the other, each at some moment, and starts another in its place. */
async function killServers(): Promise<void> {
  while (!over.signal.aborted) {
    await sleep(KILL_EVERY_MS * (0.5 + Math.random()))
    const at = killed++ % servers.length
    servers[at]!.process.kill('SIGKILL')
    await servers[at]!.ended
    servers[at] = await start()
    // leases of the dead end by hand, so that nobody waits for them
    await asOwner(
      database.url,
      `update shop set import_at = now(); update shop_order set report_at = now() where report_at is not null;
       update batch_row set lease_until = now() where state in ('waiting', 'buying', 'unknown');
       update purchase set lease_until = now() where state = 'AUTHORISED'`,
    )
  }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if (await isSo()) return
    await sleep(500)
  }
  throw new Error(`Never: ${what}`)
}

async function queue(): Promise<QueuedShipment[]> {
  const pages = [0, 100, 200].map((from) =>
    call<{ data: QueuedShipment[] }>('GET', `/shipment/pending?start=${from}&length=100`),
  )
  const rows = (await Promise.all(pages)).flatMap(({ data }) => data)
  return [...new Map(rows.map((row) => [row.code, row])).values()]
}

const today = ukDateOf(new Date())

/** Buys what may be bought, in batches, until nothing is left but what was cancelled. */
async function buyAll(): Promise<void> {
  await until('everything is bought', async () => {
    const rows = await queue()
    for (const { pending_id, version, order } of rows)
      if (order?.mark === 'changed') await call('POST', `/shipment/pending/${pending_id}/order`, { version })
    const good = rows.filter(({ order }) => order?.mark !== 'cancelled')
    if (good.length === 0) return rows.length === 2 * CANCELLED_EACH
    const id = randomUUID()
    await call('POST', `/shipment/batch?batch_id=${id}`, { rows: batchOf(good.slice(0, 60), pay, today) })
    await until(
      'a batch ends',
      async () => (await call<ShipmentBatch>('GET', `/shipment/batch/${id}`)).state === 'done',
    )
    return false
  })
}

const byId = (a: { id: string }, b: { id: string }): number => a.id.localeCompare(b.id)
const purchases = () => database.db.selectFrom('purchase').select(['id', 'state']).execute()

it(
  'imports, buys, prints and reports 200 orders of two shops, each once, with killed servers and faults of the shops',
  { timeout: 420_000 },
  async () => {
    for (let n = 0; n < ORDERS_EACH + CANCELLED_EACH; n++) for (const stub of [woo, cards]) stub.add(n)
    for (const stub of [woo, cards]) await call('POST', '/shop', connectionOf(stub))
    await call('PUT', '/sendingrule', {
      rules: [
        { destination: 'uk', over_pence: 50_00, service: '1SF' },
        { destination: 'uk', max_grams: 2000, service: 'TR48' },
        { destination: 'abroad', service: 'IT' },
      ],
    })
    for (const stub of [woo, cards])
      stub.fault = () => (Math.random() < FAULTY ? FAULTS[Math.floor(Math.random() * FAULTS.length)] : undefined)
    const killing = killServers()
    await until(
      'all orders are in the queue',
      async () => (await queue()).length === 2 * (ORDERS_EACH + CANCELLED_EACH),
    )

    // some change, and some are cancelled, before they are bought
    for (let n = 0; n < 5; n++) {
      const { id, shipping } = woo.orders.get(1000 + n)!
      woo.change(id, { shipping: { ...shipping, address_1: `${n} New Street` } })
    }
    for (let n = ORDERS_EACH; n < ORDERS_EACH + CANCELLED_EACH; n++) {
      woo.change(1000 + n, { status: 'cancelled' })
      cards.change(7_000_000_000 + n, { cancelled_at: new Date().toISOString() })
    }
    await asOwner(database.url, `update shop set import_at = now()`)
    await until('changes are marked', async () => {
      const marks = (await queue()).flatMap(({ order }) => order?.mark ?? [])
      return marks.length === 5 + 2 * CANCELLED_EACH
    })

    await buyAll()
    for (const { id, state } of await purchases()) if (state === 'BOUGHT') await call('PUT', `/shipment/${id}/printed`)
    await until('all are reported', async () => {
      const left = await database.db
        .selectFrom('shop_order')
        .select('external_id')
        .where('purchase_id', 'is not', null)
        .where('reported_at', 'is', null)
        .execute()
      return left.length === 0
    })
    over.abort()
    await killing

    expect(killed).toBeGreaterThan(5)
    const bought = (await purchases()).filter(({ state }) => state === 'BOUGHT')
    expect(bought).toHaveLength(2 * ORDERS_EACH)
    const wooIds = Array.from({ length: ORDERS_EACH }, (_, n) => 1000 + n)
    expect(woo.notes.size).toBe(ORDERS_EACH)
    expect(wooIds.filter((id) => woo.notes.get(id)?.length !== 1)).toEqual([])
    expect(wooIds.filter((id) => woo.orders.get(id)?.status !== 'completed')).toEqual([])
    expect(cards.fulfillments.map(({ order_id }) => order_id).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: ORDERS_EACH }, (_, n) => 7_000_000_000 + n),
    )
    const { rows } = await asOwner(
      database.url,
      `select count(*)::int as orders, count(distinct purchase_id)::int as purchases,
        count(*) filter (where p.draft -> 'references' ->> 0 = o.number)::int as of_their_order
       from shop_order o join purchase p on p.id = o.purchase_id where reported_at is not null`,
    )
    expect(rows).toEqual([{ orders: 200, purchases: 200, of_their_order: 200 }])
    const printed = await database.db
      .selectFrom('purchase')
      .select(['id', 'state'])
      .where('printed_at', 'is not', null)
      .execute()
    // a purchase that was cancelled after a kill has no label, and its order was bought anew
    expect(printed.toSorted(byId)).toEqual(bought.toSorted(byId))
    expect(await brokenInvariants(database.db)).toEqual([])
  },
)
