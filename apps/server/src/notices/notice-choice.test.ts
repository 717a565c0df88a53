import type { NoticeChoice } from '@postroom/contract/notice'
import { toPence } from '@postroom/domain/money'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { eraseMember } from '../features/administration/erase-member.ts'
import { notifyOfChange } from '../features/auth/notify-of-change.ts'
import { getUser } from '../features/identity/user.store.ts'
import type { Mail } from '../mail/mailer.ts'
import { signInto } from '../testing/sign-into.ts'
import { aBuyer, purchaseScene, type Buyer, type PurchaseScene } from '../testing/purchase-scene.ts'
import { quietLog } from '../testing/quiet-log.ts'
import { asOwner } from '../testing/test-database.ts'
import { queueNotices } from './outbox.store.ts'
import { sendNotices } from './send-notices.ts'

type Who = Awaited<ReturnType<typeof signInto>>

let scene: PurchaseScene
let buyer: Buyer
let manager: Who
let mails: Mail[]
beforeAll(async () => {
  scene = await purchaseScene(100_00)
})
afterAll(() => scene.close())
beforeEach(async () => {
  buyer = await aBuyer(scene, 50_00)
  manager = await signInto(scene, buyer.organisation, { permissions: ['administration'] })
  mails = []
  scene.context.mailer = { send: async (mail) => void mails.push(mail) }
})

const get = async ({ authorization }: Pick<Who, 'authorization'>, path: string) =>
  (await scene.app.inject({ url: `/api/identity/v1/user/${path}`, headers: { authorization } })).json()
const choose = ({ authorization }: Pick<Who, 'authorization'>, payload: object) =>
  scene.app.inject({ method: 'PUT', url: '/api/identity/v1/user/notice/choice', headers: { authorization }, payload })
const unread = async (who: Who): Promise<number> => (await get(who, 'notice')).unread

const lowBalance = () =>
  queueNotices(scene.context.db, {
    organisation_id: buyer.organisation,
    notice: {
      event: 'balance_low',
      account_id: buyer.account,
      name: 'Royal Mail',
      balance: toPence(1_00),
      low_balance: toPence(5_00),
    },
  })
const send = () => sendNotices(scene.context, quietLog)

const ON = { here: true, by_mail: true }

const events = ({ data }: { data: NoticeChoice[] }) => data.map(({ event }) => event)

const OTHERS = [
  'budget_exceeded',
  'top_up_asked',
  'top_up_stopped',
  'payment_disputed',
  'refund_refused',
  'printer_stopped',
  'device_outdated',
  'webhook_stopped',
  'api_key_ending',
  'api_key_stopped',
]

it('is everything at first, without the events for managers where the user is none', async () => {
  expect(events(await get(manager, 'notice/choice'))).toEqual(['balance_low', ...OTHERS])
  const clerk = await signInto(scene, buyer.organisation, { permissions: ['mod_shipping'] })
  expect(await get(clerk, 'notice/choice')).toEqual({ data: [{ event: 'refund_refused', ...ON }] })
})

/** What the manager gets of `balance_low`, after this change. */
async function choiceAfter(change: object): Promise<NoticeChoice | undefined> {
  const answer = await choose(manager, { event: 'balance_low', ...change })
  return answer.json<{ data: NoticeChoice[] }>().data.find(({ event }) => event === 'balance_low')
}

it('a choice of one way only leaves the other as it is, at first and later', async () => {
  expect(await choiceAfter({ by_mail: false })).toEqual({ event: 'balance_low', here: true, by_mail: false })
  expect(await choiceAfter({ here: false })).toEqual({ event: 'balance_low', here: false, by_mail: false })
  expect(await choiceAfter({ by_mail: true })).toEqual({ event: 'balance_low', here: false, by_mail: true })
  await asOwner(scene.database.url, 'delete from notice_choice')
  expect(await choiceAfter({ here: false })).toEqual({ event: 'balance_low', here: false, by_mail: true })
})

it.each([
  { here: false, by_mail: true },
  { here: true, by_mail: false },
  { here: false, by_mail: false },
])('is kept for one user: $here here, $by_mail by mail', async (chosen) => {
  const other = await signInto(scene, buyer.organisation, { permissions: ['administration'] })
  const choice = { event: 'balance_low', ...chosen }
  expect((await choose(manager, choice)).json().data).toContainEqual(choice)
  await lowBalance()
  await send()
  expect([await unread(manager), await unread(other)]).toEqual([chosen.here ? 1 : 0, 1])
  const { email } = await getUser(scene.context.db, manager.user)
  const { email: others } = await getUser(scene.context.db, other.user)
  expect(mails.map(({ to }) => to).toSorted()).toEqual((chosen.by_mail ? [email, others] : [others]).toSorted())

  await choose(manager, { event: 'balance_low', ...ON })
  await lowBalance()
  await send()
  expect(await unread(manager)).toBe(chosen.here ? 2 : 1)
  expect(mails.filter(({ to }) => to === email)).toHaveLength(chosen.by_mail ? 2 : 1)
})

it('changes one part of one event, and keeps the other part and the other events', async () => {
  await choose(manager, { event: 'balance_low', here: false })
  const { data } = (await choose(manager, { event: 'balance_low', by_mail: false })).json()
  const others = OTHERS.map((event) => ({ event, ...ON }))
  expect(data).toEqual([{ event: 'balance_low', here: false, by_mail: false }, ...others])
  expect((await choose(manager, { event: 'balance_low' })).json()).toEqual({ data })
})

it('leaves no mail behind that nobody wants', async () => {
  await choose(manager, { event: 'balance_low', here: false, by_mail: false })
  await lowBalance()
  await send()
  const queued = `select 1 from outbox where organisation_id = '${buyer.organisation}'`
  expect([mails, (await asOwner(scene.database.url, queued)).rows]).toEqual([[], []])
})

it.each(['password_changed', 'two_factor_off', 'nothing'])('cannot turn off %s', async (event) => {
  expect((await choose(manager, { event, here: false, by_mail: false })).statusCode).toBe(400)
  await notifyOfChange(scene.context.db, await getUser(scene.context.db, manager.user), 'password_changed')
  await send()
  expect([await unread(manager), mails.length]).toEqual([1, 1])
})

it('is erased with its user', async () => {
  await signInto(scene, buyer.organisation, { permissions: ['administration'] }) // somebody stays
  await choose(manager, { event: 'balance_low', here: false, by_mail: false })
  await eraseMember(scene.context.db, { organisation_id: buyer.organisation, now: new Date() }, manager.user)
  const kept = `select 1 from notice_choice where user_id = '${manager.user}'`
  expect((await asOwner(scene.database.url, kept)).rows).toEqual([])
})
