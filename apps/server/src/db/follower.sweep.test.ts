import { addDays } from '@postroom/domain/calendar'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exposition, newMetrics } from '../operation/metrics.ts'
import { startFollower } from '../testing/follower.ts'
import { purchaseScene, type PurchaseScene } from '../testing/purchase-scene.ts'
import { asOwner } from '../testing/test-database.ts'
import { openDatabase, type Database } from './database.ts'
import { startEmbedded, type EmbeddedPostgres } from './embedded-postgres.ts'
import { asTenant } from './tenant.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-follower-'))
fs.chmodSync(folder, 0o755) // as root the database runs under another account, which must be able to enter
let leader: EmbeddedPostgres
let follower: { url: string; stop: () => Promise<void> }
let scene: PurchaseScene
beforeAll(async () => {
  leader = await startEmbedded(path.join(folder, 'leader'))
  await (await openDatabase(leader.url)).close()
  follower = await startFollower(path.join(folder, 'leader'), path.join(folder, 'follower'))
  const database = await openDatabase(leader.url, undefined, follower.url)
  scene = await purchaseScene(100_00, {}, { ...database, url: leader.url })
  scene.context.follower = database.follower!
}, 60_000)
afterAll(async () => {
  await scene.close()
  await follower.stop()
  await leader.stop()
  fs.rmSync(folder, { recursive: true })
})

/** Purchases have the time of the database. */
const today = new Date().toISOString().slice(0, 10)
const PERIOD = `from=${addDays(today, -1)}&to=${addDays(today, 1)}`
const totalOf = async (): Promise<number> =>
  (await scene.buyer.post('/stamp/v1/shipment/search?start=0&length=10')).json<{ total: number }>().total
const itemsSpent = async (): Promise<number> =>
  (await scene.buyer.get(`/stamp/v1/spending?${PERIOD}`)).json<{ total: { items: number } }>().total.items
const linesOf = async (file: string): Promise<number> =>
  (await scene.buyer.get(`/stamp/v1/${file}`)).body.trim().split('\r\n').length - 1
const readAll = async (): Promise<number[]> => [
  await totalOf(),
  await itemsSpent(),
  await linesOf('shipment/search.csv'),
  await linesOf(`spending.csv?${PERIOD}`),
]
const purchasesIn = ({ follower: of }: Database) => of!.read((db) => db.selectFrom('purchase').select('id').execute())
const answered = () => ({ ...scene.context.follower!.answered })

it('shows a purchase in history, dashboard and files at once, from the follower', async () => {
  expect(await readAll()).toEqual([0, 0, 0, 0])
  for (let bought = 1; bought <= 10; bought += 1) {
    expect((await scene.buyer.buy(`purchase-${bought}`)).statusCode).toBe(200)
    expect(await readAll()).toEqual([bought, bought, bought, 1])
  }
  expect(answered()).toEqual({ follower: 44, database: 0 })
  expect(await exposition(newMetrics(), scene.context)).toContain('postroom_long_reads_total{at="follower"} 44')
})

it.each([
  ['with a login for each role', undefined],
  ["with the owner's login", { app: 'postroom_app', platform: 'postroom_platform' }],
])('shows an organisation its own rows only, %s', async (_name, roles) => {
  const as = (role: string) => ({ connectionString: leader.url, options: `-c role=${role}` })
  const logins = roles && { app: as(roles.app), platform: as(roles.platform) }
  const database = await openDatabase(leader.url, logins, follower.url)
  expect(await asTenant(scene.buyer.organisation, () => purchasesIn(database))).toHaveLength(10)
  expect(await asTenant(crypto.randomUUID(), () => purchasesIn(database))).toEqual([])
  expect(database.follower!.answered).toEqual({ follower: 2, database: 0 })
  await database.close()
})

it('answers from the database while the follower is late, and leaves it out for ten seconds', async () => {
  await asOwner(follower.url, 'select pg_wal_replay_pause()')
  await scene.buyer.buy('purchase-11')
  expect(await readAll()).toEqual([11, 11, 11, 1])
  await asOwner(follower.url, 'select pg_wal_replay_resume()')
  expect(await totalOf()).toBe(11)
  expect(answered()).toEqual({ follower: 44, database: 5 })
  await expect.poll(async () => (await totalOf(), answered().follower), { timeout: 15_000, interval: 500 }).toBe(45)
}, 30_000)

it('answers a read from the database when the follower stops in the middle of it', async () => {
  let reads = 0
  const name = await scene.context.follower!.read(async (db) => {
    if (++reads === 1) await follower.stop()
    return (await db.selectFrom('organisation').select('id').executeTakeFirstOrThrow()).id
  })
  expect([reads, name]).toEqual([2, scene.buyer.organisation])
  expect(await readAll()).toEqual([11, 11, 11, 1])
})

it('uses no database that follows nothing, such as a balancer gives when no follower is left', async () => {
  const mistaken = await openDatabase(leader.url, undefined, leader.url)
  expect(await purchasesIn(mistaken)).toHaveLength(11)
  expect(mistaken.follower!.answered).toEqual({ follower: 0, database: 1 })
  await mistaken.close()
})
