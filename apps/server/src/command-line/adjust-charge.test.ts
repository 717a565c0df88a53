import type { Shipment } from '@postroom/contract/shipment'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { purchaseScene, type PurchaseScene } from '../testing/purchase-scene.ts'
import { runCommand } from './commands.ts'

let scene: PurchaseScene
let shipment: string
beforeAll(async () => {
  scene = await purchaseScene(100_00, { carrier_ms: 5_000, lease_ms: 30_000, wait_ms: 10_000 })
  shipment = (await scene.buyer.buy('adjusted')).json<Shipment>().id
})
afterAll(() => scene.close())

function adjust(...words: string[]) {
  vi.stubEnv('DATABASE_URL', scene.database.url)
  return runCommand(['charge', 'adjust', ...words])
}

/** What was booked for the shipment after it was bought, in pence. */
const booked = async (): Promise<{ debit: string; credit: string; amount: number }[]> =>
  scene.context.db
    .selectFrom('transfer')
    .select(['debit', 'credit', 'amount'])
    .where('kind', '=', 'adjustment')
    .orderBy('id')
    .execute()

it('books a higher charge at the expense of the platform, once per reference', async () => {
  const said = { text: 'Booked: £0.00 to the customer, £0.45 borne by the platform.\n', exitCode: 0 }
  expect(await adjust(shipment, '0.45', ' invoice 7 ')).toEqual(said)
  const again = { text: 'This was booked before. Nothing is booked again.\n', exitCode: 0 }
  expect(await adjust(shipment, '0.45', 'invoice 7')).toEqual(again)
  expect(await booked()).toMatchObject([{ amount: 45 }])
})

it('books a lower charge', async () => {
  expect(await adjust(shipment, '-0.20', 'invoice 8')).toMatchObject({ exitCode: 0 })
  expect((await booked()).at(-1)).toMatchObject({ amount: 20 })
})

it.each([
  // shipment, pounds, reference, reason
  ['{shipment}', '0', 'invoice 9', 'amount: '],
  ['{shipment}', '100000.01', 'invoice 9', 'amount: '],
  ['{shipment}', '-100000.01', 'invoice 9', 'amount: '],
  ['{shipment}', '-100000', 'invoice 9', 'The carrier cannot give back more than it has charged.'],
  ['{shipment}', 'much', 'invoice 9', 'amount: '],
  ['{shipment}', '1', ' ', ': '],
  ['{shipment}', '1', 'x'.repeat(101), ': '],
  ['{shipment}', '1', 'invoice 7', 'This reference was booked for another shipment or amount.'],
  ['shipment 1', '1', 'invoice 9', 'shipment 1: '],
  ['1b4e28ba-2fa1-41d2-883f-0016d3cca427', '1', 'invoice 9', 'The carrier has charged nothing for this shipment.'],
])('refuses %s, %s, %s and books nothing', async (named, pounds, reference, reason) => {
  const before = await booked()
  const { exitCode, text } = await adjust(named.replace('{shipment}', shipment), pounds, reference)
  expect({ exitCode, text }).toEqual({ exitCode: 1, text: expect.stringContaining(reason) as string })
  expect(await booked()).toEqual(before)
})

it('leaves no connection open, done or refused', async () => {
  await adjust(shipment, '0.45', 'invoice 7')
  await adjust(shipment, '0', 'invoice 7')
  const open = `select from pg_stat_activity where datname = current_database() and usename = 'postgres'`
  await expect.poll(async () => (await scene.context.platformPool.query(open)).rowCount).toBe(0)
})
