import type { Spending } from '@postroom/contract/spending'
import type { Shipment } from '@postroom/contract/shipment'
import { addDays, ukDateOf } from '@postroom/domain/calendar'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { setSandboxSwitch } from '../../carriers/sandbox/sandbox.store.ts'
import {
  aBuyer,
  PRICE,
  purchaseScene,
  replaceCarrier,
  type Buyer,
  type PurchaseScene,
} from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'

const CREDIT = 100_00
const TODAY = ukDateOf(new Date())

let scene: PurchaseScene
let buyer: Buyer
beforeAll(async () => {
  scene = await purchaseScene(0)
  scene.context.now = () => new Date() // purchases are dated by the database clock
})
afterAll(() => scene.close())
beforeEach(async () => {
  buyer = await aBuyer(scene, CREDIT)
})

const spending = async (more = '', from = TODAY, to = TODAY): Promise<Spending> =>
  (await buyer.get(`/stamp/v1/spending?from=${from}&to=${to}${more}`)).json()
const bought = async (key: string, change: Parameters<Buyer['draft']>[0] = {}) =>
  (await buyer.buy(key, buyer.draft({ shipping_date: TODAY, ...change }))).json<Shipment>()

const ACME = { company_name: 'Acme Ltd', address1: '17 Chalcot Road', city: 'London', postal_code: 'NW1 8LH' }
const NOTHING = { items: 0, spend: 0 }

it('is empty for an organisation that bought nothing', async () => {
  expect(await spending()).toEqual({
    from: TODAY,
    to: TODAY,
    total: NOTHING,
    could_save: { items: 0, amount: 0 },
    saved: { items: 0, amount: 0 },
    bars: [],
    cost_centers: [],
    people: [],
    countries: [],
    before: { from: expect.any(String), to: expect.any(String), total: NOTHING, bars: [] },
    refunds: { total: 0, amount: 0, rows: [] },
  })
})

it('sums what was bought today by service, cost centre, person and country, and of no other organisation', async () => {
  await (await aBuyer(scene, CREDIT)).buy('of-another-organisation')
  await bought('the-first-item')
  const letter = await bought('the-second-item', {
    service: '2',
    parcels: [{ packaging: 'letter', weight: { value: 80 } }],
    meta_data: { quantity: 3 },
  })
  const sum = { items: 4, spend: PRICE + letter.amount }
  const day = { from: TODAY, to: TODAY }
  const { total, bars, cost_centers, people, countries } = await spending()
  expect(total).toEqual(sum)
  expect(bars).toEqual(
    [
      { ...day, service: '1', items: 1, spend: PRICE },
      { ...day, service: '2', items: 3, spend: letter.amount },
    ].toSorted((a, b) => b.spend - a.spend),
  )
  expect(cost_centers).toEqual([{ id: null, name: '', ...sum }])
  expect(people).toEqual([{ id: expect.any(String), name: 'Angharad Kendall', ...sum }])
  expect(countries).toEqual([{ country: 'GB', ...sum }])
  expect((await spending('', addDays(TODAY, -1), addDays(TODAY, -1))).total).toEqual(NOTHING)
  const days = addDays(TODAY, 1).endsWith('-01') ? 2 : 1 // a period that begins a month is compared with the month before
  expect((await spending('', addDays(TODAY, days), addDays(TODAY, 2 * days - 1))).before.total).toEqual(sum)
})

it('counts neither a rejected purchase nor a test print, and what is voided no longer', async () => {
  await setSandboxSwitch(scene.context.db, { call: 'purchase', answer: 'refused', delay_ms: 0, remaining: 1 })
  await bought('rejected-by-the-carrier')
  await buyer.buy('only-a-test', buyer.draft({ shipping_date: TODAY }), { test: true })
  expect((await spending()).total).toEqual(NOTHING)
  const { id } = await bought('a-mistake')
  expect((await spending()).total).toEqual({ items: 1, spend: PRICE })
  await buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'A mistake' })
  expect(await spending()).toMatchObject({ total: NOTHING, bars: [], people: [], countries: [] })
})

it('lists a refund that the carrier has not decided, whose postage still counts', async () => {
  const { id } = await bought('a-mistake')
  const port = { ...scene.context.carriers }
  replaceCarrier(scene.context, { void: async () => ({ kind: 'unknown' }) })
  await buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'A mistake' })
  scene.context.carriers = port
  expect(await spending()).toMatchObject({
    total: { items: 1, spend: PRICE },
    refunds: {
      total: 1,
      amount: PRICE,
      rows: [{ id, name: 'Idris Pembroke', asked_on: TODAY, expected_by: addDays(TODAY, 21), amount: PRICE }],
    },
  })
})

it('says what the cheaper ways that were advised would have saved', async () => {
  // a letter that was bought as a large letter
  const shipment = await bought('too-large', {
    parcels: [
      { packaging: 'large_letter', weight: { value: 80 }, dim: { length: 20, width: 12, height: 0.4, units: 'CM' } },
    ],
  })
  const rows = await scene.context.db.selectFrom('purchase').select('quote').where('id', '=', shipment.id).execute()
  const advised = rows[0]!.quote.meta_data.advice!.total_charge
  expect((await spending()).could_save).toEqual({ items: 1, amount: PRICE - advised })
})

it('adds up what the counter would have cost more, and takes out what was voided', async () => {
  const { id } = await bought('cheaper-online', {
    parcels: [
      { packaging: 'small_parcel', weight: { value: 500 }, dim: { length: 20, width: 12, height: 6, units: 'CM' } },
    ],
  })
  const { amount, counter_amount } = await scene.context.db
    .selectFrom('purchase')
    .select(['amount', 'counter_amount'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(counter_amount).toBeGreaterThan(amount)
  expect((await spending()).saved).toEqual({ items: 1, amount: counter_amount! - amount })
  await buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'A mistake' })
  expect((await spending()).saved).toEqual({ items: 0, amount: 0 })
})

it('shows one cost centre or one person, also after a shipment was moved to another cost centre', async () => {
  const { db } = scene.context
  const [one, other] = await db
    .insertInto('cost_center')
    .values(['A', 'B'].map((code) => ({ organisation_id: buyer.organisation, code, name: `Centre ${code}` })))
    .returning('id')
    .execute()
  const { id } = await bought('for-one-centre', { costcenter: [one!] })
  await bought('for-no-centre')
  expect((await spending(`&costcenter=${one!.id}`)).total).toEqual({ items: 1, spend: PRICE })
  await buyer.put(`/stamp/v1/shipment/${id}`, { costcenter: [other!] })
  expect((await spending(`&costcenter=${one!.id}`)).total).toEqual(NOTHING)
  const { cost_centers, people } = await spending(`&costcenter=${other!.id}`)
  expect(cost_centers).toEqual([{ id: other!.id, name: 'Centre B', items: 1, spend: PRICE }])
  expect((await spending(`&person=${people[0]!.id}`)).total).toEqual({ items: 2, spend: 2 * PRICE })
  expect((await spending(`&person=${other!.id}`)).total).toEqual(NOTHING)
})

it('shows a long period by month, and adds the days before and after the whole months', async () => {
  await bought('bought-today')
  const from = addDays(TODAY, -300)
  const { bars, total, people } = await spending('', from, TODAY)
  expect(bars).toEqual([{ from: `${TODAY.slice(0, 8)}01`, to: TODAY, service: '1', items: 1, spend: PRICE }])
  expect([total.spend, people[0]!.spend]).toEqual([PRICE, PRICE])
})

it('compares with the same days of the month before, and shows the others too; a day begins at midnight in London', async () => {
  const bought_at = ['2026-10-19T22:30:00Z', '2026-10-19T23:30:00Z', '2026-10-28T10:00:00Z', '2026-11-19T23:30:00Z']
  for (const at of bought_at) {
    const { id } = await bought(`bought-at-${at.replaceAll(':', '-')}`)
    await asOwner(scene.database.url, `update purchase set created_at = '${at}' where id = '${id}'`)
  }
  const { total, before } = await spending('', '2026-11-01', '2026-11-19')
  const one = { items: 1, spend: PRICE }
  expect(total).toEqual(one)
  expect(before).toEqual({
    from: '2026-10-01',
    to: '2026-10-19',
    total: one,
    bars: ['2026-10-19', '2026-10-20', '2026-10-28'].map((day) => ({ from: day, to: day, ...one })),
  })
  expect((await spending()).total).toEqual(NOTHING)
})

it.each([
  ['without days', ''],
  ['a day that does not exist', 'from=2026-02-30&to=2026-03-01'],
  ['a last day before the first', 'from=2026-11-02&to=2026-11-01'],
  ['more than 400 days', 'from=2025-10-01&to=2026-11-05'],
  ['a cost centre without an id', 'from=2026-11-01&to=2026-11-02&costcenter=A'],
])('refuses %s', async (_what, query) => {
  expect((await buyer.get(`/stamp/v1/spending?${query}`)).statusCode).toBe(400)
  expect((await buyer.get(`/stamp/v1/spending.csv?${query}`)).statusCode).toBe(400)
})

it('answers 400 days', async () => {
  expect((await buyer.get('/stamp/v1/spending?from=2025-10-02&to=2026-11-05')).statusCode).toBe(200)
})

it('saves the sums as a CSV file', async () => {
  await bought('one-item')
  const file = await buyer.get(`/stamp/v1/spending.csv?from=${TODAY}&to=${TODAY}`)
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(file.body.replace('\uFEFF', '')).toBe(
    `day,service,cost_centre,person,items,spend_gbp\r\n${TODAY},1,,Angharad Kendall,1,${PRICE / 100}\r\n`,
  )
})

it('saves only the sums of a cost centre or a person, each in its own line, as a CSV file', async () => {
  const [centre] = await scene.context.db
    .insertInto('cost_center')
    .values({ organisation_id: buyer.organisation, code: 'A', name: 'Centre A' })
    .returning('id')
    .execute()
  await bought('for-a-centre', { costcenter: [centre!] })
  await bought('for-no-centre')
  await bought('of-second-class', { service: '2' })
  const lines = async (more: string) => {
    const { body } = await buyer.get(`/stamp/v1/spending.csv?from=${TODAY}&to=${TODAY}${more}`)
    return body
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',').slice(1, 5).join(','))
  }
  const [{ id } = { id: '' }] = (await spending()).people
  const all = ['1,A,Angharad Kendall,1', '1,,Angharad Kendall,1', '2,,Angharad Kendall,1']
  expect(await lines('')).toEqual(all)
  expect(await lines(`&costcenter=${centre!.id}`)).toEqual(all.slice(0, 1))
  expect(await lines(`&person=${id}`)).toEqual(all)
  expect(await lines(`&person=${centre!.id}`)).toEqual([])
  const yesterday = addDays(TODAY, -1)
  const before = await buyer.get(`/stamp/v1/spending.csv?from=${yesterday}&to=${yesterday}`)
  expect(before.body.trimEnd().split('\r\n')).toHaveLength(1)
})

it('lists the refunds that the carrier has not decided, the oldest first, and adds up all', async () => {
  const first = await bought('first-of-two', { to: ACME })
  const second = await bought('second-of-two')
  const port = { ...scene.context.carriers }
  replaceCarrier(scene.context, { void: async () => ({ kind: 'unknown' }) })
  for (const { id } of [second, first])
    await buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'A mistake' })
  scene.context.carriers = port
  const { refunds } = await spending()
  expect(refunds).toMatchObject({ total: 2, amount: 2 * PRICE })
  expect(refunds.rows.map(({ id, name }) => [id, name])).toEqual([
    [second.id, 'Idris Pembroke'],
    [first.id, 'Acme Ltd'],
  ])
})

it('lets two purchases change the same sums at the same time', async () => {
  await Promise.all(Array.from({ length: 10 }, (_, n) => bought(`one-of-ten-${n}`)))
  expect((await spending()).total).toEqual({ items: 10, spend: 10 * PRICE })
  const { rows } = await sql<{ sums: number }>`
    select count(*)::int as sums from spending where organisation_id = ${buyer.organisation}`.execute(scene.context.db)
  expect(rows[0]!.sums).toBe(4)
})
