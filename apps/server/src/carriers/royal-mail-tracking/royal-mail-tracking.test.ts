import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import type { Tracking } from '@postroom/contract/shipment-tracking'
import { DEFAULT_CARRIER } from '@postroom/domain/catalogue/carriers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { followShipments } from '../../features/tracking/follow-shipments.ts'
import { shipmentsToFollow } from '../../features/tracking/shipments-to-follow.store.ts'
import type { Log } from '../../log.ts'
import type { Mail } from '../../mail/mailer.ts'
import { sendNotices } from '../../notices/send-notices.ts'
import { clickAndDropScene, type ClickAndDropScene } from '../../testing/click-and-drop/click-and-drop-scene.ts'
import { counted, newMetrics } from '../../operation/metrics.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import type { StubEvent } from '../../testing/royal-mail-tracking/description.ts'
import { TrackingStub, type Fault } from '../../testing/royal-mail-tracking/tracking-stub.ts'
import { signInto } from '../../testing/sign-into.ts'
import { asOwner } from '../../testing/test-database.ts'
import { reportingRefusedKeys } from '../report-refused-keys.ts'

const TRACKED: Partial<ShipmentDraftInput> = {
  service: 'TR24',
  options: [{ code: 'tracked' }],
  parcels: [{ packaging: 'small_parcel', weight: { value: 400 } }],
}
const IDRIS = {
  name: 'Idris Pembroke',
  address1: '17 Chalcot Road',
  city: 'London',
  postal_code: 'NW1 8LH',
  email: 'idris@example.org',
}
const BOUGHT_AT = '2026-11-20T10:00:00.000Z'
const LATER = '2026-11-20T12:00:00.000Z'

let stub: TrackingStub
let scene: ClickAndDropScene
let one: Shipment
let three: Shipment
/** What Royal Mail knows, by item; newest first. */
const known = new Map<string, StubEvent[]>()
beforeAll(async () => {
  stub = await TrackingStub.start((item) => known.get(item))
  scene = await clickAndDropScene(500_00, 60_000, stub.connection)
  one = await bought('one-item', { to: IDRIS })
  three = await bought('three-items', { meta_data: { quantity: 3 } })
  await sql(`update session set ends_at = '2030-01-01'; update session_token set expires_at = '2030-01-01'`)
})
afterAll(async () => {
  await scene.close()
  await stub.stop()
})
beforeEach(async () => {
  itIs(BOUGHT_AT)
  known.clear()
  stub.faults.clear()
  stub.calls.length = 0
  await sql('delete from tracking_event; delete from tracking; delete from delivery_mail')
  await endPause()
})
afterEach(() => expect(stub.violations).toEqual([]))

const sql = (statement: string) => asOwner(scene.database.url, statement)
/** The time of a pause has passed, for us and for Royal Mail. */
const endPause = async () => {
  await sql('update call_line set next_at = clock_timestamp()')
  stub.passSecond()
}
const itIs = (instant: string) => (scene.context.now = () => new Date(instant))
async function bought(key: string, change: Partial<ShipmentDraftInput>): Promise<Shipment> {
  const answer = await scene.buyer.buy(key, scene.buyer.draft({ ...TRACKED, ...change }))
  await scene.drain()
  const shipment = (await scene.buyer.get(`/stamp/v1/shipment/${answer.json<Shipment>().id}`)).json<Shipment>()
  expect(shipment.status).toBe('bought')
  return shipment
}
const tracking = async ({ id }: Shipment) => {
  const answer = await scene.buyer.get(`/stamp/v1/shipment/${id}/tracking`)
  expect(answer.statusCode).toBe(200)
  return answer.json<Tracking>()
}
const event = (eventCode: string, eventDateTime: string, locationName = 'Cardiff DO'): StubEvent => ({
  eventCode,
  eventName: `The words of ${eventCode}`,
  eventDateTime,
  locationName,
})
const DELIVERED = [
  event('EVKSP', '2026-11-20T11:30:00+00:00'),
  event('EVGPD', '2026-11-20T08:10:00+01:00'),
  event('EVDAV', '2026-11-19T22:00:00Z', 'Cardiff MC'),
  event('EVAIP', '2026-11-19T09:00:00Z'),
]
const mailed = (text: string) => [`${IDRIS.email} ${text}`]
const codesOf = ({ data }: Tracking) => data.map(({ item_number, code }) => [item_number, code])

it('shows the events of a delivered item in our codes and the words of Royal Mail, and asks no more', async () => {
  const [item] = one.item_numbers as [string]
  known.set(item, DELIVERED)
  expect(await tracking(one)).toEqual({
    data: [
      { at: '2026-11-19T22:00:00.000Z', code: 'accepted', description: 'The words of EVDAV', place: 'Cardiff MC' },
      {
        at: '2026-11-20T07:10:00.000Z',
        code: 'out_for_delivery',
        description: 'The words of EVGPD',
        place: 'Cardiff DO',
      },
      { at: '2026-11-20T11:30:00.000Z', code: 'delivered', description: 'The words of EVKSP', place: 'Cardiff DO' },
    ].map((row) => ({ item_number: item, ...row })),
    as_of: BOUGHT_AT,
    is_final: true,
  })
  itIs(LATER)
  await tracking(one)
  expect(stub.calls).toEqual([`events ${item}`])
  const { rows } = (await sql(`select e::text from tracking_event e`)) as { rows: { e: string }[] }
  expect(JSON.stringify(rows)).not.toContain('Idris')
})

it('keeps an event with a code that it does not know, without a name or without a place', async () => {
  const [item] = one.item_numbers as [string]
  known.set(item, [{ eventDateTime: '2026-11-20T09:00:00Z' }, event('XYZZY', '2026-11-20T08:00:00Z')])
  expect((await tracking(one)).data).toMatchObject([
    { code: 'in_transit', description: 'The words of XYZZY', place: 'Cardiff DO' },
    { code: 'in_transit', description: '', place: '' },
  ])
})

const ANSWERED = { as_of: BOUGHT_AT, events: 3 }
const NOT_ANSWERED = { as_of: null, events: 0 }
const NOT_SCANNED = { as_of: BOUGHT_AT, events: 0 }

/** What goes wrong, and what the shipment shows: all events, 'not scanned yet', or 'did not answer'. */
test.each<[string, Fault, { as_of: string | null; events: number }]>([
  ['an item that is not known yet', { kind: 'status', status: 404 }, NOT_SCANNED],
  ['a request that is refused', { kind: 'status', status: 400 }, NOT_ANSWERED],
  ['a key that is not known', { kind: 'status', status: 401 }, NOT_ANSWERED],
  ['a key that may not', { kind: 'status', status: 403 }, NOT_ANSWERED],
  ['a call that does not exist', { kind: 'status', status: 405 }, NOT_ANSWERED],
  ['too many calls', { kind: 'status', status: 429 }, ANSWERED],
  ['too many calls, with a pause', { kind: 'status', status: 429, retryAfterS: 1 }, ANSWERED],
  ['too many calls, with a long pause', { kind: 'status', status: 429, retryAfterS: 30 }, NOT_ANSWERED],
  ['an error of the server', { kind: 'status', status: 500 }, NOT_ANSWERED],
  ['an answer that is no JSON', { kind: 'gibberish' }, NOT_ANSWERED],
  ['an address with another server', { kind: 'no_such_page' }, NOT_ANSWERED],
  ['an answer of another shape', { kind: 'other_shape' }, NOT_ANSWERED],
  ['an answer that is too long', { kind: 'too_long' }, NOT_ANSWERED],
  ['a broken connection', { kind: 'dropped' }, NOT_ANSWERED],
  ['an answer beyond the time limit', { kind: 'slow', ms: 2_500 }, NOT_ANSWERED],
  ['an answer about another item', { kind: 'other_item' }, NOT_ANSWERED],
  ['an error about the item in an answer with status 200', { kind: 'item_error' }, NOT_ANSWERED],
])('%s', async (_case, fault, { as_of, events }) => {
  known.set(one.item_numbers[0]!, DELIVERED)
  stub.plan('events', fault)
  const first = await tracking(one)
  expect(first).toMatchObject({ as_of, is_final: events > 0 })
  expect(first.data).toHaveLength(events)
  expect(first.reason).toBeUndefined()
  await endPause()
  itIs(LATER)
  expect((await tracking(one)).data).toHaveLength(3)
})

it('never stores or answers the key', async () => {
  known.set(one.item_numbers[0]!, DELIVERED)
  const shown = JSON.stringify(await tracking(one))
  const { rows } = await sql(`select l::text from call_line l`)
  for (const secret of Object.values(stub.key)) expect(shown + JSON.stringify(rows)).not.toContain(secret)
})

it('reports a refused key once, not for each shipment', async () => {
  const lines: unknown[] = []
  const log: Log = { ...quietLog, error: (...line) => void lines.push(line) }
  const { carriers } = scene.context
  const metrics = newMetrics()
  scene.context.carriers = reportingRefusedKeys(counted(carriers, metrics), log)
  const { clientSecret } = stub.key
  stub.key.clientSecret = 'another secret'
  for (const hour of ['12', '13', '14'])
    for (const shipment of [one, three]) {
      itIs(`2026-11-20T${hour}:00:00Z`)
      expect(await tracking(shipment)).toMatchObject({ data: [], as_of: null })
    }
  stub.key.clientSecret = clientSecret
  scene.context.carriers = carriers
  expect(lines).toEqual([[{ carrier: DEFAULT_CARRIER.code }, expect.stringContaining('refuses the key')]])
  const [answered] = (await metrics.carrierAnswers.get()).values
  expect(answered).toMatchObject({ labels: { call: 'track', answer: 'refused' }, value: 6 })
})

describe('several items', () => {
  it('are asked for in one call, and only those that moved in one each', async () => {
    const [a, b, c] = three.item_numbers as [string, string, string]
    const list = [a, b, c].join(',')
    known.set(a, [event('EVDAV', '2026-11-20T08:00:00Z')]).set(b, [event('EVAIP', '2026-11-20T08:00:00Z')])
    expect(codesOf(await tracking(three))).toEqual([[a, 'accepted']])
    expect(stub.calls).toEqual([`summary ${list}`, `events ${a}`])
    itIs('2026-11-20T10:10:00Z')
    expect(await tracking(three)).toMatchObject({ as_of: '2026-11-20T10:10:00.000Z', is_final: false })
    expect(stub.calls.slice(2)).toEqual([`summary ${list}`])
    for (const item of [a, b, c]) known.set(item, [event('EVKOP', '2026-11-20T10:15:00Z'), ...(known.get(item) ?? [])])
    itIs('2026-11-20T10:20:00Z')
    expect((await tracking(three)).is_final).toBe(true)
  })

  it('that got another event at the same moment have moved', async () => {
    const [a, b] = three.item_numbers as [string, string]
    const out = event('EVGPD', '2026-11-20T08:00:00Z')
    known.set(a, [out]).set(b, [out])
    await tracking(three)
    known.set(b, [event('EVKOP', '2026-11-20T08:00:00Z'), out])
    itIs(LATER)
    expect(codesOf(await tracking(three))).toContainEqual([b, 'delivered'])
  })

  it('show the events of all but the one that fails, and the age of what is known stays', async () => {
    const [a, b, c] = three.item_numbers as [string, string, string]
    for (const item of [a, b, c]) known.set(item, [event('EVDAV', '2026-11-20T08:00:00Z')])
    stub.plan(b, { kind: 'status', status: 500 })
    stub.plan(`summary of ${c}`, { kind: 'item_error' })
    const first = await tracking(three)
    expect(codesOf(first)).toEqual([[a, 'accepted']])
    expect(first).toMatchObject({ as_of: null, is_final: false })
    itIs(LATER)
    expect(codesOf(await tracking(three))).toEqual([a, b, c].toSorted().map((item) => [item, 'accepted']))
  })

  it.each<[string, Fault]>([
    ['fails', { kind: 'status', status: 500 }],
    ['is no JSON', { kind: 'gibberish' }],
    ['takes too long', { kind: 'slow', ms: 2_500 }],
  ])('show nothing when the call about all %s', async (_case, fault) => {
    for (const item of three.item_numbers) known.set(item, DELIVERED)
    stub.plan('summary', fault)
    expect(await tracking(three)).toEqual({ data: [], as_of: null, is_final: false })
    itIs(LATER)
    expect(await tracking(three)).toMatchObject({ as_of: LATER, is_final: true })
  })
})

it('mails dispatch and delivery, and the lists show the state', async () => {
  const mails: Mail[] = []
  scene.context.mailer = { send: async (mail) => void mails.push(mail) }
  const manager = await signInto(scene, scene.buyer.organisation, { permissions: ['administration'] })
  await scene.app.inject({
    method: 'PUT',
    url: '/api/identity/v1/organisation/settings',
    headers: { authorization: manager.authorization },
    payload: { delivery_mails: { addressee: ['dispatched', 'delivered', 'problem'], sender: [] } },
  })
  await sql(`update organisation_setting set since = '2026-11-01'`)
  const subjects: string[][] = []
  const states: (string | undefined)[] = []
  const history = [...DELIVERED]
  history.splice(1, 0, event('EVKNA', '2026-11-20T10:30:00Z'))
  for (const [hour, events] of [
    [11, 4],
    [13, 3],
    [15, 2],
    [17, 1],
    [19, 0],
  ] as const) {
    itIs(`2026-11-20T${hour}:00:00Z`)
    known.set(one.item_numbers[0]!, history.slice(events))
    await followShipments(scene.context, quietLog)
    await sendNotices(scene.context, quietLog)
    subjects.push(mails.splice(0).map(({ to, subject }) => `${to} ${subject.split(' / ')[0]!.split(': ')[1]}`))
    const found = await scene.buyer.post('/stamp/v1/shipment/search', {})
    const row = found.json<{ data: Shipment[] }>().data.find(({ id }) => id === one.id)
    states.push(row?.delivery)
  }
  expect(subjects).toEqual([
    [],
    mailed('your item is on its way'),
    [],
    mailed('your item could not be delivered yet'),
    mailed('your item is delivered'),
  ])
  expect(states).toEqual([undefined, 'dispatched', 'dispatched', 'problem', 'delivered'])
  const toFollow = (carriers: string[]) =>
    shipmentsToFollow(scene.context.db, carriers, new Date('2026-11-20T21:00:00Z'), 10)
  expect(await toFollow([DEFAULT_CARRIER.code])).toMatchObject([{ id: three.id }])
  expect(await toFollow([])).toEqual([])
  const { rows } = await sql(
    `select created_at, asked_at from purchase join tracking on purchase_id = id where id = '${three.id}'`,
  )
  const { created_at, asked_at } = rows[0] as { created_at: Date; asked_at: Date }
  const isDue = async (since: Date, ms: number) =>
    (await shipmentsToFollow(scene.context.db, [DEFAULT_CARRIER.code], new Date(since.getTime() + ms), 10)).some(
      ({ id }) => id === three.id,
    )
  expect([await isDue(asked_at, 3_599_999), await isDue(asked_at, 3_600_000)]).toEqual([false, true])
  const MONTH_MS = 30 * 86_400_000
  expect([await isDue(created_at, MONTH_MS - 1), await isDue(created_at, MONTH_MS + 1)]).toEqual([true, false])
})

it('is not connected: nobody is asked, and the shipment says so', async () => {
  const { carriers } = scene.context
  const { track: _track, ...untracked } = carriers[DEFAULT_CARRIER.code]!
  known.set(one.item_numbers[0]!, DELIVERED)
  scene.context.carriers = { [DEFAULT_CARRIER.code]: untracked }
  expect(await tracking(one)).toEqual({ data: [], as_of: null, is_final: false, reason: 'not_connected' })
  await followShipments(scene.context, quietLog)
  expect((await sql('select from tracking')).rows).toEqual([])
  scene.context.carriers = carriers
  await tracking(one)
  scene.context.carriers = { [DEFAULT_CARRIER.code]: untracked }
  expect(await tracking(one)).toMatchObject({ is_final: true })
  scene.context.carriers = carriers
  expect(stub.calls).toHaveLength(1)
})
