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
  expect((await buyer.get('/stamp/v1/referencefield')).json()).toEqual({ data: whole })

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
  expect((await other.get('/stamp/v1/referencefield')).json()).toEqual({ data: [] })
  expect((await buy({}, other)).statusCode).toBe(200)
  await buyer.put('/stamp/v1/referencefield', { data: [] })
  expect((await buy({})).statusCode).toBe(200)
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

it('saves under the code, separately for each organisation', async () => {
  const hr = await add('hr')
  const theirs = await add('hr', other)
  const renamed = await buyer.post('/stamp/v1/costcenter', { code: 'hr', name: 'People' })
  expect(renamed.json()).toEqual({ id: hr.id, code: 'hr', name: 'People', is_active: true })
  const { data } = (await other.get('/stamp/v1/costcenter?orderBy=name')).json<{ data: CostCenter[] }>()
  expect(data).toContainEqual(theirs)
  expect(data).not.toContainEqual(hr)
})
