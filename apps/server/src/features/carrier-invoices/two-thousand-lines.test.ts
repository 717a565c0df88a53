import type { CarrierInvoice, CarrierInvoiceLine } from '@postroom/contract/carrier-invoice'
import type { Shipment } from '@postroom/contract/shipment'
import { DEFAULT_CARRIER } from '@postroom/domain/catalogue/carriers'
import type { InvoiceOutcome } from '@postroom/domain/purchase/match-invoice'
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillLedger } from '../../testing/fill-ledger.ts'
import { aBuyer, PRICE, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'
import { brokenInvariants } from '../ledger/invariants.store.ts'
import { anOperator, type Caller } from '../../testing/operators.ts'
import { allDifferences, book, importInvoice, type InvoiceRow } from './testing/invoices.ts'

let scene: PurchaseScene
let operator: Caller
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  operator = await anOperator(scene)
})
afterAll(() => scene.close())

let keys = 0
async function bought(by: Buyer, quantity = 1): Promise<Shipment> {
  const answer = await by.buy(`invoiced-${keys++}`, by.draft({ meta_data: { quantity } }))
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

async function voided(): Promise<string> {
  const { id, item_numbers } = await bought(scene.buyer)
  const answer = await scene.buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Wrong' })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return item_numbers[0]!
}

/** What is found where: by the item, with the pence of the difference. */
interface Planted {
  item: string
  outcome: InvoiceOutcome
  difference: number
}

const shown = ({ item_number: item, outcome, difference }: CarrierInvoiceLine) => ({ item, outcome, difference })

const repeat = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

it('finds every planted difference among 2,000 purchases and nothing else, and the books then agree to the penny', async () => {
  const stranger = await aBuyer(scene, 100_00)
  const theirs = (await bought(stranger)).item_numbers[0]!
  const backs: string[] = []
  for (let n = 0; n < 5; n++) backs.push(await voided())
  const several = (await bought(scene.buyer, 3)).item_numbers
  const single = (await bought(scene.buyer)).item_numbers[0]!
  await fillLedger(scene.database.url, 2_000)

  const filled = repeat(2_000, (n) => `FILLED${n + 1}`).toSorted(() => randomInt(2) - 0.5)
  const take = (count: number) => filled.splice(0, count)
  const rows: InvoiceRow[] = []
  const planted: Planted[] = []
  const plant = (item: string, outcome: InvoiceOutcome, gross: number | null, difference: number) => {
    if (gross !== null) rows.push({ item, gross })
    planted.push({ item, outcome, difference })
  }
  for (const item of take(40)) plant(item, 'charged_more', PRICE + 7, 7)
  for (const item of take(30)) plant(item, 'charged_less', PRICE - 20, -20)
  for (const item of take(20)) {
    rows.push({ item, gross: PRICE })
    plant(item, 'charged_twice', PRICE, PRICE)
  }
  for (const item of take(15)) plant(item, 'missing', null, -PRICE)
  for (const item of backs.slice(1)) plant(item, 'charged_voided', PRICE, PRICE) // the first is rightly absent
  for (const item of repeat(6, (n) => `NOBODY${n}`)) plant(item, 'unknown_item', 111, 111)
  plant(theirs, 'other_account', PRICE, PRICE)
  plant(several[1]!, 'charged_more', PRICE + 1, 1)
  for (const item of [several[0]!, several[2]!, single, ...filled]) rows.push({ item, gross: PRICE })
  for (let at = rows.length - 1; at > 0; at--) {
    const other = randomInt(at + 1)
    ;[rows[at], rows[other]] = [rows[other]!, rows[at]!]
  }

  const answer = await importInvoice(operator, { number: 'INV-2000', account_id: scene.buyer.account }, rows)
  expect(answer.statusCode, answer.body.slice(0, 500)).toBe(200)
  const invoice = answer.json<CarrierInvoice>()
  const found = await allDifferences(operator, invoice.id)
  const inOrder = (one: Planted, other: Planted) => one.item.localeCompare(other.item)
  expect(found.map(shown).toSorted(inOrder)).toEqual(planted.toSorted(inOrder))
  expect(invoice).toMatchObject({
    lines: rows.length,
    differ: planted.length,
    agree: rows.length - planted.length + 15,
  })

  const before = await scene.buyer.balance()
  const { invoice: booked, refused } = await book(operator, invoice.id)
  expect(refused).toEqual([])
  expect(booked.to_book).toBe(0)
  expect(await scene.buyer.balance()).toBe(before + 30 * 20)
  // the clearing account holds the other account's purchase and the missing ones, which the invoice does not charge
  const [clearing] = (
    await asOwner(scene.database.url, `select balance::int from account where id = 'carrier:${DEFAULT_CARRIER.code}'`)
  ).rows as { balance: number }[]
  const notOurs = 6 * 111 + PRICE
  expect(clearing!.balance - PRICE - 15 * PRICE).toBe(booked.total - notOurs)
  expect(await brokenInvariants(scene.context.db)).toEqual([])
})
