import type { Shipment } from '@postroom/contract/shipment'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '../../db/database.ts'
import { aBuyer, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner, connectAsOwner } from '../../testing/test-database.ts'
import { recordAudit } from './audit.store.ts'
import { verifyChains } from './verify-chains.store.ts'

let scene: PurchaseScene
let other: Buyer
let pool: pg.Pool
let owner: Db
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  other = await aBuyer(scene, 10_00)
  for (const key of ['the-first-label', 'the-second-label'])
    expect((await scene.buyer.buy(key)).json<Shipment>().id).toBeTruthy()
  const details = { rows: 1 }
  for (const event of ['addresses_imported', 'addresses_exported', 'batch_begun'] as const)
    for (const { organisation } of [scene.buyer, other])
      await recordAudit(scene.context.db, { organisation_id: organisation, event, details })
  ;({ pool, owner } = connectAsOwner(scene.database.url))
})
afterAll(async () => {
  await owner.destroy()
  await scene.close()
})

it('finds nothing in intact chains: one for each customer, one for each organisation', async () => {
  const { rows } = await pool.query<{ n: string }>(
    `select (select count(*) from transfer) + (select count(*) from audit_event) as n`,
  )
  expect(await verifyChains(scene.context.db)).toEqual({ chains: 4, rows: Number(rows[0]?.n), broken: [] })
})

it.each([
  `update audit_event set event = 'other'`,
  `delete from audit_event`,
  `insert into audit_event (organisation_id, event, seq) select id, 'mine', 1 from organisation`,
  `insert into audit_event (organisation_id, event, at) select id, 'back then', now() from organisation`,
  `update chain set length = 0`,
  `select extend_chain('ledger:house', 'mine')`,
])('the application may not: %s', async (statement) => {
  await expect(scene.database.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
})

it.each([`update audit_event set event = 'other'`, `delete from audit_event`, `truncate audit_event`])(
  'no role may: %s',
  async (statement) => {
    await expect(asOwner(scene.database.url, statement)).rejects.toThrow('append only')
  },
)

// each fault is made with the owner's rights and without the guards, then undone; {n} is the n-th row of the buyer's
// chain
it.each([
  // fault, row named
  [`update transfer set amount = amount + 1 where id = {t3}`, 'transfer {t3}'],
  [`update transfer set at = at + interval '1 second' where id = {t2}`, 'transfer {t2}'],
  [`update transfer set amount = 1, hash = sha256('mine') where id = {t2}`, 'transfer {t2}'],
  [`delete from transfer where id = {t2}`, 'transfer {t3}'],
  [`delete from transfer where id = {t5}`, 'row 5 is missing'],
  [`update transfer set seq = case id when {t2} then 1000 else 2 end where id in ({t2}, {t3})`, 'transfer {t3}'],
  [
    `insert into transfer (kind, debit, credit, amount) values ('topup', 'bank', 'cust:{account}', 5)`,
    'transfer {next}',
  ],
  [`update chain set length = length - 1 where name = 'ledger:{account}'`, 'the end of the chain was changed'],
  [`delete from chain where name = 'ledger:{account}'`, 'the end of the chain is missing'],
  [`update audit_event set details = '{"amount": 2}' where id = {a2}`, 'audit_event {a2}'],
  [`update audit_event set organisation_id = '{other}' where id = {a2}`, 'audit_event {a2}'],
  [`update audit_event set ip = '192.0.2.1', request_id = 'mine' where id = {a2}`, 'audit_event {a2}'],
  [`delete from audit_event where organisation_id = '{organisation}'`, 'row 1 is missing'],
])('names the first broken row after: %s', async (statement, named) => {
  const ids = await rowIds()
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(ids[name] ?? whole))
  const planted = await owner.startTransaction().execute()
  const lines = [
    'alter table transfer disable trigger user',
    'alter table audit_event disable trigger user',
    fill(statement),
  ]
  try {
    await sql.raw(lines.join(';')).execute(planted)
    const { broken } = await verifyChains(planted)
    expect(broken.map(({ row }) => row)).toContain(fill(named))
  } finally {
    await planted.rollback().execute()
  }
})

/** The values of the placeholders: the transfers and audit events of the buyer, in chain order. */
async function rowIds(): Promise<Record<string, string | number>> {
  const { account, organisation } = scene.buyer
  const transfers = await pool.query<{ id: number }>(`select id from transfer where chain = $1 order by seq`, [
    `ledger:${account}`,
  ])
  const events = await pool.query<{ id: number }>(`select id from audit_event where chain = $1 order by seq`, [
    `audit:${organisation}`,
  ])
  const { rows } = await pool.query<{ next: number }>(`select last_value + 1 as next from transfer_id_seq`)
  return {
    account,
    organisation,
    other: other.organisation,
    next: rows[0]!.next,
    ...Object.fromEntries(transfers.rows.map(({ id }, index) => [`t${index + 1}`, id])),
    ...Object.fromEntries(events.rows.map(({ id }, index) => [`a${index + 1}`, id])),
  }
}

it('keeps one order under concurrent writes', async () => {
  const { organisation: organisation_id } = other
  const events = Array.from({ length: 40 }, (_, n) => ({
    organisation_id,
    event: 'batch_begun' as const,
    details: { rows: n },
  }))
  await Promise.all(events.map((event) => recordAudit(scene.context.db, event)))
  expect((await verifyChains(scene.context.db)).broken).toEqual([])
})
