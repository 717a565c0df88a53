import type { ErrorBody } from '@postroom/contract/errors'
import type { ManualShipment } from '@postroom/contract/shipment-manual'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBuyer, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'

const MANUAL = '/stamp/v1/shipment/manual'
const to = { name: 'Siân Pembroke', address1: '17 Chalcot Road', city: 'London', postal_code: 'nw18lh' }
const entry = (change: object = {}) => ({
  carrier: 'Parcelforce',
  service_name: 'express24',
  shipping_date: '2026-11-19',
  to,
  ...change,
})

let scene: PurchaseScene
let stranger: Buyer
beforeAll(async () => {
  scene = await purchaseScene(10_00)
  stranger = await aBuyer(scene, 10_00)
})
afterAll(() => scene.close())

const enter = async (change: object = {}) => (await scene.buyer.post(MANUAL, entry(change))).json<ManualShipment>()
const remove = (id: string, { authorization }: Buyer) =>
  scene.app.inject({ method: 'DELETE', url: `/api${MANUAL}/${id}`, headers: { authorization } })
const search = async (query: string, buyer = scene.buyer) =>
  (await buyer.post(`/stamp/v1/shipment/search?${query}`)).json<{ data: ManualShipment[]; total: number }>()
const events = async () =>
  (await scene.context.db.selectFrom('audit_event').select(['event', 'subject']).orderBy('id').execute()).filter(
    ({ event }) => event.startsWith('manual_shipment'),
  )

it('stores a shipment posted elsewhere in normalised form, and moves no money', async () => {
  const balance = await scene.buyer.balance()
  const entered = await enter({
    number: 'rr 4731 2482 9de',
    total_charge: 1495,
    references: ['PO-7'],
    notes: 'counter',
  })
  expect(entered).toMatchObject({
    transaction_type: 'manual',
    carrier: 'Parcelforce',
    number: 'RR473124829DE',
    to: { name: 'Siân Pembroke', postal_code: 'NW1 8LH', country: 'GB' },
    total_charge: 1495,
    references: ['PO-7'],
    costcenter: [],
    notes: 'counter',
  })
  expect((await search('withManual=true')).data).toEqual([entered])
  expect(await scene.buyer.balance()).toBe(balance)
  const moved = await scene.context.db.selectFrom('transfer').select('id').where('kind', '!=', 'topup').execute()
  expect(moved).toEqual([])
})

it('a manual shipment is not listed among purchases unless requested', async () => {
  expect(await search('withManual=false')).toMatchObject({ data: [], total: 0 })
  expect(await search('')).toMatchObject({ data: [], total: 0 })
})

it('a manual shipment is updated, found by its new words only, and deleted', async () => {
  const { id } = await enter({ references: ['before'] })
  const changed = await scene.buyer.put(
    `${MANUAL}/${id}`,
    entry({ to: { ...to, name: 'Tomos Wynne' }, notes: 'again' }),
  )
  expect(changed.json<ManualShipment>()).toMatchObject({
    id,
    to: { name: 'Tomos Wynne' },
    notes: 'again',
    references: [],
  })
  expect((await search('withManual=true&text=before')).total).toBe(0)
  expect((await search('withManual=true&text=wynne')).data.map((row) => row.id)).toEqual([id])
  expect((await remove(id, scene.buyer)).statusCode).toBe(200)
  expect((await remove(id, scene.buyer)).statusCode).toBe(404)
  expect((await scene.buyer.put(`${MANUAL}/${id}`, entry())).statusCode).toBe(404)
  expect((await search('withManual=true&text=wynne')).total).toBe(0)
  expect((await events()).filter(({ subject }) => subject === id).map(({ event }) => event)).toEqual([
    'manual_shipment_entered',
    'manual_shipment_changed',
    'manual_shipment_deleted',
  ])
})

it('a manual shipment is not found by another organisation', async () => {
  const { id } = await enter()
  expect((await stranger.put(`${MANUAL}/${id}`, entry())).statusCode).toBe(404)
  expect((await remove(id, stranger)).statusCode).toBe(404)
  expect((await search('withManual=true', stranger)).total).toBe(0)
})

it('accepts a cost centre of its own organisation only', async () => {
  const { db } = scene.context
  const made = async (organisation_id: string) =>
    db
      .insertInto('cost_center')
      .values({ organisation_id, code: 'post', name: '' })
      .returning('id')
      .executeTakeFirstOrThrow()
  const [own, foreign] = [await made(scene.buyer.organisation), await made(stranger.organisation)]
  expect((await enter({ costcenter: [own] })).costcenter).toEqual([own])
  const refused = await scene.buyer.post(MANUAL, entry({ costcenter: [foreign] }))
  expect(refused.json<ErrorBody>().fields).toMatchObject([{ field: 'costcenter.0.id', code: 'not_allowed' }])
})

it.each([
  [{ carrier: ' ' }, 'carrier', 'required'],
  [{ service_name: 'x'.repeat(81) }, 'service_name', 'too_long'],
  [{ shipping_date: '2026-02-30' }, 'shipping_date', 'invalid_date'],
  [{ shipping_date: '0000-01-01' }, 'shipping_date', 'invalid_date'],
  [{ total_charge: -1 }, 'total_charge', 'too_small'],
  [{ total_charge: 1.5 }, 'total_charge', 'invalid_type'],
  [{ number: 'a\u0000b' }, 'number', 'character_not_printable'],
  [{ notes: '\ud800' }, 'notes', 'character_not_printable'],
  [{ references: ['a', 'b', 'c', 'd'] }, 'references', 'too_big'],
  [{ to: { ...to, postal_code: 'NOWHERE' } }, 'to.postal_code', 'invalid_postcode'],
  [{ from: { city: 'London' } }, 'from.address1', 'required'],
  [{ service: '1' }, 'service', 'unknown_field'],
])('refuses %j', async (change, field, code) => {
  const answer = await scene.buyer.post(MANUAL, entry(change))
  expect(answer.statusCode).toBe(400)
  expect(answer.json<ErrorBody>().fields).toContainEqual(expect.objectContaining({ field, code }))
})
