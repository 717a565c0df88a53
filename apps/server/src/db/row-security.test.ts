import type { Shipment } from '@postroom/contract/shipment'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { aBuyer, purchaseScene, type Buyer, type PurchaseScene } from '../testing/purchase-scene.ts'
import { asOwner } from '../testing/test-database.ts'
import { APP_ROLE } from './logins.ts'
import { asPlatform, asTenant } from './tenant.ts'

/** Tables that belong to no organisation, and why. */
const NOT_CONFINED: Record<string, string> = {
  migration: 'which files were applied',
  sales_stop: 'stops all organisations',
}

let scene: PurchaseScene
/** Connections with the rights of the application and no organisation set. */
let fresh: pg.Pool
let stranger: Buyer
let shipment: Shipment
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  fresh = new pg.Pool({ connectionString: scene.database.url, options: `-c role=${APP_ROLE}` }).on('error', () => {})
  stranger = await aBuyer(scene, 100_00)
  shipment = (await scene.buyer.buy('seen-by-the-owner-only')).json<Shipment>()
})
afterAll(async () => {
  await fresh.end()
  await scene.close()
})

const countIn = async (table: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(scene.context.db)
  return rows[0]!.n
}

it('every table has row security, or is listed here with the reason', async () => {
  const { rows } = await asOwner(
    scene.database.url,
    `select relname as name, relrowsecurity as confined, (select count(*)::int from pg_policy where polrelid = c.oid) as policies
     from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  )
  expect(rows.filter((row) => !row.confined).map((row) => row.name)).toEqual(Object.keys(NOT_CONFINED).toSorted())
  expect(rows.filter((row) => row.confined).map((row) => row.policies)).toEqual(
    rows.filter((row) => row.confined).map(() => 2),
  )
})

const SEEN = ['organisation', 'app_user', 'session', 'carrier_account', 'purchase', 'document', 'account', 'transfer']

test.each(SEEN)('%s: a query without an organisation sees nothing', async (table) => {
  const { rows } = await fresh.query<{ n: string }>(`select count(*) as n from ${table}`)
  expect(rows[0]!.n).toBe('0')
})

test.each(SEEN)('%s: each organisation sees its own rows, and the platform sees all', async (table) => {
  const mine = await asTenant(scene.buyer.organisation, () => countIn(table))
  const theirs = await asTenant(stranger.organisation, () => countIn(table))
  const all = await asTenant(stranger.organisation, () => asPlatform(() => countIn(table)))
  const houses = table === 'account' ? 6 : 0
  expect(mine).toBeGreaterThan(0)
  expect(mine + theirs + houses).toBe(all)
  expect(await countIn(table)).toBe(all)
})

it('a query without a condition on the organisation reads and changes only its own rows', async () => {
  const { db } = scene.context
  const found = (organisation: string) =>
    asTenant(organisation, () => db.selectFrom('purchase').select('id').where('id', '=', shipment.id).execute())
  expect(await found(scene.buyer.organisation)).toHaveLength(1)
  expect(await found(stranger.organisation)).toEqual([])
  const { numUpdatedRows } = await asTenant(stranger.organisation, () =>
    db.updateTable('carrier_account').set({ is_active: false }).executeTakeFirstOrThrow(),
  )
  expect(numUpdatedRows).toBe(1n)
  const write = asTenant(stranger.organisation, () =>
    db
      .insertInto('carrier_account')
      .values({ organisation_id: scene.buyer.organisation, carrier_code: 'RM', name: 'Planted' })
      .execute(),
  )
  await expect(write).rejects.toMatchObject({ code: '42501' })
})

it('concurrent work on one pool never sees the rows of another organisation', async () => {
  const both = [scene.buyer.organisation, stranger.organisation].toSorted((a, b) => (a < b ? -1 : 1))
  const organisations = [...both, undefined]
  const look = async () => {
    const rows = await scene.context.db.selectFrom('organisation').select('id').orderBy('id').execute()
    return rows.map((row) => row.id)
  }
  const looks = Array.from({ length: 300 }, async (_, index) => {
    const organisation = organisations[index % 3]
    const seen = await (organisation === undefined ? asPlatform(look) : asTenant(organisation, look))
    expect(seen).toEqual(organisation === undefined ? both : [organisation])
  })
  await Promise.all(looks)
})
