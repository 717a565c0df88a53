import type { StatementDay, StatementLine } from '@postroom/contract/carrier-account'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setSandboxSwitch } from '../../carriers/sandbox/sandbox.store.ts'
import { aManager, topUp } from '../../testing/account-manager.ts'
import { PRICE, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'
import { brokenInvariants } from '../ledger/invariants.store.ts'

let scene: PurchaseScene
let who: Buyer
let bought: { id: string; meta_data: { tracking: string } }
beforeAll(async () => {
  scene = await purchaseScene(0)
  who = await aManager(scene)
  await topUp(who, { amount: 20_00, reference: 'BACS 4711' })
  const draft = who.draft({ references: ['Order 7', '=1+1'] })
  bought = (await who.buy('label-to-be-paid', draft, { query: { handling_charge: '75' } })).json()
  await topUp(who, { amount: 1, reference: '-2+3' })
})
afterAll(() => scene.close())

const statement = async (whose: Buyer, query = ''): Promise<StatementLine[]> =>
  (await whose.get(`/stamp/v1/carrieraccount/${whose.account}/statement${query}`)).json<{ data: StatementLine[] }>()
    .data

/** An instant in UTC, as SQL. */
const at = (day: string, time: string): string => `timestamptz '${day}T${time}Z'`

/** Changes the times of an account's movements, which only the database owner can do. */
async function moveInTime(account: string, instants: readonly string[]): Promise<void> {
  const cases = instants.map((instant, index) => `when ${index + 1} then ${instant}`).join(' ')
  await asOwner(
    scene.database.url,
    `alter table transfer disable trigger user;
     update transfer set at = case seq ${cases} end where chain = 'ledger:${account}';
     alter table transfer enable trigger user`,
  )
}

it('shows every movement with the balance after it, and ends at the posted balance', async () => {
  const lines = await statement(who)
  const of = { shipment_id: bought.id, tracking: bought.meta_data.tracking, reference: 'Order 7, =1+1' }
  expect(lines.map(({ id: _id, at: _at, ...line }) => line)).toEqual([
    { kind: 'topup', amount: 20_00, balance: 20_00, reference: 'BACS 4711' },
    { kind: 'postage', amount: -PRICE, balance: 20_00 - PRICE, ...of },
    { kind: 'fee', amount: -75, balance: 20_00 - PRICE - 75, ...of },
    { kind: 'topup', amount: 1, balance: 20_00 - PRICE - 74, reference: '-2+3' },
  ])
  const { posted } = (await who.get(`/stamp/v1/carrieraccount/${who.account}/balance`)).json<{ posted: number }>()
  expect(lines.at(-1)?.balance).toBe(posted)
})

it('keeps the balances when paged from either end', async () => {
  const all = await statement(who)
  expect(await statement(who, '?start=1&length=2')).toEqual(all.slice(1, 3))
  expect(await statement(who, '?orderAsc=false&length=3')).toEqual(all.toReversed().slice(0, 3))
  const past = await who.get(`/stamp/v1/carrieraccount/${who.account}/statement?start=9`)
  expect(past.json()).toEqual({ data: [], total: 4, start: 9, length: 25 })
})

it('is the same from every side: any page, either order, any days; a balance is the sum of the lines before it', async () => {
  const busy = await aManager(scene)
  for (const pence of [5_000, 100, 3]) await topUp(busy, { amount: pence, reference: `${pence}` })
  const voided = (await busy.buy('letter-taken-back', undefined, { query: { handling_charge: '75' } })).json<{
    id: string
  }>()
  await busy.put(`/stamp/v1/shipment/${voided.id}/void`, { cancellation_reason: 'Wrong address' })
  await setSandboxSwitch(scene.context.db, { call: 'purchase', answer: 'refused', delay_ms: 0, remaining: 1 })
  await busy.buy('letter-refused')
  await busy.buy('letter-kept')
  await setSandboxSwitch(scene.context.db, { call: 'purchase', answer: 'failing', delay_ms: 0, remaining: 1 })
  await busy.buy('letter-still-held')
  const all = await statement(busy)
  expect(all.map(({ kind }) => kind)).toEqual([
    'topup',
    'topup',
    'topup',
    'postage',
    'fee',
    'refund',
    'fee_refund',
    'postage',
  ])
  // days in the order of the lines, except one: the clock was set back
  const dayOf = [1, 1, 2, 2, 3, 2, 4, 5].map((day) => `2026-03-0${day}`)
  const byId = all.map(({ id }, index) => `when ${id} then ${at(dayOf[index]!, '12:00:00')}`).join(' ')
  await asOwner(
    scene.database.url,
    `alter table transfer disable trigger user;
     update transfer set at = case id ${byId} else at end where chain = 'ledger:${busy.account}';
     alter table transfer enable trigger user`,
  )
  const lines = await statement(busy)
  let sum = 0
  for (const line of lines) expect(line.balance, String(line.id)).toBe((sum += line.amount))
  for (const [from, to] of [
    [undefined, undefined],
    ['2026-03-02', undefined],
    [undefined, '2026-03-02'],
    ['2026-03-02', '2026-03-04'],
    ['2026-03-06', undefined],
  ]) {
    const within = lines.filter((_, index) => (from ?? '') <= dayOf[index]! && dayOf[index]! <= (to ?? '9'))
    const days = `${from ? `&dateFrom=${from}` : ''}${to ? `&dateTo=${to}` : ''}`
    for (const orderAsc of [true, false])
      for (const start of [0, 1, 3, 8])
        expect(await statement(busy, `?orderAsc=${orderAsc}&start=${start}&length=3${days}`)).toEqual(
          (orderAsc ? within : within.toReversed()).slice(start, start + 3),
        )
  }
  const byDay = await busy.get(`/stamp/v1/carrieraccount/${busy.account}/statement/day?dateFrom=2026-03-02`)
  const sums = byDay.json<{ data: StatementDay[]; total: number }>()
  expect(sums.total).toBe(sums.data.length)
  let balance = 5_100
  for (const row of sums.data) expect(row.balance, `${row.day} ${row.kind}`).toBe((balance += row.amount))
  expect(balance).toBe(sum)
})

it('starts and ends at UK midnight, in summer time too', async () => {
  const days = await aManager(scene)
  for (const reference of ['last of 30 June', 'first of 1 July', 'last of 1 July', 'first of 2 July'])
    await topUp(days, { amount: 100, reference })
  const instants = [
    at('2026-06-30', '22:59:59'),
    at('2026-06-30', '23:00:00'),
    at('2026-07-01', '22:59:59'),
    at('2026-07-01', '23:00:00'),
  ]
  await moveInTime(days.account, instants)
  const lines = await statement(days, '?dateFrom=2026-07-01&dateTo=2026-07-01')
  expect(lines.map(({ reference, balance }) => [reference, balance])).toEqual([
    ['first of 1 July', 200],
    ['last of 1 July', 300],
  ])
})

it('by day adds up each kind, with the balance that the last movement of the day left', async () => {
  const days = await aManager(scene)
  for (const reference of ['30 June', '1 July', '1 July again', '2 July'])
    await topUp(days, { amount: 1_000, reference })
  await days.buy('letter-of-the-second', undefined, { query: { handling_charge: '75' } })
  await moveInTime(days.account, [
    at('2026-06-30', '22:59:59'),
    at('2026-06-30', '23:00:00'),
    at('2026-07-01', '22:59:59'),
    ...Array.from({ length: 5 }, () => at('2026-07-01', '23:00:00')),
  ])
  const byDay = async (query: string) =>
    (await days.get(`/stamp/v1/carrieraccount/${days.account}/statement/day${query}`)).json<{
      data: StatementDay[]
      total: number
    }>()
  const all = await byDay('')
  expect(all.data).toEqual([
    { day: '2026-06-30', kind: 'topup', movements: 1, amount: 1_000, balance: 1_000 },
    { day: '2026-07-01', kind: 'topup', movements: 2, amount: 2_000, balance: 3_000 },
    { day: '2026-07-02', kind: 'topup', movements: 1, amount: 1_000, balance: 4_000 },
    { day: '2026-07-02', kind: 'postage', movements: 1, amount: -PRICE, balance: 4_000 - PRICE },
    { day: '2026-07-02', kind: 'fee', movements: 1, amount: -75, balance: 4_000 - PRICE - 75 },
  ])
  const second = await byDay('?dateFrom=2026-07-02&orderAsc=false&start=1&length=1')
  expect(second).toMatchObject({ data: [all.data[3]], total: 3 })
  expect((await byDay('?dateTo=2026-07-01')).data).toEqual(all.data.slice(0, 2))
})

it('is a CSV file in which no text is a formula', async () => {
  const file = await who.get(`/stamp/v1/carrieraccount/${who.account}/statement.csv`)
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(file.headers['content-disposition']).toBe('attachment; filename="statement.csv"')
  const [header, ...lines] = file.body.replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(header).toBe('at,kind,reference,tracking,shipment_id,amount_gbp,balance_gbp')
  expect(lines.map((line) => line.replace(/^[^,]+,/, ''))).toEqual([
    'topup,BACS 4711,,,20,20',
    `postage,"Order 7, =1+1",${bought.meta_data.tracking},${bought.id},-3.2,16.8`,
    `fee,"Order 7, =1+1",${bought.meta_data.tracking},${bought.id},-0.75,16.05`,
    `topup,'-2+3,,,0.01,16.06`,
  ])
})

it('leaves the books balanced', async () => {
  expect(await brokenInvariants(scene.context.db)).toEqual([])
})
