import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBuyer, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'

let scene: PurchaseScene
let buyer: Buyer
let other: Buyer
beforeAll(async () => {
  scene = await purchaseScene(0)
  buyer = scene.buyer
  other = await aBuyer(scene, 0)
  await scene.context.db
    .updateTable('app_user')
    .set({ permissions: ['administration'] })
    .execute()
})
afterAll(() => scene.close())

const remove = (path: string, by: Buyer) =>
  scene.app.inject({ method: 'DELETE', url: `/api${path}`, headers: { authorization: by.authorization } })
/** The events since the previous call. */
async function written() {
  const rows = await scene.context.db
    .selectFrom('audit_event')
    .select(['event', 'subject', 'details', 'user_id'])
    .where('organisation_id', '=', buyer.organisation)
    .orderBy('id')
    .execute()
  expect(rows.every(({ user_id }) => user_id !== null)).toBe(true)
  return rows.slice(seen, (seen = rows.length)).map(({ event, subject, details }) => [event, subject, details])
}
let seen = 0
const SENDER = {
  company_name: 'Llewellyn Bindery Ltd',
  address1: '4 Bute Street',
  city: 'Cardiff',
  postal_code: 'CF10 5AL',
}

it('records a sender that is saved, changed and removed', async () => {
  const save = async () =>
    (await buyer.post('/stamp/v1/shipper', { alias: 'Office', address: SENDER })).json<{ id: string }>()
  const { id } = await save()
  await save()
  await remove(`/stamp/v1/shipper/${id}`, other)
  expect(await written()).toEqual([
    ['shipper_saved', id, {}],
    ['shipper_saved', id, {}],
  ])
  await remove(`/stamp/v1/shipper/${id}`, buyer)
  await remove(`/stamp/v1/shipper/${id}`, buyer)
  expect(await written()).toEqual([['shipper_removed', id, {}]])
})

it('records a shipment that is prepared and given up', async () => {
  const path = '/stamp/v1/shipment/pending'
  const { pending_id } = (await buyer.post(path, buyer.draft())).json<{ pending_id: string }>()
  await remove(`${path}/${pending_id}`, other)
  expect(await written()).toEqual([['pending_saved', pending_id, {}]])
  await remove(`${path}/${pending_id}`, buyer)
  await remove(`${path}/${pending_id}`, buyer)
  expect(await written()).toEqual([['pending_removed', pending_id, {}]])
})

it('records the rules for references, and cost centres with their budgets', async () => {
  await buyer.put('/stamp/v1/referencefield', { data: [{ label: 'Order' }, { label: 'Desk' }] })
  expect(await written()).toEqual([['reference_fields_saved', null, { labels: 'Order, Desk' }]])

  const save = async (change: object) =>
    (await buyer.post('/stamp/v1/costcenter', { code: 'sales', name: 'Sales', ...change })).json<{ id: string }>()
  const budget = { amount: 50_00, period: 'month', on_exceed: 'block' }
  const { id } = await save({ budget })
  await save({ is_active: false })
  expect(await written()).toEqual([
    ['cost_center_saved', id, { code: 'sales', is_active: 'true', ...budget }],
    ['cost_center_saved', id, { code: 'sales', is_active: 'false', budget: 'none' }],
  ])
})
