import { EventEmitter } from 'node:events'
import type { WebSocket } from 'ws'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import type { Context } from '../../context.ts'
import type { Log } from '../../log.ts'
import { purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { reportingDevice } from '../../testing/reporting-device.ts'
import { hubConnection } from './hub-connection.ts'
import { insertDeviceGrant } from './hub-grant.store.ts'

const [OPEN, CLOSING, CLOSED] = [1, 2, 3]

let scene: PurchaseScene
let hub: string
beforeAll(async () => {
  scene = await purchaseScene(0)
  hub = (await reportingDevice(scene, scene.buyer.organisation)).hub
})
afterAll(() => scene.close())
afterEach(() => void vi.useRealTimers())

/** The server's end of a WebSocket, with all that is done to it. */
class Socket extends EventEmitter {
  readonly OPEN = OPEN
  readyState = OPEN
  bufferedAmount = 0
  done: unknown[] = []
  sent: object[] = []
  close(code: number) {
    this.done.push(code)
    this.readyState = CLOSING
  }
  terminate() {
    this.done.push('terminated')
    this.readyState = CLOSED
  }
  ping() {
    this.done.push('pinged')
  }
  send(text: string, taken: () => void) {
    this.sent.push(JSON.parse(text) as object)
    taken()
  }
  receive(frame: unknown, isBinary = false) {
    this.emit('message', Buffer.from(typeof frame === 'string' ? frame : JSON.stringify(frame)), isBinary)
  }
}

function connected({ isAdmitted = true, context = scene.context }: { isAdmitted?: boolean; context?: Context } = {}) {
  const socket = new Socket()
  const warnings: string[] = []
  const log: Log = { ...quietLog, warn: (_facts, message) => void warnings.push(message) }
  const connection = hubConnection(context, socket as unknown as WebSocket, log, () => isAdmitted)
  onTestFinished(() => void socket.emit('close'))
  return { socket, connection, warnings }
}

let nonces = 0
async function aToken(): Promise<string> {
  const token = `token-${++nonces}`
  const rights = { hub_id: hub, client: `device.${hub}`, reads: ['in'], writes: ['out'] }
  await insertDeviceGrant(scene.context.db, token, { ...rights, token, expires_at: new Date('2026-11-20T12:00:00Z') })
  return token
}
async function authenticated(more: Parameters<typeof connected>[0] = {}) {
  const all = connected(more)
  all.socket.receive({ auth: await aToken() })
  await expect.poll(() => all.socket.sent).toEqual([{ ok: 1 }])
  return all
}
const seenAt = async () => {
  const row = scene.context.db.selectFrom('hub').select('device_seen_at').where('id', '=', hub)
  return (await row.executeTakeFirstOrThrow()).device_seen_at
}

it('has five seconds to authenticate', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { socket } = connected()
  vi.advanceTimersByTime(4_999)
  expect(socket.done).toEqual([])
  vi.advanceTimersByTime(1)
  expect(socket.done).toEqual([4403])
})

it.each(['after it has authenticated', 'after it was closed'])('ends after no time %s', async (when) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { socket, connection } = when.includes('closed') ? connected() : await authenticated()
  if (when.includes('closed')) {
    socket.emit('close')
    await connection.gone
  }
  vi.advanceTimersByTime(60_000)
  expect(socket.done).toEqual([])
})

it('is terminated when it did not answer the last ping', async () => {
  const { socket, connection } = await authenticated()
  connection.ping()
  socket.emit('pong')
  connection.ping()
  connection.ping()
  expect(socket.done).toEqual(['pinged', 'pinged', 'terminated'])
})

it.each<[string, unknown, boolean, number]>([
  ['no JSON', '{', false, 1003],
  ['no frame', { hello: 1 }, false, 1003],
  ['bytes', { n: 1, time: 1 }, true, 1003],
  ['a frame before a grant', { n: 1, time: 1 }, false, 4403],
  ['an unknown grant', { auth: 'unknown' }, false, 4403],
])('is closed for %s', async (_what, frame, isBinary, code) => {
  const { socket } = connected()
  socket.receive(frame, isBinary)
  await expect.poll(() => socket.done).toEqual([code])
})

it('is closed with the code for trying again later where there is no room', async () => {
  const { socket } = connected({ isAdmitted: false })
  socket.receive({ auth: await aToken() })
  await expect.poll(() => socket.done).toEqual([1013])
  expect(socket.sent).toEqual([])
})

const noClock = () => {
  throw new Error('no clock')
}

it('is closed after an error, which is in the log', async () => {
  const { socket, warnings } = connected({ context: { ...scene.context, now: noClock } })
  socket.receive({ auth: 'any' })
  await expect.poll(() => socket.done).toEqual([1011])
  expect(warnings).toEqual(['closed a hub connection after an error'])
})

it('answers nothing any more once it is closing', async () => {
  const { socket, connection } = await authenticated()
  connection.deny()
  socket.receive({ auth: 'another' })
  expect(socket.done).toEqual([4403])
  const late = connected()
  late.socket.receive({ auth: await aToken() })
  late.socket.close(1000)
  late.socket.emit('close')
  await late.connection.gone
  expect(late.socket.sent).toEqual([])
  expect(late.connection.token()).toBeUndefined()
})

it('of a device shows it as connected until it ends', async () => {
  const { socket, connection } = await authenticated()
  await expect.poll(seenAt).toEqual(scene.context.now())
  expect(connection.device()).toMatchObject({ hub_id: hub })
  socket.emit('close')
  await connection.gone
  expect(await seenAt()).toBeNull()
})

it('ends also where that cannot be recorded, which is in the log', async () => {
  const { socket, connection, warnings } = await authenticated()
  await expect.poll(seenAt).toEqual(scene.context.now())
  await scene.context.db.deleteFrom('hub_grant').execute()
  const broken = vi.spyOn(scene.context.db, 'updateTable').mockImplementation(() => {
    throw new Error('no database')
  })
  socket.emit('close')
  await connection.gone
  broken.mockRestore()
  expect(warnings).toEqual(['could not record device disconnect'])
})

it('that is not read by its client is terminated above four megabytes', async () => {
  const { socket, connection } = await authenticated()
  const ask = async () => {
    const before = socket.sent.length
    socket.receive({ n: before, time: 1 })
    await expect.poll(() => socket.sent.length).toBeGreaterThan(before)
  }
  socket.bufferedAmount = 4 * 1024 * 1024
  await ask()
  expect(socket.done).toEqual([])
  socket.bufferedAmount += 1
  await ask()
  expect(socket.done).toEqual(['terminated'])
  expect(connection.places()).toEqual([])
})

it.each([
  ['fail', 1011],
  ['deny', 4403],
  ['drop', 'terminated'],
] as const)('%s closes it with %s', async (how, done) => {
  const { socket, connection } = connected()
  connection[how]()
  expect(socket.done).toEqual([done])
})

it('is closed at the next check when its grant was withdrawn', async () => {
  const { socket, connection } = await authenticated()
  await scene.context.db.deleteFrom('hub_grant').execute()
  connection.check()
  await expect.poll(() => socket.done).toEqual([4403])
})

it('accepts no grant that was looked up while it closed', async () => {
  const context: Context = { ...scene.context, now: () => (closing.close(1000), scene.context.now()) }
  const { socket: closing, connection } = connected({ context })
  closing.receive({ auth: await aToken() })
  await expect.poll(() => closing.done).toEqual([1000])
  closing.emit('close')
  await connection.gone
  expect([closing.sent, connection.token()]).toEqual([[], undefined])
})

it('takes a new grant of its client, and is closed for one of another', async () => {
  const { socket, connection } = await authenticated()
  await expect.poll(seenAt).toEqual(scene.context.now())
  const [first, renewed] = [connection.device(), await aToken()]
  socket.receive({ auth: renewed })
  await expect.poll(() => socket.sent).toEqual([{ ok: 1 }, { ok: 1 }])
  expect([connection.token(), connection.device()]).toEqual([renewed, first])
  const rights = { hub_id: hub, client: 'another', reads: ['in'], writes: ['out'] }
  const expires_at = new Date('2026-11-20T12:00:00Z')
  await insertDeviceGrant(scene.context.db, 'of-another', { ...rights, token: 'of-another', expires_at })
  socket.receive({ auth: 'of-another' })
  await expect.poll(() => socket.done).toEqual([4403])
  expect(connection.token()).toBe(renewed)
})

it('refuses the 257th frame that waits, and is closed when it has refused a thousand', async () => {
  const { socket } = await authenticated()
  for (let n = 0; n < 257; n++) socket.receive({ n, time: 1 })
  expect(socket.sent.slice(1)).toEqual([{ n: 256, err: 429 }])
  for (let n = 257; n < 2_000; n++) socket.receive({ n, time: 1 })
  expect(socket.done[0]).toBe(1013)
  expect(socket.sent.length).toBeGreaterThanOrEqual(1_001)
})

it('has no places before it has a grant', () => {
  expect(connected().connection.places()).toEqual([])
})
