import type { OrganisationSettings } from '@postroom/contract/organisation-settings'
import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import type { TrackingCode } from '@postroom/domain/post/tracking'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Track } from '../../carriers/carrier-port.ts'
import { MailRefused, type Mail } from '../../mail/mailer.ts'
import { sendNotices } from '../../notices/send-notices.ts'
import { eraseMember } from '../administration/erase-member.ts'
import { signInto } from '../../testing/sign-into.ts'
import { aBuyer, purchaseScene, replaceCarrier, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { aLog } from '../../testing/a-log.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { asOwner } from '../../testing/test-database.ts'
import { followShipments, startFollowingShipments } from './follow-shipments.ts'

const NOON = '2026-11-20T12:00:00Z'
const TRACKED: Partial<ShipmentDraftInput> = {
  service: 'TR24',
  options: [{ code: 'tracked' }],
  parcels: [{ packaging: 'small_parcel', weight: { value: 400 } }],
}
const MARGUERITE = {
  name: 'Marguerite Llewellyn',
  address1: '14 Heol y Gogledd',
  city: 'Aberystwyth',
  postal_code: 'SY23 2HT',
}
const ALL: OrganisationSettings['delivery_mails'] = {
  addressee: ['dispatched', 'delivered', 'problem'],
  sender: ['dispatched', 'delivered', 'problem'],
}

let scene: PurchaseScene
let buyer: Buyer
let mails: Mail[]
let asked: number
/** What the carrier reports, by hours after noon. */
let scans: [hour: number, code: TrackingCode][]
beforeAll(async () => {
  scene = await purchaseScene(500_00)
})
afterAll(() => scene.close())
beforeEach(async () => {
  hour(0)
  buyer = await aBuyer(scene, 50_00)
  await asOwner(
    scene.database.url,
    `delete from outbox; delete from organisation_setting;
     update session set ends_at = '2030-01-01'; update session_token set expires_at = '2030-01-01'`,
  )
  ;[mails, asked, scans] = [[], 0, []]
  scene.context.mailer = { send: async (mail) => void mails.push(mail) }
  replaceCarrier(scene.context, { track })
})

const at = (hours: number) => new Date(Date.parse(NOON) + hours * 3_600_000)
const hour = (hours: number) => (scene.context.now = () => at(hours))
let items: readonly string[] = []
const track: Track = async () => {
  asked++
  const seen = scans.filter(([hours]) => at(hours) <= scene.context.now())
  const events = seen.flatMap(([hours, code]) =>
    items.map((item_number) => ({ item_number, code, at: at(hours), description: code, place: 'Cardiff' })),
  )
  return { kind: 'tracked', events }
}
async function save(delivery_mails: OrganisationSettings['delivery_mails']): Promise<void> {
  const manager = await signInto(scene, buyer.organisation, { permissions: ['administration'] })
  const answer = await scene.app.inject({
    method: 'PUT',
    url: '/api/identity/v1/organisation/settings',
    headers: { authorization: manager.authorization },
    payload: { delivery_mails },
  })
  expect(answer.statusCode).toBe(200)
}
async function choose(delivery_mails: OrganisationSettings['delivery_mails']): Promise<void> {
  await save(delivery_mails)
  await asOwner(scene.database.url, `update organisation_setting set since = '${at(-1).toISOString()}'`)
}
let keys = 0
async function bought(to: object = {}, change = TRACKED): Promise<Shipment> {
  const draft = buyer.draft({ ...change, to: { ...MARGUERITE, email: 'marguerite@example.org', ...to } })
  const answer = await buyer.buy(`mailed-${keys++}`, draft)
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
  const shipment = answer.json<Shipment>()
  items = shipment.item_numbers
  return shipment
}
const follow = () => followShipments(scene.context, quietLog)
const send = () => sendNotices(scene.context, quietLog)
/** Lets hours pass: the carrier is asked, and what is queued is mailed. */
async function pass(hours: number): Promise<void> {
  hour(hours)
  await follow()
  await send()
}
const textTo = (reader: string) => mails.find(({ to }) => to === reader)!.text
const sent = () => mails.map(({ to, subject }) => `${to}: ${subject.split(' / ')[0]}`).toSorted()

it('mails addressee and buyer on dispatch and delivery, each once', async () => {
  await choose(ALL)
  const { item_numbers } = await bought()
  scans = [
    [5, 'accepted'],
    [30, 'delivered'],
  ]
  await pass(1)
  expect(mails).toEqual([])
  await pass(6)
  await pass(8)
  const [to, subject] = [await emailOfBuyer(), item_numbers[0]]
  expect(sent()).toEqual(
    [
      `${to}: ${subject} is on its way`,
      expect.stringMatching(/^marguerite@example.org: .*: your item is on its way$/),
    ].toSorted(byText),
  )
  expect(textTo('marguerite@example.org').split('\n')).toEqual([
    'Royal Mail has your item from Llewellyn Bindery Ltd.',
    `Item number: ${subject}`,
    'You can follow it at royalmail.com with this number.',
    '',
    '---',
    '',
    'Royal Mail a pris en charge votre envoi de Llewellyn Bindery Ltd.',
    `Numéro de l’envoi\u202f: ${subject}`,
    'Vous pouvez le suivre sur royalmail.com avec ce numéro.',
    '',
  ])
  expect(textTo(to).split('\n')).toEqual([
    'Royal Mail has your item to Marguerite Llewellyn.',
    `Item number: ${subject}`,
    'The history in Postroom shows what was scanned.',
    '',
    '---',
    '',
    'Royal Mail a pris en charge votre envoi à Marguerite Llewellyn.',
    `Numéro de l’envoi\u202f: ${subject}`,
    'L’historique dans Postroom montre les étapes.',
    '',
  ])
  mails = []
  await pass(31)
  await pass(33)
  expect(sent().map((line) => line.split(': ').at(-1))).toEqual(
    [`${subject} is delivered`, 'your item is delivered'].toSorted(byText),
  )
})
const byText = (one: unknown, other: unknown) => String(one).localeCompare(String(other))
async function emailOfBuyer(): Promise<string> {
  const found = await scene.context.db
    .selectFrom('app_user')
    .innerJoin('purchase', 'purchase.created_by', 'app_user.id')
    .where('purchase.organisation_id', '=', buyer.organisation)
    .select('email')
    .executeTakeFirstOrThrow()
  return found.email
}

it('reports no problem that was over before the carrier was asked', async () => {
  await choose({ addressee: ['delivered', 'problem'], sender: [] })
  await bought()
  scans = [
    [1, 'attempted'],
    [5, 'delivered'],
  ]
  await pass(6)
  expect(sent()).toEqual([expect.stringMatching(/: your item is delivered$/)])
})

it.each<[string, OrganisationSettings['delivery_mails']]>([
  ['the same', ALL],
  ['in another order', { addressee: ['problem', 'delivered', 'dispatched'], sender: ALL.sender }],
  ['fewer', { addressee: ['dispatched'], sender: [] }],
])('still mails what the carrier reports late, after a manager has saved %s', async (_, later) => {
  await choose(ALL)
  await bought()
  scans = [[1, 'accepted']]
  await save(later)
  await pass(2)
  expect(sent()).toContainEqual(expect.stringMatching(/^marguerite@example.org: .*: your item is on its way$/))
})

it.each<[TrackingCode, string, string]>([
  ['attempted', 'could not be delivered yet', 'n’a pas encore pu être distribué'],
  ['held_at_customs', 'is held at customs', 'est retenu en douane'],
  ['held_for_collection', 'waits to be collected', 'est à retirer'],
  ['returned', 'is returned to the sender', 'est retourné à l’expéditeur'],
  ['lost', 'is lost', 'est perdu'],
])('names the problem: %s', async (code, en, fr) => {
  await choose({ addressee: ['problem'], sender: ['problem'] })
  const { item_numbers } = await bought()
  scans = [
    [1, 'accepted'],
    [5, code],
  ]
  await pass(6)
  const subjects = mails.map(({ subject }) => subject)
  expect(subjects).toContain(`${item_numbers[0]} ${en} / ${item_numbers[0]} ${fr}`)
  expect(subjects).toContainEqual(expect.stringMatching(`: your item ${en} / votre envoi ${fr}$`))
})

const refusal = (responseCode: number) => new MailRefused({ code: 'EENVELOPE', responseCode, command: 'RCPT TO' })

it('gives up a mail whose address the mail server refuses for good, and retries one that it refuses for now', async () => {
  await choose({ addressee: ['dispatched'], sender: [] })
  await bought()
  scans = [[1, 'accepted']]
  const waiting = async () => (await asOwner(scene.database.url, 'select id from outbox')).rows.length
  const { mailer } = scene.context
  scene.context.mailer = { send: () => Promise.reject(refusal(450)) }
  hour(2)
  await follow()
  await send()
  expect(await waiting()).toBe(1)
  await asOwner(scene.database.url, 'update outbox set due_at = now()')
  scene.context.mailer = { send: () => Promise.reject(refusal(550)) }
  await send()
  expect(await waiting()).toBe(0)
  scene.context.mailer = mailer
})

it('drops the mail about a problem that is over before it is sent', async () => {
  await choose({ addressee: ['problem'], sender: [] })
  const { id } = await bought()
  scans = [
    [1, 'attempted'],
    [5, 'delivered'],
  ]
  hour(2)
  await follow()
  hour(6)
  await buyer.get(`/stamp/v1/shipment/${id}/tracking`)
  await send()
  expect(mails).toEqual([])
})

describe('nobody is mailed', () => {
  it('before a manager chooses it, and the carrier is not asked', async () => {
    await bought()
    scans = [[1, 'accepted']]
    await pass(2)
    expect([mails, asked]).toEqual([[], 0])
  })

  it('of what was not chosen', async () => {
    await choose({ addressee: ['delivered'], sender: [] })
    await bought()
    scans = [[1, 'accepted']]
    await pass(2)
    expect(mails).toEqual([])
    expect(asked).toBe(1)
  })

  it('of what happened before it was chosen', async () => {
    await bought()
    scans = [[-5, 'accepted']]
    await choose(ALL)
    await pass(2)
    expect(mails).toEqual([])
  })

  it('of what happened before a further mail was chosen', async () => {
    await choose({ addressee: ['delivered'], sender: [] })
    await bought()
    scans = [[1, 'accepted']]
    await save({ addressee: ['delivered', 'dispatched'], sender: [] })
    await pass(2)
    expect(mails).toEqual([])
  })

  it('of a shipment that was taken back, before or after the mail was queued', async () => {
    await choose(ALL)
    const shipment = await bought()
    scans = [[1, 'accepted']]
    hour(2)
    await follow()
    const answer = await buyer.put(`/stamp/v1/shipment/${shipment.id}/void`, { cancellation_reason: 'Wrong address' })
    expect(answer.statusCode).toBe(200)
    await send()
    expect(mails).toEqual([])
    await pass(9)
    expect(asked).toBe(1)
  })

  it('without an e-mail address, or of a service that is not tracked', async () => {
    await choose({ addressee: ['dispatched'], sender: [] })
    await bought({ email: '' })
    scans = [[1, 'accepted']]
    await pass(2)
    expect(mails).toEqual([])
    await bought({}, {})
    await pass(4)
    expect(asked).toBe(2)
  })
})

it('asks the carrier at most once an hour, also in two processes at once, and never after the last scan', async () => {
  await choose(ALL)
  await bought()
  scans = [[5, 'delivered']]
  hour(1)
  await Promise.all([follow(), follow()])
  expect(asked).toBe(1)
  hour(1.9)
  await follow()
  expect(asked).toBe(1)
  hour(6)
  await Promise.all([follow(), follow()])
  expect(asked).toBe(2)
  hour(40)
  await follow()
  expect(asked).toBe(2)
})

it('stops after the question in flight', async () => {
  await choose(ALL)
  for (let n = 0; n < 3; n++) await bought()
  hour(1)
  const [inFlight, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slowly: Track = async (...order) => {
    inFlight.resolve()
    await answered.promise
    return track(...order)
  }
  replaceCarrier(scene.context, { track: slowly })
  const stop = startFollowingShipments(scene.context, quietLog)
  await inFlight.promise
  const stopped = stop()
  answered.resolve()
  await stopped
  expect(asked).toBe(1)
})

it('tries again while the mail server is away, and goes on when the carrier is', async () => {
  await choose({ addressee: ['dispatched'], sender: [] })
  await bought()
  scans = [[1, 'accepted']]
  replaceCarrier(scene.context, { track: () => Promise.reject(new Error('away')) })
  hour(2)
  await follow()
  replaceCarrier(scene.context, { track })
  hour(4)
  await follow()
  scene.context.mailer = { send: () => Promise.reject(new Error('away')) }
  await send()
  scene.context.mailer = { send: async (mail) => void mails.push(mail) }
  await asOwner(scene.database.url, 'update outbox set due_at = now()')
  await send()
  expect(sent()).toHaveLength(1)
})

it('a shipment whose answer cannot be kept is logged', async () => {
  await choose(ALL)
  const { id } = await bought()
  const scan = { item_number: null, at: at(1), code: 'accepted', description: '', place: '' }
  replaceCarrier(scene.context, { track: async () => ({ kind: 'tracked', events: [scan] }) as never })
  hour(2)
  const { log, lines } = aLog()
  await followShipments(scene.context, log)
  replaceCarrier(scene.context, { track })
  expect(lines).toEqual([['warn', { err: expect.any(Error) as unknown, shipment: id }, 'could not follow a shipment']])
})

it('deletes the mail to a buyer who is erased', async () => {
  await choose({ addressee: [], sender: ['dispatched'] })
  await bought()
  scans = [[1, 'accepted']]
  hour(2)
  await follow()
  const { rows } = await asOwner(scene.database.url, 'select user_id from outbox')
  expect(rows).toHaveLength(1)
  const whose = { organisation_id: buyer.organisation, now: new Date() }
  await eraseMember(scene.context.db, whose, (rows[0] as { user_id: string }).user_id)
  await send()
  expect(mails).toEqual([])
})

async function deliveries() {
  const answer = await buyer.post('/stamp/v1/shipment/search', {})
  return answer.json<{ data: Shipment[] }>().data.map(({ delivery }) => delivery)
}

it('shows on each row of the search what is known of its way', async () => {
  const { id } = await bought()
  scans = [
    [1, 'accepted'],
    [5, 'attempted'],
    [9, 'delivered'],
  ]
  expect(await deliveries()).toEqual([undefined])
  for (const [hours, expected] of [
    [2, 'dispatched'],
    [6, 'problem'],
    [10, 'delivered'],
  ] as const) {
    hour(hours)
    await buyer.get(`/stamp/v1/shipment/${id}/tracking`)
    expect(await deliveries()).toEqual([expected])
  }
})
