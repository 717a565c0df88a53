import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import type { Tracking } from '@postroom/contract/shipment-tracking'
import { afterAll, beforeAll, beforeEach, expect, it, test } from 'vitest'
import type { CarrierPort, Track } from '../../carriers/carrier-port.ts'
import { setSandboxSwitch } from '../../carriers/sandbox/sandbox.store.ts'
import {
  aBuyer,
  defaultCarrier,
  purchaseScene,
  replaceCarrier,
  type PurchaseScene,
} from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'

const BOUGHT_AT = '2026-11-20T10:00:00Z'
const TRACKED: Partial<ShipmentDraftInput> = {
  service: 'TR24',
  options: [{ code: 'tracked' }],
  parcels: [{ packaging: 'small_parcel', weight: { value: 400 } }],
}

let scene: PurchaseScene
let sandbox: CarrierPort
let asked = 0
beforeAll(async () => {
  scene = await purchaseScene(500_00)
  sandbox = defaultCarrier(scene.context)
  await asOwner(
    scene.database.url,
    `update session set ends_at = '2030-01-01'; update session_token set expires_at = '2030-01-01'`,
  )
})
beforeEach(() => {
  asked = 0
  const track: Track = (...what) => ((asked += 1), sandbox.track!(...what))
  replaceCarrier(scene.context, { track })
  itIs(BOUGHT_AT)
})
afterAll(() => scene.close())

const itIs = (instant: string) => (scene.context.now = () => new Date(instant))
const bought = async (key: string, change = TRACKED) => {
  const answer = await scene.buyer.buy(key, scene.buyer.draft(change))
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
  return answer.json<Shipment>()
}
const tracking = async (id: string) => (await scene.buyer.get(`/stamp/v1/shipment/${id}/tracking`)).json<Tracking>()
const codes = ({ data }: Tracking) => data.map(({ code }) => code)

it('shows the events of an item as they happen, to the last one', async () => {
  const { id, item_numbers } = await bought('one-on-its-way')
  expect(await tracking(id)).toEqual({ data: [], as_of: '2026-11-20T10:00:00.000Z', is_final: false })
  itIs('2026-11-20T21:00:00Z')
  const evening = await tracking(id)
  expect(codes(evening)).toEqual(['collected', 'accepted'])
  expect(evening.data[0]).toEqual({
    item_number: item_numbers[0],
    at: '2026-11-20T17:30:00.000Z',
    code: 'collected',
    description: 'Collected from the sender',
    place: 'Cardiff',
  })
  itIs('2026-12-31T12:00:00Z')
  const end = await tracking(id)
  expect(codes(end).slice(0, 4)).toEqual(['collected', 'accepted', 'in_transit', 'out_for_delivery'])
  expect(['delivered', 'returned']).toContain(codes(end).at(-1))
  expect(end).toMatchObject({ is_final: true, as_of: '2026-12-31T12:00:00.000Z' })
})

it('asks the carrier at most once in five minutes, however many callers there are', async () => {
  const { id } = await bought('asked-by-many')
  await Promise.all(Array.from({ length: 20 }, () => tracking(id)))
  expect(asked).toBe(1)
  itIs('2026-11-20T10:04:59Z')
  expect((await tracking(id)).as_of).toBe('2026-11-20T10:00:00.000Z')
  expect(asked).toBe(1)
  itIs('2026-11-20T10:05:00Z')
  expect((await tracking(id)).as_of).toBe('2026-11-20T10:05:00.000Z')
  expect(asked).toBe(2)
})

it('does not ask again after the last event', async () => {
  const { id } = await bought('over-and-done')
  itIs('2026-12-31T12:00:00Z')
  const end = await tracking(id)
  itIs('2027-01-31T12:00:00Z')
  expect(await tracking(id)).toEqual(end)
  expect(asked).toBe(1)
})

test.each([
  ['fails', 'failing', 0],
  ['is silent', 'late', 600],
] as const)('when the carrier %s, returns the stored events and their age', async (_what, answer, delay_ms) => {
  const { id } = await bought(`carrier-${answer}`)
  itIs('2026-11-20T21:00:00Z')
  const evening = await tracking(id)
  await setSandboxSwitch(scene.context.db, { call: 'track', answer, delay_ms, remaining: 1 })
  itIs('2026-12-31T12:00:00Z')
  expect(await tracking(id)).toEqual(evening)
  itIs('2026-12-31T12:05:00Z')
  expect(await tracking(id)).toMatchObject({ is_final: true, as_of: '2026-12-31T12:05:00.000Z' })
})

it('when the carrier never answered, returns no events and no time', async () => {
  const { id } = await bought('never-answered')
  await setSandboxSwitch(scene.context.db, { call: 'track', answer: 'failing', delay_ms: 0, remaining: 1 })
  expect(await tracking(id)).toEqual({ data: [], as_of: null, is_final: false })
})

it('stores an event once, also when the carrier repeats it or no longer lists it', async () => {
  const { id } = await bought('reported-twice')
  itIs('2026-11-20T21:00:00Z')
  const evening = await tracking(id)
  itIs('2026-11-20T21:10:00Z')
  expect((await tracking(id)).data).toEqual(evening.data)
  replaceCarrier(scene.context, { track: () => Promise.resolve({ kind: 'tracked', events: [] }) })
  itIs('2026-11-20T21:20:00Z')
  expect(await tracking(id)).toEqual({ ...evening, as_of: '2026-11-20T21:20:00.000Z' })
})

it('follows every item of an order, which ends when all of them do', async () => {
  const quantity = { meta_data: { quantity: 2 } }
  const { id, item_numbers } = await bought('two-on-their-way', { ...TRACKED, ...quantity })
  itIs('2026-11-20T21:00:00Z')
  const { data } = await tracking(id)
  expect(data.map(({ item_number, code }) => [item_number, code])).toEqual(
    ['collected', 'accepted'].flatMap((code) => item_numbers.map((number) => [number, code])),
  )
  const [first] = item_numbers
  const delivered = {
    item_number: first!,
    code: 'delivered',
    at: new Date(BOUGHT_AT),
    description: '',
    place: '',
  } as const
  replaceCarrier(scene.context, { track: () => Promise.resolve({ kind: 'tracked', events: [delivered] }) })
  itIs('2026-11-20T21:10:00Z')
  expect((await tracking(id)).is_final).toBe(false)
})

it('says why there are no events, without asking the carrier', async () => {
  const stamp = await bought('a-mere-stamp', {})
  expect(await tracking(stamp.id)).toEqual({ data: [], as_of: null, is_final: false, reason: 'service_not_tracked' })
  const specimen = await scene.buyer.buy('only-for-looks', scene.buyer.draft(TRACKED), { test: true })
  expect((await tracking(specimen.json<Shipment>().id)).reason).toBe('not_bought')
  const { id } = await bought('taken-back-again')
  await scene.buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Wrong address' })
  expect((await tracking(id)).reason).toBe('not_bought')
  expect(asked).toBe(0)
})

it('changes no money and no shipment, and is limited to its own organisation', async () => {
  const { id } = await bought('looked-at-only')
  const row = () => scene.context.db.selectFrom('purchase').selectAll().where('id', '=', id).executeTakeFirst()
  const [balance, before] = [await scene.buyer.balance(), await row()]
  itIs('2026-12-31T12:00:00Z')
  await tracking(id)
  expect([await scene.buyer.balance(), await row()]).toEqual([balance, before])
  itIs(BOUGHT_AT)
  const stranger = await aBuyer(scene, 0)
  expect((await stranger.get(`/stamp/v1/shipment/${id}/tracking`)).statusCode).toBe(404)
})
