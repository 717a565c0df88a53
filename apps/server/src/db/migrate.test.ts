import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { verifyChains } from '../features/audit/verify-chains.store.ts'
import { brokenInvariants } from '../features/ledger/invariants.store.ts'
import { brokenAfterDrain } from '../testing/after-the-drain.ts'
import { PRICE, purchaseScene } from '../testing/purchase-scene.ts'
import { asOwner, urlOf } from '../testing/test-database.ts'
import { applyMigration, migrate, migrationNames } from './migrate.ts'

async function emptyDatabase(): Promise<string> {
  const cluster = inject('postgresUrl')
  const name = `m_${randomBytes(8).toString('hex')}`
  await asOwner(cluster, `create database ${name}`)
  onTestFinished(async () => void (await asOwner(cluster, `drop database ${name} with (force)`)))
  return urlOf(cluster, name)
}

const appliedIn = async (url: string) =>
  (await asOwner(url, 'select name, applied_at from migration order by name')).rows

describe('migrate', () => {
  it('applies each file once, however often and by however many processes it is called', async () => {
    const url = await emptyDatabase()
    await Promise.all([migrate(url), migrate(url), migrate(url)])
    const applied = await appliedIn(url)
    expect(applied.map((row) => (row as { name: string }).name)).toEqual(migrationNames())
    await migrate(url)
    expect(await appliedIn(url)).toEqual(applied)
  })

  it('continues where it was interrupted', async () => {
    const url = await emptyDatabase()
    await migrate(url, migrationNames().slice(0, 3))
    expect(await appliedIn(url)).toHaveLength(3)
    await migrate(url)
    expect(await appliedIn(url)).toHaveLength(migrationNames().length)
  })

  it('leaves the database of a newer version as it is, and rejects one it cannot bring up to date', async () => {
    const url = await emptyDatabase()
    await migrate(url)
    await asOwner(url, `insert into migration (name) values ('999-tomorrow.sql')`)
    await migrate(url)
    await asOwner(url, `delete from migration where name = '${migrationNames().at(-1)!}'`)
    await expect(migrate(url)).rejects.toThrow(
      'Another version of Postroom made this database: it has the migration 999',
    )
  })

  it('does not wait for ever for another process, and names how to end it', async () => {
    const url = await emptyDatabase()
    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    await holder.query('select pg_advisory_lock(770002)')
    await expect(migrate(url, undefined, 50)).rejects.toThrow('select pg_terminate_backend(pid) from (select pid')
    await holder.end()
    await migrate(url, undefined, 50)
    expect(await appliedIn(url)).toHaveLength(migrationNames().length)
  })

  it.each(['40P01', '55P03'])('tries again what PostgreSQL ends with %s', async (code) => {
    const client = new pg.Client({ connectionString: await emptyDatabase() })
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('create table migration (name text primary key); create sequence tries')
    const failing = `raise exception 'not now' using errcode = '${code}'`
    await applyMigration(client, 'later.sql', `do $$ begin if nextval('tries') < 2 then ${failing}; end if; end $$`)
    const { rows } = await client.query('select name, last_value::int as tries from migration, tries')
    expect(rows).toEqual([{ name: 'later.sql', tries: 2 }])
  })

  it('leaves nothing of a migration that fails', async () => {
    const client = new pg.Client({ connectionString: await emptyDatabase() })
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('create table migration (name text primary key)')
    const failing = applyMigration(client, 'half.sql', 'create table half (); select 1 / 0')
    await expect(failing).rejects.toThrow('Migration half.sql failed: division by zero')
    await client.query('rollback')
    const { rows } = await client.query(
      `select to_regclass('half') as half, (select count(*) from migration) as applied`,
    )
    expect(rows).toEqual([{ half: null, applied: '0' }])
  })
})

const MIGRATION_WAITS = `
  select from pg_locks join pg_database d on d.oid = database
  where datname = current_database() and mode = 'AccessExclusiveLock' and not granted`

/** Waits until it is true; the time limit of the test ends it. */
async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(10)
}

it('a server sells while a migration waits for its tables, and after it', { timeout: 120_000 }, async () => {
  const scene = await purchaseScene(10_000_00, { carrier_ms: 10_000, lease_ms: 20_000, wait_ms: 20_000 })
  const { db, url } = scene.database
  let bought = 0
  const closing = new AbortController()
  const buyers = Array.from({ length: 3 }, async (_, buyer) => {
    for (let n = 0; !closing.signal.aborted; n++) {
      const answer = await scene.buyer.buy(`buyer-${buyer}-${n}`)
      if (answer.statusCode === 200) bought += 1
      else expect(answer.statusCode).toBe(503) // waited for the changed table; nothing is charged
    }
  })
  const more = (count: number) =>
    until(
      (
        (least) => () =>
          bought >= least
      )(bought + count),
    )

  await more(5)
  const reader = new pg.Client({ connectionString: url })
  const owner = new pg.Client({ connectionString: url })
  await Promise.all([reader.connect(), owner.connect()])
  await reader.query('begin; select count(*) from purchase')
  const migrating = applyMigration(owner, '999-later.sql', 'alter table purchase add later int not null default 0')
  await until(async () => (await asOwner(url, MIGRATION_WAITS)).rows.length > 0)
  await more(20)
  expect(await db.selectFrom('purchase').selectAll().limit(1).executeTakeFirstOrThrow()).not.toHaveProperty('later')
  await reader.end()
  await migrating
  expect(await db.selectFrom('purchase').selectAll().limit(1).executeTakeFirstOrThrow()).toHaveProperty('later')
  await more(10)
  closing.abort()
  await Promise.all(buyers)

  expect([...(await brokenInvariants(db)), ...(await brokenAfterDrain(db))]).toEqual([])
  expect((await verifyChains(db)).broken).toEqual([])
  expect(await scene.buyer.balance()).toBe(10_000_00 - bought * PRICE)
  await owner.end()
  await scene.close()
})
