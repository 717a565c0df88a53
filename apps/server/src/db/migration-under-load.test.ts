import type { Shipment } from '@postroom/contract/shipment'
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { verifyChains } from '../features/audit/verify-chains.store.ts'
import { brokenInvariants } from '../features/ledger/invariants.store.ts'
import { brokenAfterDrain } from '../testing/after-the-drain.ts'
import { PRICE, purchaseScene } from '../testing/purchase-scene.ts'
import { asOwner, urlOf } from '../testing/test-database.ts'
import { aCustomer, NEWEST_OF_VERSION, serverOfVersion010 } from '../testing/version-010.ts'
import { openDatabase } from './database.ts'
import { migrate, migrationNames } from './migrate.ts'

const CREDIT = 10_000_00
const BUYERS = 3

const MIGRATION_WAITS = `
  select from pg_locks join pg_database d on d.oid = database
  where datname = current_database() and mode = 'AccessExclusiveLock' and not granted`

/** Waits until it is true; the test's own time limit ends it. */
async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(10)
}

it(
  'an old server sells while a new one migrates, behind somebody who reads for long, and both sell side by side',
  { timeout: 120_000 },
  async () => {
    const cluster = inject('postgresUrl')
    const name = `u_${randomBytes(8).toString('hex')}`
    const url = urlOf(cluster, name)
    await asOwner(cluster, `create database ${name}`)
    await migrate(url, migrationNames().slice(0, migrationNames().indexOf(NEWEST_OF_VERSION) + 1))
    const customer = { organisation: randomUUID(), user: randomUUID(), account: randomUUID() }
    await asOwner(url, aCustomer(customer, CREDIT))

    const old = serverOfVersion010(url)
    const bought: string[] = []
    const voided: string[] = []
    const over = new AbortController()
    const buyers = Array.from({ length: BUYERS }, async () => {
      while (!over.signal.aborted) {
        bought.push(await old.buy(customer))
        if (bought.length % 3 !== 0) continue
        const id = bought.pop()!
        await old.void(customer, id)
        voided.push(id)
      }
    })
    const more = async (count: number) => {
      const before = bought.length + voided.length
      await until(() => bought.length + voided.length >= before + count)
    }

    await more(5)
    const reader = new pg.Client({ connectionString: url })
    await reader.connect()
    await reader.query('begin; select count(*) from purchase')
    const opening = openDatabase(url)
    await until(async () => (await asOwner(url, MIGRATION_WAITS)).rows.length > 0)
    await more(20)
    await reader.end()

    const database = await opening
    const patient = { carrier_ms: 10_000, lease_ms: 20_000, wait_ms: 20_000 }
    const scene = await purchaseScene(CREDIT, patient, { ...database, url })
    const answers = Array.from({ length: 10 }, (_, index) => scene.buyer.buy(`side-by-side-${index}`))
    const bySide = (await Promise.all(answers)).map((answer) => answer.json<Shipment>().id)
    await more(10)
    over.abort()
    await Promise.all(buyers)

    const { db } = database
    expect([...(await brokenInvariants(db)), ...(await brokenAfterDrain(db))]).toEqual([])
    expect((await verifyChains(db)).broken).toEqual([])
    const stored = await db.selectFrom('purchase').select(['id', 'state']).execute()
    const inState = (state: string) => new Set(stored.filter((row) => row.state === state).map(({ id }) => id))
    expect(inState('BOUGHT')).toEqual(new Set([...bought, ...bySide]))
    expect(inState('VOIDED')).toEqual(new Set(voided))
    const left = await db.selectFrom('account').select('balance').where('id', '=', `cust:${customer.account}`).execute()
    expect(left).toEqual([{ balance: CREDIT - bought.length * PRICE }])
    await old.stop()
    await scene.close()
    await asOwner(cluster, `drop database ${name} with (force)`)
  },
)
