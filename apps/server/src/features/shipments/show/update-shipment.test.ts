import type { ErrorBody } from '@postroom/contract/errors'
import { addDays } from '@postroom/domain/calendar'
import type { Shipment } from '@postroom/contract/shipment'
import { permissionsOf } from '@postroom/domain/people/roles'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBuyer, purchaseScene, type Buyer, type PurchaseScene } from '../../../testing/purchase-scene.ts'

let scene: PurchaseScene
let shipment: Shipment
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  shipment = (await scene.buyer.buy('to-be-changed', scene.buyer.draft({ references: ['old'] }))).json<Shipment>()
})
afterAll(() => scene.close())

const path = () => `/stamp/v1/shipment/${shipment.id}`
const put = (body: object, buyer: Buyer = scene.buyer) => buyer.put(path(), body)
const total = async (text: string) =>
  (await scene.buyer.post(`/stamp/v1/shipment/search?text=${text}`)).json<{ total: number }>().total
const events = (event: string) =>
  scene.context.db
    .selectFrom('audit_event')
    .select(['organisation_id', 'subject', 'details'])
    .where('event', '=', event)
    .orderBy('id')
    .execute()

it('changes references and notes, nothing else, and records the user', async () => {
  const answer = await put({ references: ['PO-7', 'desk 4'], notes: 'Left with reception' })
  expect(answer.statusCode).toBe(200)
  const changed = { references: ['PO-7', 'desk 4'], notes: 'Left with reception' }
  const { docs: _links, ...before } = shipment
  const { docs: _fresh, ...after } = (await scene.buyer.get(path())).json<Shipment>()
  expect(after).toEqual({ ...before, ...changed })
  expect(await events('shipment_changed')).toEqual([
    { organisation_id: scene.buyer.organisation, subject: shipment.id, details: { fields: 'notes references' } },
  ])
})

it('keeps fields that are not given', async () => {
  await put({ references: ['PO-8'], notes: 'Fragile' })
  expect((await put({ references: [] })).json<Shipment>()).toMatchObject({ references: [], notes: 'Fragile' })
  expect((await put({})).json<Shipment>()).toMatchObject({ references: [], notes: 'Fragile' })
})

it('a shipment is found by its new references, and not by the old ones', async () => {
  await put({ references: ['invoice 88'] })
  expect([await total('invoice'), await total('old')]).toEqual([1, 0])
})

it.each([
  [{ service: '2' }, 'service', 'unknown_field'],
  [{ to: {} }, 'to', 'unknown_field'],
  [{ charges: { total_charge: 1 } }, 'charges', 'unknown_field'],
  [{ status: 'voided' }, 'status', 'unknown_field'],
  [{ references: ['a', 'b', 'c', 'd'] }, 'references', 'too_big'],
  [{ references: ['x'.repeat(21)] }, 'references.0', 'too_long'],
  [{ notes: 'a\u0000b' }, 'notes', 'character_not_printable'],
])('refuses %j', async (body, field, code) => {
  const answer = await put(body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json<ErrorBody>().fields).toMatchObject([{ field, code }])
})

it('accepts the current cost centre again, even when it is closed', async () => {
  await scene.context.db
    .updateTable('app_user')
    .set({ permissions: permissionsOf(['manager'], 'full') })
    .execute()
  const { id } = (await scene.buyer.post('/stamp/v1/costcenter', { code: 'closing', name: 'Closing' })).json<{
    id: string
  }>()
  expect((await put({ costcenter: [{ id }] })).statusCode).toBe(200)
  await scene.context.db.updateTable('cost_center').set({ is_active: false }).where('id', '=', id).execute()
  expect((await put({ costcenter: [{ id }], notes: 'Kept' })).json<Shipment>()).toMatchObject({ notes: 'Kept' })
  expect((await put({ costcenter: [] })).statusCode).toBe(200)
  expect((await put({ costcenter: [{ id }] })).statusCode).toBe(400)
})

it('answers not_found to another organisation', async () => {
  const before = await events('shipment_changed')
  const other = await aBuyer(scene, 0)
  expect((await put({ notes: 'mine' }, other)).statusCode).toBe(404)
  expect((await other.post(`${path()}/reprint`, { documents: ['label'] })).statusCode).toBe(404)
  expect((await scene.buyer.get(path())).json<Shipment>().notes).not.toBe('mine')
  expect(await events('shipment_changed')).toEqual(before)
})

it('reprints free of charge, with new links to the same documents, and records it', async () => {
  const before = await scene.buyer.balance()
  const first = (await scene.buyer.post(`${path()}/reprint`, { documents: ['label', 'label'] })).json<Shipment>()
  const second = (await scene.buyer.post(`${path()}/reprint`, { documents: ['label', 'label'] })).json<Shipment>()
  expect(second.docs.map(({ sha256 }) => sha256)).toEqual(shipment.docs.map(({ sha256 }) => sha256))
  expect(new Set([...shipment.docs, ...first.docs, ...second.docs].map(({ url }) => url)).size).toBe(6)
  const { pathname, search } = new URL(second.docs[0]!.url)
  expect((await scene.app.inject(`${pathname}${search}`)).statusCode).toBe(200)
  expect(await scene.buyer.balance()).toBe(before)
  expect(await events('shipment_reprinted')).toHaveLength(2)
  await scene.buyer.post(`${path()}/reprint`, { documents: ['label'], reason: 'jam' })
  const reasons = (await events('shipment_reprinted')).map(({ details }) => details)
  expect(reasons).toContainEqual({ documents: 'label', reason: 'jam' })
})

it('says until when it may be voided', async () => {
  const { void_until, shipping_date } = (await scene.buyer.get(path())).json<Shipment>()
  expect(void_until).toBe(addDays(shipping_date, 14))
})

it('does not print what was not bought', async () => {
  const { db } = scene.context
  await db
    .insertInto('sandbox.switch')
    .values({ call: 'purchase', answer: 'refused', delay_ms: 0, remaining: 1 })
    .execute()
  expect((await scene.buyer.buy('refused-by-carrier')).statusCode).toBe(422)
  const { id } = (await scene.buyer.get('/stamp/v1/shipment/process/refused-by-carrier')).json<Shipment>()
  const answer = await scene.buyer.post(`/stamp/v1/shipment/${id}/reprint`, { documents: ['label'] })
  expect(answer.statusCode).toBe(410)
  expect(answer.json<ErrorBody>().code).toBe('document_gone')
})
