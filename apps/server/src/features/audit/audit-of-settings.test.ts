import { afterAll, beforeAll, expect, it } from 'vitest'
import { signInto } from '../../testing/sign-into.ts'
import { asOwner } from '../../testing/test-database.ts'
import { recordAudit } from './audit.store.ts'
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

it('finds entries by days of UK time, both included', async () => {
  const { organisation } = await aBuyer(scene, 0)
  const { authorization } = await signInto(scene, organisation)
  for (const rows of [1, 2, 3, 4])
    await recordAudit(scene.context.db, { organisation_id: organisation, event: 'batch_begun', details: { rows } })
  const instants = ['06-30T22:59:59Z', '06-30T23:00:00Z', '07-01T22:59:59Z', '07-01T23:00:00Z']
  await asOwner(
    scene.database.url,
    `alter table audit_event disable trigger user;
     update audit_event set at = (array[${instants.map((at) => `'2026-${at}'`).join()}])[seq]::timestamptz
       where organisation_id = '${organisation}';
     alter table audit_event enable trigger user`,
  )
  const found = async (query: string) => {
    const url = `/api/identity/v1/organisation/audit?orderAsc=true&${query}`
    const { data, total } = (await scene.app.inject({ url, headers: { authorization } })).json<{
      data: { number: number }[]
      total: number
    }>()
    expect(total).toBe(data.length)
    return data.map(({ number }) => number)
  }
  expect(await found('dateFrom=2026-07-01&dateTo=2026-07-01')).toEqual([2, 3])
  expect(await found('dateFrom=2026-07-01')).toEqual([2, 3, 4])
  expect(await found('dateTo=2026-06-30')).toEqual([1])
})
