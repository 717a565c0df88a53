import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '../../db/database.ts'
import { fillLedger } from '../../testing/fill-ledger.ts'
import { purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { connectAsOwner } from '../../testing/test-database.ts'
import { countStatement, listStatement } from './statement.store.ts'

const PURCHASES = 1_000
/** The lines of a page are read three times: shown, added up before it, and one by one. Half of what is read are holds. */
const READ_MAX = 200

let scene: PurchaseScene
let owner: Db
beforeAll(async () => {
  scene = await purchaseScene(10_00)
  await scene.buyer.buy('like-this-one')
  await fillLedger(scene.database.url, PURCHASES)
  ;({ owner } = connectAsOwner(scene.database.url))
})
afterAll(async () => {
  await owner.destroy()
  await scene.close()
})

/** How many transfers the work fetches, and how often it reads the whole table. */
async function readsOf(work: (tx: Db) => Promise<unknown>) {
  const tx = await owner.startTransaction().execute()
  await sql`set local role postroom_platform`.execute(tx)
  const before = await readSoFar(tx)
  await work(tx)
  const after = await readSoFar(tx)
  await tx.rollback().execute()
  return { scans: after.scans - before.scans, fetched: after.fetched - before.fetched }
}

async function readSoFar(tx: Db) {
  const { rows } = await sql<{ scans: number; fetched: number }>`
    select seq_scan::int as scans, coalesce(idx_tup_fetch, 0)::int as fetched
    from pg_stat_xact_user_tables where relname = 'transfer'`.execute(tx)
  return rows[0]!
}

const every = () => ({ account: scene.buyer.account, dateFrom: undefined, dateTo: undefined })

it.each([
  ['newest', 'desc'],
  ['oldest', 'asc'],
] as const)('of a long statement, the page of the %s reads itself', async (_name, direction) => {
  const read = await readsOf((tx) => listStatement(tx, every(), { direction, start: 0, length: 25 }))
  expect(read.scans).toBe(0)
  expect(read.fetched).toBeLessThan(READ_MAX)
})

it('reads no line for a page that has none', async () => {
  const later = { ...every(), dateFrom: '2999-01-01' }
  const read = await readsOf(async (tx) =>
    expect(await listStatement(tx, later, { direction: 'desc', start: 0, length: 25 })).toEqual([]),
  )
  expect(read).toEqual({ scans: 0, fetched: 0 })
})

it('counts a long statement in its index', async () => {
  const read = await readsOf(async (tx) =>
    expect(String(await countStatement(tx, every()))).toBe(String(PURCHASES + 3)),
  )
  expect(read).toEqual({ scans: 0, fetched: 0 })
})
