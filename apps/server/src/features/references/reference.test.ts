import type { ErrorBody } from '@postroom/contract/errors'
import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import { permissionsOf } from '@postroom/domain/people/roles'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBuyer, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'

let scene: PurchaseScene
let buyer: Buyer
let other: Buyer
let keys = 0
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  buyer = scene.buyer
  other = await aBuyer(scene, 10_00)
  await scene.context.db
    .updateTable('app_user')
    .set({ permissions: permissionsOf(['manager'], 'full') })
    .execute()
})
afterAll(() => scene.close())

interface CostCenter {
  id: string
  code: string
  name: string
  is_active: boolean
}
const buy = (change: Partial<ShipmentDraftInput>, who = buyer) => who.buy(`reference-${keys++}`, who.draft(change))
const wrong = (answer: Awaited<ReturnType<typeof buy>>) =>
  (answer.json<ErrorBody>().fields ?? []).map(({ field, code }) => `${field} ${code}`)
const add = async (code: string, who = buyer) =>
  (await who.post('/stamp/v1/costcenter', { code, name: `Centre ${code}` })).json<CostCenter>()

it('checks the references of a purchase before money moves, and those of a change', async () => {
  const data = [
    { label: 'Order', required: true, pattern: 'PO-9999' },
    { label: 'Department', choices: ['Sales', 'Legal'] },
  ]
  expect((await buyer.put('/stamp/v1/referencefield', { data })).statusCode).toBe(200)
  const whole = data.map((field) => ({ required: false, choices: [], pattern: '', ...field }))
  expect((await buyer.get('/stamp/v1/referencefield')).json()).toMatchObject({ data: whole, archived: [] })

  const before = await buyer.balance()
  expect(wrong(await buy({}))).toEqual(['references.0 required'])
  expect(wrong(await buy({ references: ['1042', 'Sport'] }))).toEqual([
    'references.0 invalid',
    'references.1 not_allowed',
  ])
  expect(await buyer.balance()).toBe(before)

  const bought = await buy({ references: ['PO-1042', 'Legal'] })
  expect(bought.statusCode).toBe(200)
  const path = `/stamp/v1/shipment/${bought.json<Shipment>().id}`
  expect(wrong(await buyer.put(path, { references: ['PO-1'] }))).toEqual(['references.0 invalid'])
  expect((await buyer.put(path, { notes: 'Only this' })).statusCode).toBe(200)
  expect((await buyer.get(path)).json<Shipment>().references).toEqual(['PO-1042', 'Legal'])
})

it('requires nothing from other organisations, nor after the fields are removed', async () => {
  expect((await other.get('/stamp/v1/referencefield')).json()).toMatchObject({ data: [], archived: [] })
  expect((await buy({}, other)).statusCode).toBe(200)
  await buyer.put('/stamp/v1/referencefield', { data: [] })
  expect((await buy({})).statusCode).toBe(200)
})

it('refuses to overwrite what somebody else has saved, and does not check archived fields', async () => {
  const path = '/stamp/v1/referencefield'
  const read = async () => (await buyer.get(path)).json<{ version: string }>()
  const { version } = await read()
  const archived = [{ label: 'Old', required: true }]
  const first = await buyer.put(path, { data: [{ label: 'Order' }], archived, version })
  expect(first.statusCode).toBe(200)
  expect(first.json()).toEqual(await read())
  const second = await buyer.put(path, { data: [], version })
  expect([second.statusCode, second.json<ErrorBody>().code]).toEqual([409, 'reference_fields_changed'])
  expect(await read()).toMatchObject({ data: [{ label: 'Order' }], archived: [{ label: 'Old' }] })
  expect((await buy({})).statusCode).toBe(200)
  expect((await buyer.put(path, { data: [], version: (await read()).version })).statusCode).toBe(200)
})

it('buys only for an active cost centre of its own organisation', async () => {
  const sales = await add('sales')
  const theirs = await add('sales', other)
  const bought = (await buy({ costcenter: [{ id: sales.id }] })).json<Shipment>()
  expect(bought.costcenter).toEqual([{ id: sales.id }])
  expect(wrong(await buy({ costcenter: [{ id: theirs.id }] }))).toEqual(['costcenter.0.id not_allowed'])

  const path = `/stamp/v1/shipment/${bought.id}`
  expect(wrong(await buyer.put(path, { costcenter: [{ id: theirs.id }] }))).toEqual(['costcenter.0.id not_allowed'])
  await buyer.post('/stamp/v1/costcenter', { code: 'sales', name: 'Sales', is_active: false })
  expect(wrong(await buy({ costcenter: [{ id: sales.id }] }))).toEqual(['costcenter.0.id not_allowed'])
  expect((await buyer.get(path)).json<Shipment>().costcenter).toEqual([{ id: sales.id }])
  expect((await buyer.put(path, { costcenter: [] })).json<Shipment>().costcenter).toEqual([])
})

const codes = async (query: string) =>
  (await buyer.get(`/stamp/v1/costcenter${query}`)).json<{ data: CostCenter[] }>().data.map(({ code }) => code)

it('lists cost centres by code, page by page, and active ones only on request', async () => {
  for (const code of ['legal', 'post']) await add(code)
  expect(await codes('')).toEqual(['legal', 'post', 'sales'])
  expect(await codes('?is_active=true')).toEqual(['legal', 'post'])
  expect(await codes('?orderAsc=false&start=1&length=1')).toEqual(['post'])
})

it('refuses two fields with one label', async () => {
  const answer = await buyer.put('/stamp/v1/referencefield', { data: [{ label: 'Order' }, { label: ' order' }] })
  expect(wrong(answer)).toEqual(['data.1.label already_used'])
})

it('refuses to save a cost centre that somebody else has changed since it was read', async () => {
  const path = '/stamp/v1/costcenter'
  const saved = async (body: object) => (await buyer.post(path, { code: 'BOTH', name: 'First', ...body })).json()
  const { version } = await saved({ is_new: true })
  const budget = { amount: 100, period: 'month', on_exceed: 'block' }
  const next = await saved({ budget, version })
  expect(next).toMatchObject({ budget: { amount: 100 } })
  expect(next.version).not.toBe(version)
  expect(await saved({ name: 'Second', version })).toMatchObject({ code: 'cost_center_changed' })
  const { data } = (await buyer.get(path)).json<{ data: { code: string }[] }>()
  expect(data).toContainEqual(next)
  expect(await saved({ name: 'Second', version: next.version })).toMatchObject({ name: 'Second' })
})

it('adds no cost centre over another with its code, and leaves that as it is', async () => {
  const body = { code: 'ADD', name: 'First', is_new: true }
  expect((await buyer.post('/stamp/v1/costcenter', body)).statusCode).toBe(200)
  const second = await buyer.post('/stamp/v1/costcenter', { ...body, name: 'Second' })
  expect([second.statusCode, second.json<ErrorBody>().code]).toEqual([409, 'cost_center_code_taken'])
  const { data } = (await buyer.get('/stamp/v1/costcenter')).json<{ data: { code: string; name: string }[] }>()
  expect(data).toContainEqual(expect.objectContaining({ code: 'ADD', name: 'First' }))
  const both = await Promise.all(
    ['A', 'B'].map((name) => buyer.post('/stamp/v1/costcenter', { code: 'RACE', name, is_new: true })),
  )
  expect(both.map(({ statusCode }) => statusCode).toSorted((one, two) => one - two)).toEqual([200, 409])
})

it('saves under the code, separately for each organisation', async () => {
  const hr = await add('hr')
  const theirs = await add('hr', other)
  const renamed = await buyer.post('/stamp/v1/costcenter', { code: 'hr', name: 'People' })
  const version = expect.any(String) as string
  expect(renamed.json()).toEqual({ id: hr.id, code: 'hr', name: 'People', is_active: true, version })
  const { data } = (await other.get('/stamp/v1/costcenter?orderBy=name')).json<{ data: CostCenter[] }>()
  expect(data).toContainEqual(theirs)
  expect(data).not.toContainEqual(hr)
})
