import type { listOrganisations } from '@postroom/contract/organisation-list'
import type { AnswerOf } from '@postroom/contract/endpoint'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBuyer, purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'
import { aCustomer, anOperator, topUp, type Caller } from '../../testing/operators.ts'

let scene: PurchaseScene
let operator: Caller
beforeAll(async () => {
  scene = await purchaseScene(0)
  operator = await anOperator(scene)
})
afterAll(() => scene.close())

const list = async (query: string) =>
  (await operator.get(`/identity/v1/organisations?${query}`)).json<AnswerOf<typeof listOrganisations>>()

const names = async (query: string) => (await list(`length=100&${query}`)).data.map(({ name }) => name)

it('lists every organisation with its users by plan and what its accounts can spend', async () => {
  const { organisation, account } = await aCustomer(scene)
  await asOwner(scene.database.url, `update organisation set name = 'Zennor Crafts' where id = '${organisation}'`)
  await topUp(operator, account, { amount: 20_00, reference: 'BACS 1' })
  const { data, total } = await list('text=zennor')
  expect(total).toBe(1)
  expect(data[0]).toMatchObject({
    id: organisation,
    name: 'Zennor Crafts',
    accounts: [{ id: account, available: 20_00 }],
  })
  expect(data[0]!.users.full + data[0]!.users.lite).toBeGreaterThan(0)
})

it('takes the text as it is typed, and pages', async () => {
  expect((await list(`text=${encodeURIComponent("%' or true --")}`)).total).toBe(0)
  const all = await list('length=100')
  const second = await list('start=1&length=1')
  expect(second.data).toEqual([all.data[1]])
  expect(second.total).toBe(all.total)
})

it('is in order of the names, either way', async () => {
  const ascending = await names('orderAsc=true')
  expect(ascending.indexOf('The Operator Ltd')).toBeGreaterThan(ascending.indexOf('Llewellyn Bindery Ltd'))
  const descending = await names('orderAsc=false')
  expect(descending.indexOf('The Operator Ltd')).toBeLessThan(descending.indexOf('Llewellyn Bindery Ltd'))
})

it('counts no user who is disabled', async () => {
  const { organisation } = await aBuyer(scene, 0)
  await asOwner(
    scene.database.url,
    `update organisation set name = 'Yarmouth Yarns' where id = '${organisation}';
     update app_user set disabled_at = now() where organisation_id = '${organisation}'`,
  )
  expect((await list('text=Yarmouth')).data[0]!.users).toEqual({ full: 0, lite: 0 })
})

it('is refused to a manager', async () => {
  const { manager } = await aCustomer(scene)
  expect((await manager.get('/identity/v1/organisations')).json()).toMatchObject({ code: 'permission_denied' })
})
