import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Shipment } from '@postroom/contract/shipment'
import { quietLog } from '../../testing/quiet-log.ts'
import type { Log } from '../../log.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { PRICE, purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { connectAsOwner } from '../../testing/test-database.ts'
import { checkBooks } from './check-books.store.ts'
import { brokenInvariants, isSellingStopped } from './invariants.store.ts'
import { startWatchingLedger } from './watch-ledger.ts'

let scene: PurchaseScene
let pool: pg.Pool
let owner: Db
let bought: string
let handled: string
let voided: string
const HANDLING = 75
let printed: string
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  await checkBooks(scene.context.db) // everything after this is new
  ;({ pool, owner } = connectAsOwner(scene.database.url))
  bought = (await scene.buyer.buy('books-are-fine')).json<Shipment>().id
  const handling = { query: { handling_charge: String(HANDLING) } }
  handled = (await scene.buyer.buy('handled-by-us', undefined, handling)).json<Shipment>().id
  voided = (await scene.buyer.buy('taken-back', undefined, handling)).json<Shipment>().id
  await scene.buyer.put(`/stamp/v1/shipment/${voided}/void`, { cancellation_reason: 'Wrong address' })
  printed = (await scene.buyer.buy('a-test-print', undefined, { test: true })).json<Shipment>().id
  await pool.query(`alter table transfer disable trigger user; alter table purchase_event disable trigger user;
    alter table purchase_event drop constraint step_allowed; alter table void_request disable trigger user;
    drop index one_hold, one_capture, one_fee, one_release, one_refund, one_fee_refund, one_open_void;
    alter table account drop constraint balance_not_below_floor; alter table transfer drop constraint movement_allowed`)
})
afterAll(async () => {
  await owner.destroy()
  await scene.close()
})

it('finds nothing in correct books', async () => {
  expect(await brokenInvariants(scene.context.db)).toEqual([])
})

it('may take longer than other statements, since everything is read', async () => {
  const other = await owner.startTransaction().execute()
  await sql`lock table transfer`.execute(other)
  const found = inTransaction(scene.context.db, async (tx) => {
    await sql`set local statement_timeout = '100ms'`.execute(tx)
    return brokenInvariants(tx)
  })
  await Promise.all([found, sleep(300).then(() => other.rollback().execute())])
  expect(await found).toEqual([])
})

const move = (kind: string, from: string, to: string, amount = PRICE) =>
  `select post('{bought}', '${kind}', '${from}', '${to}', ${amount})`

// tests the checks themselves: each fault is made with the owner's rights and without the guards, then undone
it.each([
  // invariant, fault
  ['I1', `update account set balance = balance + 1 where id = 'bank'`],
  ['I2', `update account set balance = balance + 1 where id = 'bank'`],
  ['I3', `select post(null, 'topup', '{cust}', 'bank', 1000000)`],
  ['I4', move('hold', '{cust}', '{held}')],
  ['I4', `delete from transfer where kind = 'hold'`],
  ['I5', move('release', '{held}', '{cust}')],
  ['I5', move('refund', 'carrier:RM', '{cust}')],
  ['I5', `delete from transfer where kind = 'capture'`],
  ['I5', move('fee', '{held}', 'revenue:fees')],
  ['I5', `delete from transfer where kind = 'fee'`],
  ['I5', `update purchase set own_fees = 0 where id = '{handled}'`],
  ['I6', move('hold', '{cust}', '{held}')],
  ['I7', `delete from document_link; delete from document where purchase_id = '{bought}' and type = 'label'`],
  ['I7', `delete from document_link; delete from document where purchase_id = '{bought}' and type = 'receipt'`],
  ['I8', `update transfer set amount = amount + 1 where purchase_id = '{bought}' and kind = 'hold'`],
  ['I8', `update transfer set amount = amount + 1 where purchase_id = '{handled}' and kind = 'fee'`],
  ['I8', `update transfer set amount = amount + 1 where purchase_id = '{handled}' and kind = 'capture'`],
  ['I8', `update purchase set own_fees = own_fees + 1 where id = '{handled}'`],
  [
    'I11',
    `insert into transfer (purchase_id, kind, debit, credit, amount) values ('{printed}', 'hold', '{cust}', '{held}', 1)`,
  ],
  ['I14', `delete from purchase_event where to_state = 'BOUGHT'`],
  ['I14', `update purchase_event set from_state = 'VOIDED' where to_state = 'BOUGHT'`],
  ['I14', `insert into purchase_event values ('{bought}', 3, 'BOUGHT', 'VOID_REQUESTED')`],
  ['I5', `delete from transfer where kind = 'refund'`],
  ['I5', `delete from transfer where kind = 'fee_refund'`],
  ['I5', `select post('{voided}', 'fee_refund', 'revenue:fees', '{cust}', ${HANDLING})`],
  ['I5', `update purchase set state = 'BOUGHT' where id = '{voided}'`],
  ['I8', `update transfer set amount = amount - 1 where kind = 'refund'`],
  ['I8', `update transfer set amount = amount - 1 where kind = 'fee_refund'`],
  ['I15', `delete from void_request`],
  ['I15', `update void_request set answered_at = null`],
  ['I15', `update void_request set refusal = 'No'`],
  ['I15', `update purchase set void_no = 2 where id = '{voided}'`],
  ['I15', `update purchase set state = 'VOID_REQUESTED' where id = '{voided}'`],
])('both the full and the incremental check report %s after: %s', async (broken, wrong) => {
  const statement = wrong
    .replaceAll('{bought}', bought)
    .replaceAll('{handled}', handled)
    .replaceAll('{voided}', voided)
    .replaceAll('{printed}', printed)
    .replaceAll('{cust}', `cust:${scene.buyer.account}`)
    .replaceAll('{held}', `held:${scene.buyer.account}`)
  const planted = await owner.startTransaction().execute()
  await sql.raw(statement).execute(planted)
  const whole = await brokenInvariants(planted)
  const fresh = await checkBooks(planted)
  await planted.rollback().execute()
  expect(whole.map((row) => row.broken)).toContain(broken)
  expect(fresh?.broken.map((row) => row.broken)).toContain(broken)
})

it('the watch stops selling while the books are wrong, and resumes it when they are right', async () => {
  await pool.query(`update account set balance = balance + 1 where id = 'bank'`)
  const messages: string[] = []
  const log: Log = { ...quietLog, fatal: (_facts, message) => void messages.push(message) }
  await startWatchingLedger(scene.context.db, log)()
  expect(await isSellingStopped(scene.context.db)).toBe(true)
  expect(messages).toHaveLength(1)
  const why = () => scene.context.db.selectFrom('sales_stop').select('broken').execute()
  expect(await why()).toEqual([{ broken: 'I1 I2' }])
  await pool.query(`update account set balance = balance - 1 where id = 'vat'`)
  await startWatchingLedger(scene.context.db, log)()
  expect(await why()).toEqual([{ broken: 'I1' }])
  await pool.query(`update account set balance = balance + 1 where id = 'vat'`)
  await pool.query(`update account set balance = balance - 1 where id = 'bank'`)
  await startWatchingLedger(scene.context.db, log)()
  expect(await isSellingStopped(scene.context.db)).toBe(false)
})
