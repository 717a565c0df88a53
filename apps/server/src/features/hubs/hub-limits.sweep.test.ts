import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import v8 from 'node:v8'
import vm from 'node:vm'
import type { HubTransport } from '@postroom/hub/hub-transport'
import { collect, numbered, numberIn, numbers } from '@postroom/hub/testing/hub-conformance'
import { webSocketTransport } from '@postroom/hub/websocket-transport'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { insertUserGrants } from './hub-grant.store.ts'
import { cuttableProxy } from './testing/cuttable-proxy.ts'
import { pairedDevice, type PairedDevice } from './testing/paired-device.ts'

const TRY_LATER = 1013
const GONE = 1006
const UNDER_LOAD = { timeout: 15_000 }
const MIB = 1024 * 1024

let app: TestApp
let device: PairedDevice
const connections: HubTransport[] = []
const sockets: WebSocket[] = []
beforeAll(async () => {
  app = await testApp()
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  device = await pairedDevice(app)
})
afterEach(async () => {
  await Promise.all(connections.splice(0).map((one) => one.close()))
  sockets.splice(0).forEach((socket) => socket.close())
})
afterAll(() => app.close())

const serverPort = () => (app.app.server.address() as AddressInfo).port
const urlAt = (port: number) => `ws://127.0.0.1:${port}/api/iot/v1/hub/socket`
function transport(token: string, port = serverPort()): HubTransport {
  const made = webSocketTransport(urlAt(port), token)
  connections.push(made)
  return made
}
async function connect(token: string, port?: number): Promise<HubTransport> {
  const made = transport(token, port)
  await made.connect()
  return made
}

/** A bare socket with its grant accepted, or the code it was closed with instead. */
async function join(token: string, port = serverPort()): Promise<WebSocket | number> {
  const socket = new WebSocket(urlAt(port))
  sockets.push(socket)
  socket.addEventListener('open', () => socket.send(JSON.stringify({ auth: token })))
  return Promise.race([once(socket, 'message').then(() => socket), closeCode(socket)])
}
const closeCode = async (socket: WebSocket): Promise<number> => {
  const [event] = (await once(socket, 'close')) as [CloseEvent]
  return event.code
}
const joinAll = async (count: number, token: (n: number) => string) => {
  const answers: (WebSocket | number)[] = []
  for (let n = 0; n < count; n++) answers.push(await join(token(n)))
  return answers
}
/** Waits until connections of earlier tests have ended. */
const joined = (token: string, port?: number): Promise<WebSocket> =>
  vi.waitFor(async () => {
    const socket = await join(token, port)
    if (typeof socket === 'number') throw new Error(`closed with ${socket}`)
    return socket
  }, UNDER_LOAD)

test('a user has at most twenty connections to a hub; one more waits until another is closed', async () => {
  const joins = await joinAll(20, () => device.hub.auth_key)
  expect(joins.filter((one) => typeof one === 'number')).toEqual([])
  expect(await join(device.hub.auth_key)).toBe(TRY_LATER)
  const tab = transport(device.hub.auth_key)
  const states: string[] = []
  tab.onStatus((status) => states.push(status))
  const waiting = tab.connect()
  await vi.waitFor(() => expect(states).toContain('reconnecting'), UNDER_LOAD)
  const [one] = joins
  if (one instanceof WebSocket) one.close()
  await waiting
  expect(await tab.time()).toMatch(/^\d{17}$/)
})

test('a hub has at most a hundred connections of users, and always room for its device', async () => {
  const { id, channels } = device.hub
  const { session_id } = await app.context.db.selectFrom('hub_grant').select('session_id').executeTakeFirstOrThrow()
  const expires_at = new Date(Date.now() + 60_000)
  const tokens = numbers(0, 6).map((user) => `user-${user}`)
  const grants = tokens.map((token) => ({
    hub_id: id,
    client: token,
    token,
    expires_at,
    reads: [channels.res],
    writes: [],
  }))
  await insertUserGrants(app.context.db, session_id!, grants)
  await vi.waitFor(async () => {
    const joins = await joinAll(100, (n) => tokens[Math.floor(n / 20)]!)
    const refused = joins.filter((one) => typeof one === 'number')
    if (refused.length > 0) for (const one of joins) if (one instanceof WebSocket) one.close()
    expect(refused).toEqual([])
  }, UNDER_LOAD)
  expect(await join(tokens[5]!)).toBe(TRY_LATER)
  expect(await join((await device.grant()).auth_key)).toBeInstanceOf(WebSocket)
})

test('a device always gets a connection: of twenty, its oldest is closed', async () => {
  const { auth_key } = await device.grant()
  const [oldest, ...others] = (await joinAll(20, () => auth_key)) as WebSocket[]
  const ended = closeCode(oldest!)
  expect(await join(auth_key)).toBeInstanceOf(WebSocket)
  expect(await ended).toBe(GONE)
  expect(others.map(({ readyState }) => readyState)).toEqual(others.map(() => WebSocket.OPEN))
})

test.each([
  ['questions', (n: number) => ({ time: 1, n })],
  ['grants, which have no number to be refused under', () => ({ auth: device.hub.auth_key })],
  ['messages', (n: number) => ({ pub: device.hub.channels.req, d: { flood: n }, n })],
])('closes a connection flooded with %s, and keeps every message it acknowledged', async (_, frame) => {
  const socket = await joined(device.hub.auth_key)
  const taken: string[] = []
  socket.addEventListener('message', ({ data }) => {
    const { t } = JSON.parse(String(data)) as { t?: string }
    if (t !== undefined) taken.push(t)
  })
  const code = closeCode(socket)
  socket.send(JSON.stringify(frame(0)))
  await once(socket, 'message')
  for (let n = 1; n < 20_000; n++) socket.send(JSON.stringify(frame(n)))
  expect(await code).toBe(TRY_LATER)
  if (!('pub' in frame(0))) return
  expect(taken.length).toBeGreaterThan(0)
  const logged = await sql<{ t: string; n: number }>`
    select lpad(t::text, 17, '0') as t, (payload::json ->> 'flood')::int as n from hub_message
    where payload like '{"flood"%' order by hub_message.t`.execute(app.context.db)
  expect(logged.rows.map(({ t }) => t)).toEqual(expect.arrayContaining(taken))
  expect(logged.rows.map(({ n }) => n)).toEqual(numbers(0, logged.rows.length))
  expect(logged.rows.length).toBeLessThan(1_000)
})

test('a throttled client delivers all its messages, once and in order', async () => {
  const web = await connect(device.hub.auth_key)
  const manager = await connect((await device.grant()).auth_key)
  const heard = collect(400)
  await web.subscribe([device.hub.channels.res], heard.onMessage)
  await Promise.all(numbers(0, 400).map((n) => manager.publish(device.hub.channels.res, numbered(n))))
  expect((await heard.done).map(numberIn)).toEqual(numbers(0, 400))
})

/** A statement that appends 1,500 large messages runs into the time-out of statements on a busy machine. */
const LARGE_AT_ONCE = 250

/** Appends messages of 30 KiB each, as another server process would. */
async function appendLarge(count: number): Promise<void> {
  for (let first = 0; first < count; first += LARGE_AT_ONCE)
    await sql`select append_hub_message(${device.hub.id}::uuid, ${device.hub.channels.res}, 'another process',
        json_build_object('n', n, 'filler', repeat('x', 30720))::text, true)
      from generate_series(${first}::int, ${Math.min(first + LARGE_AT_ONCE, count) - 1}::int) n`.execute(app.context.db)
}

test('delivers a backlog of any size over one connection', async () => {
  const before = await (await connect(device.hub.auth_key)).time()
  await appendLarge(500)
  const late = await connect(device.hub.auth_key)
  const states: string[] = []
  late.onStatus((status) => states.push(status))
  const heard = collect(500)
  await late.subscribe([device.hub.channels.res], heard.onMessage, before)
  expect((await heard.done).map(numberIn)).toEqual(numbers(0, 500))
  expect(states).toEqual([])
})

test('a client that stops reading costs no memory and delays no other; later it gets every message once and in order', async () => {
  v8.setFlagsFromString('--expose-gc')
  const gc = vm.runInNewContext('gc') as () => void
  const buffered = () => {
    gc()
    const { arrayBuffers, heapUsed } = process.memoryUsage()
    return arrayBuffers + heapUsed
  }
  const proxy = await cuttableProxy(serverPort())
  const slow = await connect(device.hub.auth_key, proxy.port)
  const manager = await connect((await device.grant()).auth_key)
  const other = await connect(device.hub.auth_key)
  const states: string[] = []
  slow.onStatus((status) => states.push(status))
  const since = await slow.time()
  await appendLarge(1_500)
  const [heard, live] = [collect(1_550), collect(50)]
  await other.subscribe([device.hub.channels.res], live.onMessage)
  const before = buffered()
  proxy.hold()
  const subscribed = slow.subscribe([device.hub.channels.res], heard.onMessage, since)
  for (const n of numbers(1_500, 1_550)) await manager.publish(device.hub.channels.res, numbered(n))
  expect((await live.done).map(numberIn)).toEqual(numbers(1_500, 1_550))
  expect(heard.messages.length).toBeLessThan(1_500)
  expect(buffered() - before).toBeLessThan(8 * MIB)
  proxy.letGo()
  await subscribed
  expect((await heard.done).map(numberIn)).toEqual(numbers(0, 1_550))
  expect(states).toEqual([])
  await slow.close()
  await proxy.close()
})

const socketsAreOpen = (count: number) => {
  const { server } = app.app
  const countOpen = promisify(server.getConnections.bind(server))
  return vi.waitFor(async () => expect(await countOpen()).toBe(count), UNDER_LOAD)
}

test('terminates a client that keeps asking without reading the answers', async () => {
  await appendLarge(100)
  await socketsAreOpen(0)
  const proxy = await cuttableProxy(serverPort())
  const socket = await joined(device.hub.auth_key, proxy.port)
  const code = closeCode(socket)
  proxy.hold()
  for (const n of numbers(0, 20)) socket.send(JSON.stringify({ hist: device.hub.channels.res, count: 100, n }))
  await socketsAreOpen(0)
  proxy.letGo()
  expect(await code).toBe(GONE)
  await proxy.close()
})
