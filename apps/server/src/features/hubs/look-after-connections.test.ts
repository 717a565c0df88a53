import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Log } from '../../log.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { reportingDevice } from '../../testing/reporting-device.ts'
import { purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import type { HubConnection } from './hub-connection.ts'
import { insertDeviceGrant } from './hub-grant.store.ts'
import { appendMessage } from './hub-log.store.ts'
import { takeDeviceConnection } from './hub.store.ts'
import { lookAfterConnections } from './look-after-connections.ts'

const START = '00000000000000000'

let scene: PurchaseScene
let hub: string
let warnings: string[]
const stops: (() => Promise<void>)[] = []
const log: Log = { ...quietLog, warn: (_facts, message) => void warnings.push(message) }
beforeAll(async () => {
  scene = await purchaseScene(0)
  hub = (await reportingDevice(scene, scene.buyer.organisation)).hub
})
afterAll(() => scene.close())
beforeEach(() => {
  warnings = []
})
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
  vi.useRealTimers()
})

/** A connection, with all that is done to it. */
function aConnection(more: Partial<Pick<HubConnection, 'token' | 'device' | 'places'>> = {}) {
  const done: string[] = []
  const act = (what: string) => () => void done.push(what)
  const connection: HubConnection = {
    token: () => undefined,
    device: () => undefined,
    places: () => [],
    ...more,
    wake: (channel) => void done.push(`woken for ${channel}`),
    ping: act('pinged'),
    check: act('checked'),
    deny: act('denied'),
    fail: act('failed'),
    drop: act('dropped'),
    gone: new Promise(() => {}),
  }
  return { connection, done }
}

function look(connections: readonly { connection: HubConnection }[], context = scene.context) {
  const all = () => connections.map(({ connection }) => connection)
  const care = lookAfterConnections(context, { admit: () => true, on: all, all }, log)
  stops.push(care.stop)
  return care
}

async function aToken(name: string, expires_at: string): Promise<string> {
  const rights = { hub_id: hub, client: name, reads: ['in'], writes: ['out'] }
  await insertDeviceGrant(scene.context.db, name, { ...rights, token: name, expires_at: new Date(expires_at) })
  return name
}
const [PAST, FUTURE] = ['2026-11-20T09:00:00Z', '2036-01-01T00:00:00Z']

it('pings every connection, and denies those whose grant has ended', async () => {
  const [ended, held] = [await aToken('ended', PAST), await aToken('held', FUTURE)]
  const ofEnded = aConnection({ token: () => ended })
  const ofHeld = aConnection({ token: () => held })
  const joining = aConnection()
  let asked = 0
  const renewed = aConnection({ token: () => (asked++ === 0 ? ended : held) })
  await look([ofEnded, ofHeld, joining, renewed]).stop()
  expect(ofEnded.done).toEqual(['pinged', 'denied'])
  for (const { done } of [ofHeld, joining, renewed]) expect(done).toEqual(['pinged'])
})

it('looks for messages that were not announced, and again when asked to', async () => {
  const message = { hub_id: hub, publisher: 'another process', payload: '1', keep: false }
  await appendMessage(scene.context.db, { ...message, channel: 'with' })
  const placesOf = (...channels: string[]) => channels.map((channel) => ({ hub_id: hub, channel, after: START }))
  const some = aConnection({ places: () => placesOf('without', 'with') })
  const other = aConnection({ places: () => placesOf('without') })
  const care = look([some, other])
  const wakings = () => some.done.filter((what) => what !== 'pinged')
  await expect.poll(wakings).toEqual(['woken for with'])
  care.look()
  await expect.poll(wakings).toEqual(['woken for with', 'woken for with'])
  expect(other.done).toEqual(['pinged'])
})

it('records that a device is there, while its connection is the one that counts', async () => {
  const { db } = scene.context
  const seenAt = async () =>
    (await db.selectFrom('hub').select('device_seen_at').where('id', '=', hub).executeTakeFirstOrThrow()).device_seen_at
  const [own, replaced] = [crypto.randomUUID(), crypto.randomUUID()]
  await takeDeviceConnection(db, hub, own, new Date(PAST))
  const device = (connection_id: string) => aConnection({ device: () => ({ hub_id: hub, connection_id }) })
  await look([aConnection(), device(own)]).stop()
  expect(await seenAt()).toEqual(scene.context.now())
  await takeDeviceConnection(db, hub, own, new Date(PAST))
  await look([device(replaced)]).stop()
  expect(await seenAt()).toEqual(new Date(PAST))
})

it('closes every connection when the presence of a device cannot be recorded', async () => {
  const device = aConnection({ device: () => ({ hub_id: 'no hub', connection_id: crypto.randomUUID() }) })
  const other = aConnection()
  await look([device, other]).stop()
  for (const { done } of [device, other]) expect(done).toEqual(['pinged', 'failed'])
  expect(warnings).toEqual(['could not check hub connections'])
})

/** Statements sent to the database for one check and one look of so many connections. */
async function statementsFor(connections: number): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const all = Array.from({ length: connections }, () => aConnection({ token: () => 'unknown' }))
  await look(all).stop()
  expect(all.every(({ done }) => done.join() === 'pinged,denied')).toBe(true)
  const { length } = query.mock.calls
  query.mockRestore()
  return length
}

it('takes the same few statements for 250 connections as for one, and twice as many for 251', async () => {
  const ofOne = await statementsFor(1)
  expect(await statementsFor(250)).toBe(ofOne)
  expect(await statementsFor(251)).toBe(2 * ofOne)
})

it('closes every connection when a statement fails; it checks each ten seconds and looks each three', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const db = new Proxy(scene.context.db, {
    get: () => {
      throw new Error('there is no database')
    },
  })
  const some = aConnection({ token: () => 'any' })
  const [check, lookUp] = ['could not check hub connections', 'could not look for hub messages']
  look([some, aConnection()], { ...scene.context, db })
  const runs = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return [check, lookUp].map((what) => warnings.filter((one) => one === what).length)
  }
  expect(await runs(0)).toEqual([1, 1])
  expect(some.done.toSorted()).toEqual(['failed', 'failed', 'pinged'])
  expect(await runs(2_999)).toEqual([1, 1])
  expect(await runs(1)).toEqual([1, 2])
  expect(await runs(6_999)).toEqual([1, 4])
  expect(await runs(1)).toEqual([2, 4])
})
