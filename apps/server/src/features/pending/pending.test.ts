import type { ErrorBody } from '@postroom/contract/errors'
import type { Shipment } from '@postroom/contract/shipment'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBuyer, PRICE, purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'

let scene: PurchaseScene
beforeAll(async () => {
  scene = await purchaseScene(100_00)
})
afterAll(() => scene.close())

const PENDING = '/stamp/v1/shipment/pending'
interface Pending {
  pending_id: string
  shipment: ReturnType<PurchaseScene['buyer']['draft']>
  created_at: string
}
const save = async (change: object = {}) => (await scene.buyer.post(PENDING, scene.buyer.draft(change))).json<Pending>()
const queue = async (buyer = scene.buyer, query = '') =>
  (await buyer.get(`${PENDING}${query}`)).json<{ data: Pending[]; total: number }>()
const remove = (id: string, { authorization } = scene.buyer) =>
  scene.app.inject({ method: 'DELETE', url: `/api${PENDING}/${id}`, headers: { authorization } })

it('keeps what was prepared until it is bought under its id, once', async () => {
  const { pending_id } = await save({ references: ['desk 4'] })
  const { shipment } = (await scene.buyer.get(`${PENDING}/${pending_id}`)).json<Pending>()
  expect(shipment).toMatchObject({ references: ['desk 4'], service: '1', to: { name: 'Idris Pembroke' } })
  expect((await queue()).data.map((row) => row.pending_id)).toEqual([pending_id])

  const before = await scene.buyer.balance()
  const bought = await scene.buyer.buy(pending_id, shipment)
  expect(bought.statusCode).toBe(200)
  expect(await queue()).toMatchObject({ data: [], total: 0 })
  expect((await scene.buyer.get(`${PENDING}/${pending_id}`)).statusCode).toBe(404)
  const again = await scene.buyer.buy(pending_id, shipment)
  expect(again.json<Shipment>().id).toBe(bought.json<Shipment>().id)
  expect(await scene.buyer.balance()).toBe(before - PRICE)
})

it('keeps it in the queue when it was only a test print, or was refused', async () => {
  const { pending_id, shipment } = await save()
  expect((await scene.buyer.buy(pending_id, { ...shipment, charges: { total_charge: 1 } })).statusCode).toBe(409)
  expect((await scene.buyer.get(`${PENDING}/${pending_id}`)).statusCode).toBe(200)
  const { pending_id: other, shipment: same } = await save()
  expect((await scene.buyer.buy(other, same, { test: true })).statusCode).toBe(200)
  expect((await queue()).total).toBe(2)
})

it('may lack what the mailroom adds: weight, service and account', async () => {
  const { parcels: _weighed, service: _chosen, by: _paid, ...prepared } = scene.buyer.draft()
  const answer = await scene.buyer.post(PENDING, prepared)
  expect(answer.statusCode).toBe(200)
  expect(answer.json<Pending>().shipment).not.toHaveProperty('service')
})

it.each([
  [{ to: { city: 'London' } }, 'to.address1', 'required'],
  [{ price: 1 }, 'price', 'unknown_field'],
  [{ references: ['a\u0000b'] }, '', 'character_not_printable'],
])('refuses %j', async (change, field, code) => {
  const answer = await scene.buyer.post(PENDING, { ...scene.buyer.draft(), ...change })
  expect(answer.statusCode).toBe(400)
  expect(answer.json<ErrorBody>().fields).toContainEqual(expect.objectContaining({ field, code }))
})

it('lists the oldest first, page by page', async () => {
  const buyer = await aBuyer(scene, 0)
  const ids: string[] = []
  for (let index = 0; index < 3; index++)
    ids.push((await buyer.post(PENDING, buyer.draft())).json<Pending>().pending_id)
  const idsOf = async (query: string) => (await queue(buyer, query)).data.map((row) => row.pending_id)
  expect(await idsOf('')).toEqual(ids)
  expect(await idsOf('?orderAsc=false')).toEqual(ids.toReversed())
  expect(await idsOf('?start=1&length=1')).toEqual([ids[1]])
})

it('of another organisation is not there: neither seen, given up nor used up by the same key', async () => {
  const { pending_id, shipment } = await save()
  const other = await aBuyer(scene, 10_00)
  expect((await other.get(`${PENDING}/${pending_id}`)).statusCode).toBe(404)
  expect((await queue(other)).total).toBe(0)
  expect((await remove(pending_id, other)).statusCode).toBe(404)
  expect((await other.buy(pending_id, { ...shipment, by: other.account })).statusCode).toBe(200)
  expect((await scene.buyer.get(`${PENDING}/${pending_id}`)).statusCode).toBe(200)
})

it('is given up', async () => {
  const { pending_id } = await save()
  expect((await remove(pending_id)).statusCode).toBe(200)
  expect((await remove(pending_id)).statusCode).toBe(404)
})
