import type { AuthUser } from '@postroom/contract/auth'
import type { ReturnedItem } from '@postroom/contract/returned-item'
import type { Shipment } from '@postroom/contract/shipment'
import type { QueuedShipment } from '@postroom/contract/shipment-pending'
import { ukDateOf } from '@postroom/domain/calendar'
import { priceListFor } from '@postroom/domain/tariffs/price-list'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it, test } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { verifyChains } from '../features/audit/verify-chains.store.ts'
import { brokenInvariants } from '../features/ledger/invariants.store.ts'
import { testApp, type TestApp } from '../testing/test-app.ts'
import { ordinaryDatabase, urlOf } from '../testing/test-database.ts'
import { seedDemo } from './seed-demo.ts'

const FRIDAY = new Date('2026-11-20T14:32:00Z')

const itemsOf = (parcels: readonly { packaging: string; weight?: { value: number } | undefined }[] = []) =>
  parcels.map(({ packaging, weight }) => [packaging, weight?.value])

/** Ids and versions are drawn. */
const withoutIds = (key: string, value: unknown): unknown =>
  /^(?:id|version|addressee|user_id)$/.test(key) ? undefined : value

const demoApp = (today = FRIDAY): Promise<TestApp> =>
  testApp({ now: () => today }, {}, (context, { url }) => seedDemo(context, url))

describe('the demo organisation', () => {
  let scene: TestApp
  let user: AuthUser
  beforeAll(async () => {
    scene = await demoApp()
    user = await scene.signIn()
  })
  afterAll(() => scene.close())
  const read = async <T>(path: string, body?: object): Promise<T> =>
    (await scene.as(user, body ? 'POST' : 'GET', `/stamp/v1${path}`, body)).json<T>()

  const rowsAt = async (path: string) => (await read<{ data: unknown[] }>(path)).data.length

  // first: a pool closes an idle connection after ten seconds by itself
  it('leaves no connection of the owner open', async () => {
    const { platformPool } = scene.database
    const open = `select from pg_stat_activity where datname = current_database() and usename = 'postgres'`
    await expect.poll(async () => (await platformPool.query(open)).rowCount, { timeout: 4_000 }).toBe(0)
  })

  it('has books that balance, and chains without a changed row', async () => {
    expect(await brokenInvariants(scene.context.db)).toEqual([])
    expect((await verifyChains(scene.context.db)).broken).toEqual([])
  })

  it('has an address book of every part of the kingdom and of abroad, in every state of its check', async () => {
    const { data, total } = await read<{
      data: { country: string; correction_status: string; visibility: string }[]
      total: number
    }>('/address?length=100')
    expect(total).toBe(40)
    const every = (field: 'country' | 'correction_status' | 'visibility') => new Set(data.map((row) => row[field]))
    expect([...every('country')]).toEqual(expect.arrayContaining(['GB', 'JE', 'GG', 'IM', 'FR', 'DE', 'IE', 'US']))
    expect(every('correction_status')).toEqual(new Set(['verified', 'corrected', 'unverified', 'invalid']))
    expect(every('visibility')).toEqual(new Set(['Public', 'Private']))
  })

  it('has shipments in every state, bought on weekdays of the last two weeks at the price of their day', async () => {
    const { data } = await read<{ data: Shipment[] }>('/shipment/search?length=100&withManual=true', {})
    const bought = data.filter(({ transaction_type }) => transaction_type === 'postage')
    const states = bought.reduce<Record<string, number>>(
      (sum, { status }) => ({ ...sum, [status]: (sum[status] ?? 0) + 1 }),
      {},
    )
    expect(states).toEqual({ bought: 44, pending: 1, rejected: 1, void_requested: 1, voided: 2 })
    expect(bought.filter(({ print_state }) => print_state === 'not_printed')).toHaveLength(2)
    expect(data.length - bought.length).toBe(3)
    for (const { created_at, shipping_date, tariff } of bought) {
      expect(ukDateOf(new Date(created_at))).toBe(shipping_date)
      expect(tariff.id).toBe(priceListFor('online', shipping_date)?.id)
    }
    const days = new Set(bought.map(({ shipping_date }) => shipping_date.replace('2026-11-', '')))
    expect([...days].toSorted().join(' ')).toBe('06 09 10 11 12 13 16 17 18 19 20')
  })

  it('has statement lines on the days of the purchases', async () => {
    const rows = await scene.context.db.selectFrom('transfer').select('at').execute()
    expect(new Set(rows.map(({ at }) => ukDateOf(at))).size).toBeGreaterThan(10)
  })

  it('has a refused refund, returned items, a queue, cost centres, reference fields and senders', async () => {
    expect(await rowsAt('/return')).toBe(2)
    expect(await rowsAt('/shipment/pending')).toBe(7)
    expect(await rowsAt('/costcenter')).toBe(5)
    expect(await rowsAt('/referencefield')).toBe(2)
    expect(await rowsAt('/shipper')).toBe(2)
    const refused = await scene.context.db
      .selectFrom('void_request')
      .where('refusal', 'is not', null)
      .select('n')
      .execute()
    expect(refused).toHaveLength(1)
  })

  it('has the history that is written down', async () => {
    const { data: found } = await read<{ data: Shipment[] }>('/shipment/search?length=100', {})
    const { data: queue } = await read<{ data: QueuedShipment[] }>('/shipment/pending')
    const { data: returns } = await read<{ data: ReturnedItem[] }>('/return')
    const { db } = scene.context
    const topUps = await db.selectFrom('topup').select(['at', 'amount', 'reference']).execute()
    const users = await db.selectFrom('app_user').selectAll().orderBy('username').execute()
    const events = await db
      .selectFrom('audit_event')
      .leftJoin('app_user', 'app_user.id', 'user_id')
      .select(['at', 'event', 'username'])
      .where('event', '<>', 'signed_in') // by this test
      .orderBy('audit_event.id')
      .execute()
    const settings = ['/costcenter', '/referencefield', '/shipper', '/address?length=100&orderBy=code']
    const furnished = await Promise.all(settings.map((path) => read<{ data: object[] }>(path)))
    const rows = [
      ...found.toReversed().map(({ created_at, service, parcels, to, references, ...row }) => {
        const sent = [`${row.from.city} to ${to.city}`, service, itemsOf(parcels), references, row.amount]
        return [created_at, ...sent, row.status, row.print_state, row.customs?.contents_items]
      }),
      ...queue.map(({ created_at, code, state, note, shipment: { to, parcels, references } }) => {
        return [created_at, code, state, to?.city, itemsOf(parcels), references, note]
      }),
      ...returns.map(({ created_at, number, reason, action, state }) => [created_at, number, reason, action, state]),
      ...topUps.map(({ at, amount, reference }) => [at, amount, reference]),
      ...users.map(({ username, email, fullname, plan, roles }) => [username, email, fullname, plan, roles]),
      ...furnished.flatMap(({ data }) => data),
      ...events.map(({ at, event, username }) => [at, event, username]),
    ]
    const history = rows.map((row) => `${JSON.stringify(row, withoutIds)}\n`).join('')
    await expect(history).toMatchFileSnapshot('seed-demo.golden.txt')
  })

  it('has a few hundred pounds, of which one purchase is on hold', async () => {
    const { data } = await read<{ data: { id: string }[] }>('/carrieraccount')
    const { balance, held } = await read<{ balance: number; held: number }>(`/carrieraccount/${data[0]!.id}/balance`)
    expect(balance).toBeGreaterThan(200_00)
    expect(held).toBeGreaterThan(0)
    const leases = await scene.context.db
      .selectFrom('purchase')
      .select((purchase) => sql<number>`extract(day from ${purchase.ref('lease_until')} - created_at)::int`.as('days'))
      .where('state', '=', 'AUTHORISED')
      .execute()
    expect(leases).toEqual([{ days: 14 }])
  })

  it('leaves the clock of the database as it was', async () => {
    const { rows } = await scene.database.platformPool.query<{ count: number }>(
      `select count(*)::int from pg_attrdef where pg_get_expr(adbin, adrelid) like '%demo%'`,
    )
    expect(rows[0]?.count).toBe(0)
  })

  it('is added only to an empty database', async () => {
    await seedDemo(scene.context, scene.database.url)
    expect(await scene.context.db.selectFrom('organisation').select('id').execute()).toHaveLength(1)
  })
})

test('the demo organisation can be made in the first hour of a year, a bank holiday', async () => {
  const scene = await demoApp(new Date('2027-01-01T00:20:00Z'))
  expect(await brokenInvariants(scene.context.db)).toEqual([])
  await scene.close()
})

test('an owner of the database who is no superuser can make it, on the Monday after the change of the clock', async () => {
  const { url, drop } = await ordinaryDatabase()
  const database = await openDatabase(url)
  const { db, pool, platformPool } = database
  const monday = new Date('2027-03-29T07:00:00Z')
  const scene = await testApp({ now: () => monday, db, pool, platformPool }, {}, (context) => seedDemo(context, url))
  expect(await brokenInvariants(db)).toEqual([])
  expect(await db.selectFrom('carrier_account').select('id').execute()).toHaveLength(1)
  await scene.close()
  await database.close()
  await drop()
})

test('says why the demo organisation could not be made, and what to do', async () => {
  const scene = await testApp({}, {}, async () => {})
  const { context, database } = scene
  const withoutRights = urlOf(inject('loginUrls')[0], new URL(database.url).pathname.slice(1))
  await expect(seedDemo(context, withoutRights)).rejects.toThrow(
    /^The demo organisation could not be added, .*: permission denied for database .* Start with DEMO=empty/,
  )
  expect(await context.db.selectFrom('organisation').select('id').execute()).toEqual([])
  await scene.close()
})
