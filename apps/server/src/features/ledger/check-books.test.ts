import type { Shipment } from '@postroom/contract/shipment'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Db } from '../../db/database.ts'
import { fillLedger } from '../../testing/fill-ledger.ts'
import { purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { connectAsOwner } from '../../testing/test-database.ts'
import { checkBooks } from './check-books.store.ts'
import { isSellingStopped } from './invariants.store.ts'

/** Bought before the checkpoint; each has two or more rows in four tables. */
const FILLED = 1_000
/** How many rows of these tables an incremental check may read: far fewer than they hold. */
const ROWS_READ_MAX = 100

let scene: PurchaseScene
let pool: pg.Pool
let owner: Db
let checked: string
let fresh: string
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  ;({ pool, owner } = connectAsOwner(scene.database.url))
  checked = (await scene.buyer.buy('checked-already')).json<Shipment>().id
  await fillLedger(scene.database.url, FILLED)
  await pool.query('update carrier_account set purchases_per_minute = null, pence_per_day = null') // everything was bought today
  await pool.query('alter table transfer disable trigger transfer_append_only')
}, 120_000)
beforeEach(async () => {
  await pool.query('truncate books_check')
  expect(await checkBooks(scene.context.db)).toEqual({ broken: [], chains: [] })
  fresh = (await scene.buyer.buy(`new-${Math.random()}`)).json<Shipment>().id
})
afterAll(async () => {
  await owner.destroy()
  await scene.close()
})

/** The check's result after `statement`, which is then rolled back. */
async function checkAfter(statement: string) {
  const planted = await owner.startTransaction().execute()
  await sql.raw(statement.replaceAll('{checked}', checked).replaceAll('{fresh}', fresh)).execute(planted)
  const found = await checkBooks(planted)
  await planted.rollback().execute()
  return { broken: found?.broken.map(({ broken }) => broken), chains: found?.chains.map(({ row }) => row) }
}
const A_DAY_LATER = `update books_check set whole_at = whole_at - interval '25 hours'`
const change = (of: string) =>
  `update transfer set at = at - interval '1 day' where purchase_id = '${of}' and kind = 'hold'`
const enlarge = (of: string) => `update transfer set amount = 99999 where purchase_id = '${of}' and kind = 'hold'`
const A_TRANSFER = expect.stringMatching(/^transfer \d+$/) as string

it.each([
  // statement                                  broken        chains
  ['nothing', 'select 1', [], []],
  ['a new row changed', change('{fresh}'), [], [A_TRANSFER]],
  ['an old row changed', change('{checked}'), [], []],
  ['an old row changed, a day later', `${change('{checked}')}; ${A_DAY_LATER}`, [], [A_TRANSFER]],
  ['a new amount changed', enlarge('{fresh}'), expect.arrayContaining(['I1', 'I8']) as string[], [A_TRANSFER]],
  ['an old amount changed', enlarge('{checked}'), [], []],
  [
    'an old amount changed, a day later',
    `${enlarge('{checked}')}; ${A_DAY_LATER}`,
    expect.arrayContaining(['I1', 'I8']) as string[],
    [A_TRANSFER],
  ],
  [
    'the end of a chain changed',
    `update chain set hash = 'mine' where name like 'ledger:%'`,
    [],
    ['the end of the chain was changed'],
  ],
  [
    'a shortened chain',
    `update chain set length = 1 where name like 'ledger:%'`,
    ['I1', 'I1'], // payer and carrier: transfers since then are not counted
    ['the end of the chain was changed'],
  ],
])('%s', async (_what, statement, broken, chains) => {
  expect(await checkAfter(statement)).toEqual({ broken, chains })
})

it('reads only what is new, however many rows there are', async () => {
  const asked = await owner.startTransaction().execute()
  await sql`set local role postroom_platform`.execute(asked)
  const before = await readSoFar(asked)
  await checkBooks(asked)
  const rows = (await readSoFar(asked)).map(({ name, scans, read }, index) => ({
    name,
    scans: scans - before[index]!.scans,
    read: read - before[index]!.read,
  }))
  await asked.rollback().execute()
  expect(rows.filter(({ name, scans }) => name !== 'void_request' && scans > 0)).toEqual([])
  expect(Math.max(...rows.map(({ read }) => read))).toBeLessThan(ROWS_READ_MAX)
  expect(rows.find(({ name }) => name === 'transfer')?.read).toBeGreaterThan(0)
})

/** PostgreSQL counts what earlier transactions of the connection read as well, until it reports it, once a second. */
async function readSoFar(tx: Db) {
  const { rows } = await sql<{ name: string; scans: number; read: number }>`
    select relname as name, seq_scan::int as scans, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
    from pg_stat_xact_user_tables
    where relname in ('transfer', 'purchase', 'purchase_event', 'document', 'void_request') order by relname`.execute(
    tx,
  )
  return rows
}

it('continues from the last check only while nothing is broken; after a check that stopped selling, everything is read', async () => {
  await pool.query(enlarge(checked))
  await pool.query(A_DAY_LATER)
  await checkBooks(scene.context.db)
  expect(await isSellingStopped(scene.context.db)).toBe(true)
  await checkBooks(scene.context.db)
  expect(await isSellingStopped(scene.context.db)).toBe(true)
  await pool.query(`update transfer set amount = 320 where purchase_id = '${checked}' and kind = 'hold'`)
  expect(await checkBooks(scene.context.db)).toEqual({ broken: [], chains: [] })
  expect(await isSellingStopped(scene.context.db)).toBe(false)
})

it('runs in one process at a time, and stays correct while others buy', async () => {
  const other = await owner.startTransaction().execute()
  await checkBooks(other)
  expect(await checkBooks(scene.context.db)).toBeUndefined()
  await other.rollback().execute()
  const buying = Array.from({ length: 5 }, (_, n) => scene.buyer.buy(`meanwhile-${n}`))
  for (let n = 0; n < 10; n++) expect(await checkBooks(scene.context.db)).toEqual({ broken: [], chains: [] })
  await Promise.all(buying)
  expect(await checkBooks(scene.context.db)).toEqual({ broken: [], chains: [] })
  expect((await pool.query('select from unchecked_purchase')).rowCount).toBe(0)
})
