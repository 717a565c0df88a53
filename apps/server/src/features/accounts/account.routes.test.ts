import type { ErrorBody } from '@postroom/contract/errors'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { aManager, changeAccount, topUp } from '../../testing/account-manager.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { untilWaiting } from '../../testing/test-database.ts'
import { lockSpendingAccount } from './account.store.ts'
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
  expect((await who.get('/stamp/v1/carrieraccount?carrier_code=NOBODY')).json()).toMatchObject({ data: [], total: 0 })
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
    ['a carrier that is not connected', { name: 'a', carrier_code: 'NOBODY' }],
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

it('waits with a change until a purchase has ended that began before', async () => {
  const { organisation, account } = manager
  const ended = inTransaction(scene.context.db, async (tx) => {
    expect((await lockSpendingAccount(tx, organisation, account))?.is_active).toBe(true)
    const change = Promise.resolve(changeAccount(manager, { is_active: false })).then(() => 'changed')
    const first = await Promise.race([change, untilWaiting(scene.database.url, 1).then(() => 'waits')])
    return { first, change }
  })
  const { first, change } = await ended
  expect([first, await change]).toEqual(['waits', 'changed'])
  const active = await inTransaction(scene.context.db, (tx) => lockSpendingAccount(tx, organisation, account))
  expect(active).toBeUndefined()
})

it('keeps in the audit log all settings after a change, and takes a billing address away', async () => {
  const who = await aManager(scene)
  const billing = { name: 'Mair Prosser', address1: '1 Heol', city: 'Bala', postal_code: 'll237ab' }
  await changeAccount(who, { billing, manifest_at: '17:30', low_balance: 5_00 })
  const { id } = (await open(who, { name: 'Counter', pricing: 'post_office' })).json<{ id: string }>()
  const limits = { purchases_per_minute: null, pence_per_day: null }
  expect((await changeAccount(who, { billing: null, limits, is_active: false })).json()).toMatchObject({
    billing: null,
  })
  const audited = scene.context.db.selectFrom('audit_event').select(['event', 'subject', 'details'])
  const rows = await audited.where('organisation_id', '=', who.organisation).orderBy('seq').execute()
  const opened = { is_active: 'true', purchases_per_minute: 300, pence_per_day: 2_000_00, return_service: 'none' }
  expect(rows).toEqual([
    {
      event: 'account_changed',
      subject: who.account,
      details: { ...opened, low_balance: 5_00, manifest_at: '17:30' },
    },
    {
      event: 'account_opened',
      subject: id,
      details: { ...opened, carrier_code: 'RM', pricing: 'post_office', low_balance: 'none', manifest_at: 'none' },
    },
    {
      event: 'account_changed',
      subject: who.account,
      details: {
        is_active: 'false',
        purchases_per_minute: 'none',
        pence_per_day: 'none',
        return_service: 'none',
        low_balance: 5_00,
        manifest_at: '17:30',
      },
    },
  ])
})
