import type { Shipment } from '@postroom/contract/shipment'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { brokenInvariants } from '../../features/ledger/invariants.store.ts'
import { sealUnder } from '../../sealed-text.ts'
import { ClickAndDropStub, type StubAccount } from '../../testing/click-and-drop/click-and-drop-stub.ts'
import type { Fault } from '../../testing/click-and-drop/faults.ts'
import { aShipmentDraft, aSignedInBuyer } from '../../testing/purchase-scene.ts'
import { POSTROOM_SECRET_KEY, startServerProcess, type ServerProcess } from '../../testing/server-process.ts'
import { asOwner, testDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { connectAccount } from './connection.store.ts'

const BUYERS = 25
const PURCHASES_EACH = 20
const CREDIT = 1_000_00
const FAULTY = 0.2
/** A server is killed for every so many answers, so a slow machine has as many kills as a fast one. */
const ANSWERS_A_KILL = 10
const FAULTS: Fault[] = [
  { kind: 'lost' },
  { kind: 'dropped' },
  { kind: 'failing' },
  { kind: 'down' },
  { kind: 'too_many', retryAfterS: 1 },
  { kind: 'too_many' },
  { kind: 'not_a_pdf' },
  { kind: 'no_label' },
  { kind: 'gibberish' },
  { kind: 'failed', message: 'The address is not served.' },
  { kind: 'slow', ms: 500 },
]

interface Desk {
  account: StubAccount
  pay: string
  headers: Record<string, string>
}

let database: TestDatabase
let stub: ClickAndDropStub
let servers: ServerProcess[]
let desks: Desk[]

const start = (): Promise<ServerProcess> =>
  startServerProcess({ DATABASE_URL: database.url, DEMO: 'off', CLICK_AND_DROP_URL: stub.url })

beforeAll(async () => {
  database = await testDatabase()
  stub = await ClickAndDropStub.start()
  const { db } = database
  desks = []
  for (let buyer = 0; buyer < BUYERS; buyer++) {
    const { account: pay, authorization } = await aSignedInBuyer({ db, now: () => new Date() }, CREDIT)
    await connectAccount(db, sealUnder(POSTROOM_SECRET_KEY), pay, `key ${buyer}`)
    const headers = { authorization, 'content-type': 'application/json' }
    desks.push({ account: stub.open(`key ${buyer}`), pay, headers })
  }
  await asOwner(database.url, 'update carrier_account set purchases_per_minute = null, pence_per_day = null')
  servers = [await start(), await start()]
}, 60_000)
afterAll(async () => {
  for (const { process, ended } of servers) {
    process.kill('SIGKILL')
    await ended
  }
  await stub.stop()
  await database.close()
})

const oneOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!

/** Calls any server until one answers. */
async function call(desk: Desk, method: string, path: string, body: object): Promise<Response> {
  for (;;) {
    const request = { method, headers: desk.headers, body: JSON.stringify(body), signal: AbortSignal.timeout(20_000) }
    const answer = await fetch(`${oneOf(servers).url}/api/stamp/v1${path}`, request).catch(() => undefined)
    if (answer && answer.status < 500) return answer
    await sleep(200)
  }
}

async function work(desk: Desk, lane: number): Promise<void> {
  for (let item = 0; item < PURCHASES_EACH; item++) {
    const draft = aShipmentDraft({ by: desk.pay, shipping_date: new Date().toISOString().slice(0, 10) })
    const answer = await call(desk, 'POST', `/shipment/process?pending_id=desk-${lane}-item-${item}`, draft)
    expect([200, 202, 422]).toContain(answer.status)
    if (++answered % ANSWERS_A_KILL === 0) killing = killing.then(killOne)
    if (answer.status !== 200 || item % 5 > 0) continue
    const { id } = (await answer.json()) as Shipment
    await call(desk, 'PUT', `/shipment/${id}/void`, { cancellation_reason: 'Wrong' })
  }
}

let answered = 0
let killed = 0
let killing = Promise.resolve()

/** Kills a server at some moment of the next second, and starts another in its place. */
async function killOne(): Promise<void> {
  await sleep(Math.random() * 1_000)
  const at = killed++ % servers.length
  servers[at]!.process.kill('SIGKILL')
  await servers[at]!.ended
  servers[at] = await start()
}

const inFlight = async (): Promise<number> => {
  const open = database.db.selectFrom('purchase').select('id').where('state', 'in', ['AUTHORISED', 'VOID_REQUESTED'])
  return (await open.execute()).length
}

it(
  'makes each of 500 purchases at most one order, with faults and killed servers, and carrier and ledger agree',
  { timeout: 900_000 },
  async () => {
    stub.faults.random = () => (Math.random() < FAULTY ? oneOf(FAULTS) : undefined)
    await Promise.all(desks.map(work))
    await killing
    expect(killed).toBe((BUYERS * PURCHASES_EACH) / ANSWERS_A_KILL)

    stub.faults.random = undefined
    while ((await inFlight()) > 0) {
      // an order that is not found may appear for a quarter of an hour: that time has passed
      await asOwner(database.url, `update click_and_drop.reference set asked_at = asked_at - interval '1 hour'`)
      await sleep(1_000)
    }

    const orders = desks.flatMap(({ account }) => account.orders.all())
    const deleted = desks.flatMap(({ account }) => account.orders.deleted)
    const made = [...orders, ...deleted].map(({ info }) => info.orderReference)
    expect(new Set(made).size).toBe(made.length)
    const purchases = await database.db.selectFrom('purchase').select(['id', 'state', 'payable']).execute()
    expect(purchases).toHaveLength(BUYERS * PURCHASES_EACH)
    const bought = purchases.filter(({ state }) => state === 'BOUGHT')
    expect(bought.length).toBeGreaterThan(100)
    expect(orders).toHaveLength(bought.length)
    expect(new Set(orders.map(({ info }) => info.orderReference))).toEqual(new Set(bought.map(({ id }) => id)))
    const owed = bought.reduce((sum, { payable }) => sum + payable, 0)
    const clearing = database.db.selectFrom('account').select('balance').where('id', '=', 'carrier:RM')
    expect(await clearing.executeTakeFirstOrThrow()).toEqual({ balance: owed })
    expect(await brokenInvariants(database.db)).toEqual([])
    expect(stub.violations).toEqual([])
  },
)
