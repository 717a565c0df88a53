import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBuyer, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'

let scene: PurchaseScene
let other: Buyer
beforeAll(async () => {
  scene = await purchaseScene(0)
  other = await aBuyer(scene, 0)
  await scene.context.db
    .updateTable('app_user')
    .set({ permissions: ['administration'] })
    .execute()
})
afterAll(() => scene.close())

interface Shipper {
  id: string
  alias: string
  address: { city: string; postal_code: string }
}
const address = {
  company_name: 'Llewellyn Bindery Ltd',
  address1: '4 Bute Street',
  city: 'Cardiff',
  postal_code: 'cf105al',
}
const save = (buyer: Buyer, alias: string, change: object = {}) =>
  buyer.post('/stamp/v1/shipper', { alias, address: { ...address, ...change } })
const list = async (buyer: Buyer, query = '') =>
  (await buyer.get(`/stamp/v1/shipper${query}`)).json<{ data: Shipper[]; total: number }>()
const aliases = async (buyer: Buyer, query = '') => (await list(buyer, query)).data.map(({ alias }) => alias)

it('lists the senders by alias, page by page, separately for each organisation', async () => {
  for (const alias of ['Warehouse', 'Office', 'Shop']) expect((await save(scene.buyer, alias)).statusCode).toBe(200)
  await save(other, 'Office', { city: 'Swansea' })
  expect(await aliases(scene.buyer)).toEqual(['Office', 'Shop', 'Warehouse'])
  expect(await aliases(scene.buyer, '?orderAsc=false&start=1&length=1')).toEqual(['Shop'])
  const named = await list(scene.buyer, '?alias=Office')
  expect(named).toMatchObject({ total: 1, data: [{ address: { city: 'Cardiff', postal_code: 'CF10 5AL' } }] })
  expect(await aliases(scene.buyer, '?alias=Off')).toEqual([])
})

it('replaces the sender with the same alias', async () => {
  await save(scene.buyer, 'Office', { city: 'Newport' })
  expect(await list(scene.buyer, '?alias=Office')).toMatchObject({ total: 1, data: [{ address: { city: 'Newport' } }] })
  expect(await list(other, '?alias=Office')).toMatchObject({ total: 1, data: [{ address: { city: 'Swansea' } }] })
})

it('deletes a sender of its own organisation only', async () => {
  const [office] = (await list(scene.buyer, '?alias=Office')).data
  const remove = ({ authorization }: Buyer) =>
    scene.app.inject({ method: 'DELETE', url: `/api/stamp/v1/shipper/${office!.id}`, headers: { authorization } })
  expect((await remove(other)).statusCode).toBe(404)
  expect((await remove(scene.buyer)).statusCode).toBe(200)
  expect((await remove(scene.buyer)).statusCode).toBe(404)
  expect(await aliases(scene.buyer)).toEqual(['Shop', 'Warehouse'])
})

it('refuses an address that is invalid for a sender', async () => {
  expect((await save(scene.buyer, 'Bad', { postal_code: 'nonsense' })).statusCode).toBe(400)
  expect((await save(scene.buyer, '')).statusCode).toBe(400)
})
