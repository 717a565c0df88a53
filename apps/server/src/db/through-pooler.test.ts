import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../features/ledger/invariants.store.ts'
import { listenForHubs } from '../features/hubs/hub-notices.store.ts'
import { loginUrlsOf, startPgBouncer } from '../testing/pgbouncer.ts'
import { aBuyer, purchaseScene, type Buyer } from '../testing/purchase-scene.ts'
import { asOwner, testDatabase, type TestDatabase } from '../testing/test-database.ts'
import { isWritable, openDatabase, type Db } from './database.ts'
import { inSnapshot, inTransaction } from './in-transaction.ts'
import { asTenant } from './tenant.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await testDatabase()
})
afterAll(() => own.close())

const nameOf = (url: string): string => /\/(\w+)\?/.exec(url)![1]!

async function openThrough(through: (url: string) => string, behindPooler = true) {
  const [app, platform] = loginUrlsOf(nameOf(own.url)).map((url) => ({ connectionString: through(url) }))
  return openDatabase(own.url, { app: app!, platform: platform!, behindPooler })
}

const SETTINGS = `select tenant() as id, current_setting('statement_timeout') as time_out`
const settingsSeenBy = async (db: Db) =>
  (await sql<{ id: string | null; time_out: string }>`${sql.raw(SETTINGS)}`.execute(db)).rows[0]!

describe('through a pooler in transaction mode', () => {
  it('organisations that share its connections see their own rows only', async () => {
    const through = await startPgBouncer()
    const pooled = await openThrough(through)
    const mine = Array.from({ length: 8 }, () => crypto.randomUUID())
    const looks = await Promise.all(
      Array.from({ length: 400 }, async (_, index) => {
        const id = mine[index % mine.length]!
        const look = () => (index % 3 === 0 ? inTransaction(pooled.db, settingsSeenBy) : settingsSeenBy(pooled.db))
        return { id, seen: await asTenant(id, look) }
      }),
    )
    expect(looks.filter(({ id, seen }) => seen.id !== id || seen.time_out !== '5s')).toEqual([])
    expect(await settingsSeenBy(pooled.db)).toEqual({ id: null, time_out: '5s' })
    await pooled.close()
    // another client of the pooler finds nothing that was left behind
    const left = await asOwner(through(loginUrlsOf(nameOf(own.url))[0]!), SETTINGS)
    expect(left.rows).toEqual([{ id: null, time_out: '0' }])
  })

  it('a failed query leaves a connection that works, and a snapshot is one', async () => {
    const pooled = await openThrough(await startPgBouncer({ default_pool_size: '1' }))
    const { db } = pooled
    await expect(sql`select 1 / 0`.execute(db)).rejects.toMatchObject({ code: '22012' })
    const level = await inSnapshot(db, (tx) => sql`show transaction isolation level`.execute(tx))
    expect(level.rows).toEqual([{ transaction_isolation: 'repeatable read' }])
    await expect(inTransaction(db, (tx) => sql`select 1 / 0`.execute(tx))).rejects.toMatchObject({ code: '22012' })
    expect(await settingsSeenBy(db)).toEqual({ id: null, time_out: '5s' })
    await pooled.close()
  })

  it('a query of the pool itself is answered, with a result or an error', async () => {
    const pooled = await openThrough(await startPgBouncer())
    expect(await isWritable(pooled)).toBe(true)
    await expect(pooled.platformPool.query('select 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' })
    expect((await pooled.platformPool.query('select $1::int as n', [7])).rows).toEqual([{ n: 7 }])
    await pooled.close()
  })

  it('sells to several organisations at once, and the books balance', async () => {
    const patient = { wait_ms: 60_000, carrier_ms: 60_000, lease_ms: 60_000 }
    const pooled = await openThrough(await startPgBouncer())
    const scene = await purchaseScene(100_00, patient, { ...pooled, url: own.url })
    const buyers: Buyer[] = [scene.buyer]
    for (let more = 0; more < 3; more++) buyers.push(await aBuyer(scene, 100_00))
    const answers = await Promise.all(
      buyers.flatMap((buyer) => Array.from({ length: 5 }, (_, index) => buyer.buy(`pooled-${index}`))),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    const { db } = scene.context
    const bought = () => db.selectFrom('purchase').select('id').execute()
    const seen = await Promise.all(buyers.map(({ organisation }) => asTenant(organisation, bought)))
    expect(seen.map(({ length }) => length)).toEqual(buyers.map(() => 5))
    expect(await brokenInvariants(db)).toEqual([])
    await scene.close()
  })

  it('the hub listens without the pooler', async () => {
    const pooled = await openThrough(await startPgBouncer())
    const heard: string[] = []
    const listening = Promise.withResolvers<void>()
    const stop = listenForHubs(pooled.listeningPool, {
      onMessage: (hubId) => heard.push(hubId),
      onRevoked: () => {},
      onListening: listening.resolve,
    })
    await listening.promise
    await sql`select pg_notify('hub_message', 'a-hub its-channel')`.execute(pooled.db)
    await expect.poll(() => heard).toEqual(['a-hub'])
    stop()
    await pooled.close()
  })
})

describe('the start', () => {
  it.each([{}, { ignore_startup_parameters: 'options' }])(
    'refuses a pooler without its setting: %j',
    async (settings) => {
      const through = await startPgBouncer(settings)
      await expect(openThrough(through, false)).rejects.toThrow('DATABASE_POOLER=transaction')
      await expect(openDatabase(through(own.url))).rejects.toThrow('Let DATABASE_URL lead to the database itself')
    },
  )
})
