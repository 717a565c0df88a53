import { exportStatement } from '@postroom/contract/carrier-account'
import { sumPence, toPence } from '@postroom/domain/money'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  aBuyerOfAYear,
  balanceOfStatement,
  paidByHistory,
  paidByLedger,
  purchasesByDay,
  spendingByDay,
  spendingOf,
} from '../../testing/agreeing-figures.ts'
import { signInto } from '../../testing/sign-into.ts'
import { purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { brokenInvariants } from '../ledger/invariants.store.ts'

const SHIPMENTS = 400

let scene: PurchaseScene
let buyer: Buyer
beforeAll(async () => {
  scene = await purchaseScene(0)
  await aBuyerOfAYear(scene, SHIPMENTS)
  buyer = await aBuyerOfAYear(scene, SHIPMENTS)
}, 120_000)
afterAll(() => scene.close())

const total = (rows: readonly { spend: number }[]) => sumPence(...rows.map(({ spend }) => toPence(spend)))

it('a year of shipments keeps every rule of the ledger', async () => {
  expect(await brokenInvariants(scene.context.db)).toEqual([])
})

it('the dashboard, the purchases and the ledger agree on each day and to the penny', async () => {
  const days = await spendingByDay(buyer)
  expect(days).toEqual(await purchasesByDay(scene, buyer))
  expect(total(days)).toBe(await paidByLedger(scene, buyer))
})

it('each list of the dashboard adds up to its total, read by day or by month', async () => {
  const year = await spendingOf(buyer, '2025-11-01', '2026-11-30')
  const days = await spendingByDay(buyer)
  for (const list of [year.bars, year.cost_centers, year.people, year.countries, days])
    expect(total(list)).toBe(year.total.spend)
  expect(year.cost_centers).toHaveLength(4)
  expect([year.people.length, year.countries.length]).toEqual([3, 3])
  const inside = days.filter(({ day }) => day >= '2026-01-17' && day <= '2026-09-09')
  expect((await spendingOf(buyer, '2026-01-17', '2026-09-09')).total.spend).toBe(total(inside))
})

it('the history lists what the dashboard counts', async () => {
  const { bought = 0, void_requested = 0, pending = 0, rejected = 0, voided = 0 } = await paidByHistory(buyer)
  expect(Math.min(pending, rejected, voided, void_requested)).toBeGreaterThan(0)
  const { spend } = (await spendingOf(buyer, '2025-11-01', '2026-11-30')).total
  expect(bought + void_requested + pending).toBe(spend)
})

it('the statement took what the dashboard counts, apart from what is still held', async () => {
  const { authorization } = await signInto(scene, buyer.organisation)
  const url = `/api${exportStatement.path.replace('{accountId}', buyer.account)}`
  const file = await scene.app.inject({ url, headers: { authorization } })
  const lines = file.body.trim().split('\r\n').slice(1)
  const amounts = lines.map((line) => line.split(',')).filter(([, kind]) => kind !== 'topup')
  const taken = amounts.reduce((sum, cells) => sum - Math.round(Number(cells[5]) * 100), 0)
  const { pending = 0 } = await paidByHistory(buyer)
  const { spend } = (await spendingOf(buyer, '2025-11-01', '2026-11-30')).total
  expect(taken + pending).toBe(spend)
  const { posted } = (await buyer.get(`/stamp/v1/carrieraccount/${buyer.account}/balance`)).json<{ posted: number }>()
  expect(await balanceOfStatement(scene, buyer, authorization)).toBe(posted)
})
