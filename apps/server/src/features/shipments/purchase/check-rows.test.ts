import type { AnswerOf } from '@postroom/contract/endpoint'
import type { checkBatch } from '@postroom/contract/shipment-batch'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countWork } from '../../../testing/counted-work.ts'
import { aBuyer, PRICE, purchaseScene, type Buyer, type PurchaseScene } from '../../../testing/purchase-scene.ts'

const CHECK = '/stamp/v1/shipment/batch/check'
type Answer = AnswerOf<typeof checkBatch>

let scene: PurchaseScene
let buyer: Buyer
beforeAll(async () => {
  scene = await purchaseScene(0)
  buyer = await aBuyer(scene, 3 * PRICE)
})
afterAll(() => scene.close())

const check = async (shipments: object[], by = buyer) => {
  const rows = shipments.map((change, index) => ({
    key: `row-${index}-of-many`,
    shipment: { ...by.draft(), ...change },
  }))
  return by.post(CHECK, { rows })
}

it('answers each row with its price or its refusal, and the total beside the balance', async () => {
  const { to } = buyer.draft()
  const heavy = [{ number: 1, packaging: 'medium_parcel', weight: { value: 15_000, units: 'G' } }]
  const answer = await check([
    {},
    { to: { ...to, name: '李明' } },
    { meta_data: { quantity: 2 } },
    { by: '00000000-0000-4000-8000-000000000000' },
    { parcels: heavy, service: 'SD1PM_SAT' },
    { costcenter: [{ id: '00000000-0000-4000-8000-000000000000' }] },
  ])
  expect(answer.statusCode).toBe(200)
  const { rows, accounts } = answer.json<Answer>()
  expect(rows.map(({ key, amount, error }) => [key, amount ?? error?.code])).toEqual([
    ['row-0-of-many', PRICE],
    ['row-1-of-many', 'character_not_printable'],
    ['row-2-of-many', 2 * PRICE],
    ['row-3-of-many', 'invalid_request'],
    ['row-4-of-many', expect.any(String)],
    ['row-5-of-many', 'invalid_request'],
  ])
  expect(rows[1]?.error?.fields).toMatchObject([{ field: 'to.name', code: 'character_not_printable' }])
  expect(accounts).toEqual([{ id: buyer.account, amount: 3 * PRICE, available: 3 * PRICE }])
})

it('buys and holds nothing, and a batch of the same rows costs what the check said', async () => {
  const before = await buyer.balance()
  const shipment = buyer.draft()
  const { accounts } = (await check([{}])).json<Answer>()
  expect(await buyer.balance()).toBe(before)
  expect((await scene.context.db.selectFrom('purchase').select('id').execute()).length).toBe(0)
  await buyer.buy('after-the-check', shipment)
  expect(before - (await buyer.balance())).toBe(accounts[0]?.amount)
})

it('refuses the account, the services and the price list that a purchase would refuse', async () => {
  const other = await aBuyer(scene, 0, 'lite')
  const codes = async (by: Buyer, change: object) =>
    (await check([change], by)).json<Answer>().rows.map(({ error }) => error?.code)
  expect(await codes(other, { by: buyer.account })).toEqual(['invalid_request'])
  expect(await codes(other, { service: '2' })).toEqual(['service_not_in_plan'])
  const rows = [{ key: 'franked-row', shipment: buyer.draft() }]
  const franked = (await buyer.post(`${CHECK}?pricing=franking`, { rows })).json<Answer>()
  expect(franked.rows[0]?.error?.code).toBe('pricing_not_allowed')
})

it('reads the database as often for 1,000 rows as for one', async () => {
  const counter = await countWork()
  const queriesFor = async (count: number) =>
    (await counter.during(() => check(Array.from({ length: count }, () => ({}))))).queries
  const counted = [await queriesFor(1), await queriesFor(1_000)]
  await counter.close()
  // background work may send a query meanwhile
  expect(counted[1]).toBeLessThan(counted[0]! + 10)
})

it('accepts a body of 1,000 rows above 1 MiB, and refuses one above 2 MiB', async () => {
  const { to } = buyer.draft()
  const long = { to: { ...to, address2: 'x'.repeat(80), address3: 'y'.repeat(80) } }
  const sized = async (goods: number) => {
    const items = Array.from({ length: goods }, () => ({ description: 'Woollen scarf', quantity: 1 }))
    const answer = await check(Array.from({ length: 1_000 }, () => ({ ...long, customs: { contents_items: items } })))
    return answer.statusCode
  }
  expect(await sized(10)).not.toBe(413)
  expect(await sized(60)).toBe(413)
})
