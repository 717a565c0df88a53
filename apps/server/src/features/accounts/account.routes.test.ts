import type { ErrorBody } from '@postroom/contract/errors'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { aManager, changeAccount, topUp } from '../../testing/account-manager.ts'
import { purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'

let scene: PurchaseScene
let manager: Buyer
let stranger: Buyer
beforeAll(async () => {
  scene = await purchaseScene(0)
  manager = await aManager(scene)
  stranger = await aManager(scene)
})
afterAll(() => scene.close())

it("the list has the organisation's accounts, all or only those that can buy", async () => {
  const who = await aManager(scene)
  const list = async (query: string) =>
    (await who.get(`/stamp/v1/carrieraccount?carrier_code=RM&length=100${query}`)).json<{
      data: object[]
      total: number
    }>()
  const own = { id: who.account, name: 'Franking', is_active: false, low_balance: null, pricing: 'online' }
  expect((await changeAccount(who, { name: 'Franking', is_active: false })).json()).toMatchObject(own)
  expect(await list('')).toMatchObject({ data: [own], total: 1 })
  expect((await list('&is_active=false')).total).toBe(1)
  expect((await list('&is_active=true')).total).toBe(0)
})

const open = (who: Buyer, body: object) => who.post('/stamp/v1/carrieraccount', body)

describe('opening an account', () => {
  const NEW = { purchases_per_minute: 300, pence_per_day: 2_000_00 }

  it('creates an empty, limited account, which can buy once money is booked', async () => {
    const who = await aManager(scene)
    const opened = await open(who, { name: 'Returns' })
    const facts = {
      name: 'Returns',
      pricing: 'online',
      is_active: true,
      low_balance: null,
      limits: NEW,
      currency: 'GBP',
    }
    expect(opened.json()).toMatchObject(facts)
    const { id } = opened.json<{ id: string }>()
    expect((await who.buy('without-any-money', who.draft({ by: id }))).json<ErrorBody>().code).toBe(
      'insufficient_funds',
    )
    await topUp(who, { amount: 20_00, reference: 'BACS 4711' }, id)
    expect((await who.buy('with-some-money', who.draft({ by: id }))).statusCode).toBe(200)
    expect(await who.balance()).toBe(0)
    const list = await who.get('/stamp/v1/carrieraccount')
    expect(list.json<{ total: number }>().total).toBe(2)
  })

  it('accepts another price list, an alert and other limits', async () => {
    const limits = { purchases_per_minute: null, pence_per_day: 50_00 }
    const asked = { name: 'Counter', pricing: 'post_office', low_balance: 5_00, limits }
    expect((await open(await aManager(scene), asked)).json()).toMatchObject(asked)
  })

  it('is for managers', async () => {
    const refused = await open(scene.buyer, { name: 'Mine' })
    expect(refused.json<ErrorBody>().code).toBe('permission_denied')
  })

  test.each([
    ['no name', {}],
    ['a name with a line break', { name: 'a\nb' }],
    ['an unknown price list', { name: 'a', pricing: 'free' }],
    ['an opening balance', { name: 'a', balance: 100_00 }],
  ])('with %s is refused', async (_what, body) => {
    expect((await open(manager, body)).json<ErrorBody>().code).toBe('invalid_request')
  })
})

test('a name that documents cannot show is refused, when an account is opened and when it is changed', async () => {
  const name = 'Post 👍'
  for (const refused of [await open(manager, { name }), await changeAccount(manager, { name })])
    expect(refused.json<ErrorBody>()).toMatchObject({ code: 'character_not_printable', fields: [{ field: 'name' }] })
})

test.each(['statement', 'statement/day', 'change'] as const)('%s is for managers of its organisation', async (what) => {
  const call = (who: Buyer, account: string) => {
    if (what === 'change') return changeAccount(who, { name: 'Mine' }, account)
    return who.get(`/stamp/v1/carrieraccount/${account}/${what}`)
  }
  expect((await call(manager, manager.account)).statusCode).toBe(200)
  expect((await call(stranger, manager.account)).statusCode).toBe(404)
  expect((await call(scene.buyer, scene.buyer.account)).json<ErrorBody>().code).toBe('permission_denied')
})
