import { sumPence, toPence } from '@postroom/domain/money'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  aBuyerOfAYear,
  paidByHistory,
  paidByLedger,
  purchasesByDay,
  spendingByDay,
  spendingOf,
} from '../../testing/agreeing-figures.ts'
import { purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'

/** 100,000 take a quarter of an hour: `YEAR_SHIPMENTS=100000 SWEEP=1 npx vitest run figures-agree`. */
const SHIPMENTS = Number(process.env['YEAR_SHIPMENTS'] ?? 10_000)
const MINUTES = 60_000

let scene: PurchaseScene
let buyer: Buyer
beforeAll(async () => {
  scene = await purchaseScene(0)
  buyer = await aBuyerOfAYear(scene, SHIPMENTS)
}, 40 * MINUTES)
afterAll(() => scene.close())

it(
  `${SHIPMENTS} shipments of a year: dashboard, purchases, ledger and history agree to the penny`,
  { timeout: 40 * MINUTES },
  async () => {
    const days = await spendingByDay(buyer)
    expect(days).toEqual(await purchasesByDay(scene, buyer))
    const spent = sumPence(...days.map(({ spend }) => toPence(spend)))
    expect(spent).toBe(await paidByLedger(scene, buyer))
    expect((await spendingOf(buyer, '2025-11-01', '2026-11-30')).total.spend).toBe(spent)
    const { bought = 0, void_requested = 0, pending = 0 } = await paidByHistory(buyer)
    expect(bought + void_requested + pending).toBe(spent)
  },
)
