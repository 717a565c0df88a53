import type { listNotices } from '@postroom/contract/notice'
import type { AnswerOf } from '@postroom/contract/endpoint'
import type { Shipment } from '@postroom/contract/shipment'
import { toPence } from '@postroom/domain/money'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setSandboxSwitch } from '../carriers/sandbox/sandbox.store.ts'
import { queueLowBalanceNotices } from '../features/accounts/watch-balances.ts'
import { eraseMember } from '../features/administration/erase-member.ts'
import { notifyOfChange } from '../features/auth/notify-of-change.ts'
import { getUser } from '../features/identity/user.store.ts'
import { deleteExpired } from '../operation/retention.store.ts'
import { signInto } from '../testing/sign-into.ts'
import { aBuyer, purchaseScene, type Buyer, type PurchaseScene } from '../testing/purchase-scene.ts'
import { asOwner } from '../testing/test-database.ts'
import { queueNotices } from './outbox.store.ts'

let scene: PurchaseScene
let buyer: Buyer
let manager: Awaited<ReturnType<typeof signInto>>
beforeAll(async () => {
  scene = await purchaseScene(100_00)
})
afterAll(() => scene.close())
beforeEach(async () => {
  buyer = await aBuyer(scene, 50_00)
  manager = await signInto(scene, buyer.organisation, { permissions: ['administration'] })
})

type Inbox = AnswerOf<typeof listNotices>
type Who = { authorization: string }

async function inbox({ authorization }: Who, page = ''): Promise<Inbox> {
  const url = `/api/identity/v1/user/notice${page}`
  return (await scene.app.inject({ url, headers: { authorization } })).json<Inbox>()
}
const contents = async (who: Who) => (await inbox(who)).data.map(({ content }) => content)
const read = ({ authorization }: Who, payload: object) =>
  scene.app.inject({ method: 'PUT', url: '/api/identity/v1/user/notice/read', headers: { authorization }, payload })
const lowBalance = () => ({
  organisation_id: buyer.organisation,
  notice: {
    event: 'balance_low' as const,
    account_id: buyer.account,
    name: 'Royal Mail',
    balance: toPence(1_00),
    low_balance: toPence(5_00),
  },
})
const file = () => queueNotices(scene.context.db, lowBalance())

describe('a notice is filed', () => {
  it('for every manager when a balance is low, and for nobody else', async () => {
    const second = await signInto(scene, buyer.organisation, { permissions: ['administration'] })
    const colleague = await signInto(scene, buyer.organisation, { permissions: ['mod_shipping'] })
    const foreign = await signInto(scene, (await aBuyer(scene, 0)).organisation, { permissions: ['administration'] })
    await file()
    for (const who of [manager, second]) expect(await contents(who)).toEqual([lowBalance().notice])
    for (const who of [colleague, foreign]) expect(await inbox(who)).toEqual({ data: [], has_more: false, unread: 0 })
  })

  it('once, when several servers see the same low balance', async () => {
    await asOwner(scene.database.url, `update carrier_account set low_balance = 5001 where id = '${buyer.account}'`)
    await Promise.all(Array.from({ length: 4 }, () => queueLowBalanceNotices(scene.context)))
    await queueLowBalanceNotices(scene.context)
    expect(await contents(manager)).toEqual([
      { event: 'balance_low', account_id: buyer.account, name: 'Royal Mail', balance: 50_00, low_balance: 50_01 },
    ])
  })

  it('with its mail or not at all', async () => {
    const mailed = async () =>
      (await asOwner(scene.database.url, `select 1 from outbox where organisation_id = '${buyer.organisation}'`)).rows
    const dying = await scene.context.db.startTransaction().execute()
    await queueNotices(dying, lowBalance())
    await dying.rollback().execute()
    expect([await contents(manager), await mailed()]).toEqual([[], []])
    await file()
    expect([(await contents(manager)).length, (await mailed()).length]).toEqual([1, 1])
  })

  it('for the user who requested a refund, with the words of the carrier', async () => {
    const { id, item_numbers } = (await buyer.buy('refused-once')).json<Shipment>()
    await setSandboxSwitch(scene.context.db, { call: 'void', answer: 'refused', delay_ms: 0, remaining: 1 })
    await buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Wrong address' })
    expect(await contents(buyer)).toEqual([
      {
        event: 'refund_refused',
        shipment_id: id,
        tracking: item_numbers[0],
        amount: 3_20,
        reason: 'The item is already in the post.',
      },
    ])
    expect(await contents(manager)).toEqual([])
  })

  it('for the user whose account changed, without their address', async () => {
    await notifyOfChange(scene.context.db, await getUser(scene.context.db, manager.user), 'password_changed')
    const stored = `select content from notice where user_id = '${manager.user}'` // an answer would hide further fields
    expect((await asOwner(scene.database.url, stored)).rows).toEqual([{ content: { event: 'password_changed' } }])
    expect(await contents(manager)).toEqual([{ event: 'password_changed' }])
  })

  it('for no disabled user', async () => {
    await asOwner(scene.database.url, `update app_user set disabled_at = now() where id = '${manager.user}'`)
    await file()
    const { rows } = await asOwner(scene.database.url, `select 1 from notice where user_id = '${manager.user}'`)
    expect(rows).toEqual([])
  })
})

describe('the inbox', () => {
  it.each(['', '&state=new'])('loses and repeats no notice between two pages %s', async (state) => {
    for (let n = 0; n < 5; n++) await file()
    const all = (await inbox(manager)).data
    expect(all.map(({ created_at }) => created_at)).toEqual(
      all.map(({ created_at }) => created_at).toSorted((one, other) => other.localeCompare(one)),
    )
    const first = await inbox(manager, `?length=2${state}`)
    expect(first).toEqual({ data: all.slice(0, 2), has_more: true, unread: 5 })
    await read(manager, { ids: first.data.map(({ id }) => id) })
    await file()
    const second = await inbox(manager, `?length=3&after=${all[1]!.id}${state}`)
    expect(second).toEqual({ data: all.slice(2), has_more: false, unread: 4 })
  })

  it('has no page after a notice of somebody else', async () => {
    const second = await signInto(scene, buyer.organisation, { permissions: ['administration'] })
    await file()
    const [theirs] = (await inbox(second)).data
    expect((await inbox(manager, `?after=${theirs!.id}`)).data).toEqual([])
  })

  it('marks some as read, and all up to the newest that was seen', async () => {
    for (let n = 0; n < 3; n++) {
      await file()
      await new Promise((resolve) => setTimeout(resolve, 2)) // the database keeps instants to the millisecond
    }
    const [newest, middle, oldest] = (await inbox(manager)).data
    expect((await read(manager, { ids: [oldest!.id] })).json()).toEqual({ unread: 2 })
    expect((await read(manager, { until: middle!.created_at })).json()).toEqual({ unread: 1 })
    expect((await inbox(manager)).data.map((notice) => notice.read)).toEqual([false, true, true])
    expect((await read(manager, { until: newest!.created_at })).json()).toEqual({ unread: 0 })
  })

  it('is not changed by a colleague who knows an id, or who reads all of theirs', async () => {
    const second = await signInto(scene, buyer.organisation, { permissions: ['administration'] })
    await file()
    const [notice] = (await inbox(manager)).data
    expect((await read(second, { ids: [notice!.id] })).json()).toEqual({ unread: 1 })
    expect((await read(second, { until: '2100-01-01T00:00:00Z' })).json()).toEqual({ unread: 0 })
    expect((await inbox(manager)).unread).toBe(1)
  })

  it.each([
    [{}],
    [{ ids: [] }],
    [{ ids: ['1'] }],
    [{ until: 'now' }],
    [{ ids: Array.from({ length: 101 }, () => crypto.randomUUID()) }],
    [{ ids: [crypto.randomUUID()], until: '2026-11-20T10:00:00Z' }],
  ])('rejects a request to read %#', async (body) => {
    expect((await read(manager, body)).statusCode).toBe(400)
  })

  it('names who asked for a top-up, until they are erased', async () => {
    const asker = await signInto(scene, buyer.organisation, { permissions: ['mod_shipping', 'carr_rm'] })
    await scene.app.inject({
      method: 'POST',
      url: `/api/stamp/v1/carrieraccount/${buyer.account}/ask-top-up`,
      headers: { authorization: asker.authorization },
      payload: { missing: 2_05 },
    })
    const { fullname, username } = await getUser(scene.context.db, asker.user)
    const content = { event: 'top_up_asked', account_id: buyer.account, name: 'Royal Mail', missing: 2_05 }
    expect((await inbox(manager)).data).toMatchObject([{ content, asked_by: fullname || username }])
    const stored = `select content from notice where user_id = '${manager.user}'`
    expect((await asOwner(scene.database.url, stored)).rows).toEqual([{ content }])
    await eraseMember(scene.context.db, { organisation_id: buyer.organisation, now: new Date() }, asker.user)
    expect((await inbox(manager)).data).toMatchObject([{ content, asked_by: 'Erased' }])
  })

  it('is erased with its reader', async () => {
    const second = await signInto(scene, buyer.organisation, { permissions: ['administration'] })
    await file()
    await eraseMember(scene.context.db, { organisation_id: buyer.organisation, now: new Date() }, second.user)
    const readers = `select user_id from notice where organisation_id = '${buyer.organisation}'`
    expect((await asOwner(scene.database.url, readers)).rows).toEqual([{ user_id: manager.user }])
  })
})

const after = (days: number) => new Date(Date.now() + days * 24 * 3600_000)

// last: retention ends the sessions of the scene too
it('keeps notices for 90 days', async () => {
  await file()
  const left = async () => (await asOwner(scene.database.url, 'select 1 from notice')).rows.length
  await deleteExpired(scene.context.db, 365, after(89))
  expect(await left()).toBeGreaterThan(0)
  await deleteExpired(scene.context.db, 365, after(91))
  expect(await left()).toBe(0)
})
