import { randomBytes, randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Hub } from '@postroom/contract/hub'
import { HISTORY_LIMIT } from '@postroom/contract/hub-wire'
import { requestDevice } from '@postroom/hub/device-client'
import type { HubMessage, HubTransport } from '@postroom/hub/hub-transport'
import { webSocketTransport } from '@postroom/hub/websocket-transport'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { cuttableProxy } from './testing/cuttable-proxy.ts'
import { pairedDevice, type PairedDevice } from './testing/paired-device.ts'

let app: TestApp
let device: PairedDevice
let hub: Hub
const open: HubTransport[] = []

beforeAll(async () => {
  app = await testApp()
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  device = await pairedDevice(app)
  hub = device.hub
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((transport) => transport.close()))
})
afterAll(() => app.close())

const serverPort = () => (app.app.server.address() as AddressInfo).port
const socketUrl = (port = serverPort()) => `ws://127.0.0.1:${port}/api/iot/v1/hub/socket`
/** The whole numbers from `from` up to, but without, `to`. */
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)

async function line(token: string, port?: number): Promise<HubTransport> {
  const transport = webSocketTransport(socketUrl(port), token)
  open.push(transport)
  await transport.connect()
  return transport
}

const userLine = () => line(hub.auth_key)
const deviceLine = async () => line((await device.grant()).auth_key)

/** Resolves with the first `count` messages. */
function collect(count: number) {
  const messages: HubMessage[] = []
  const done = Promise.withResolvers<HubMessage[]>()
  const onMessage = (message: HubMessage) => {
    messages.push(message)
    if (messages.length === count) done.resolve(messages)
  }
  return { onMessage, messages, done: done.promise }
}

test('the clock of the hub has 17 digits and is right', async () => {
  const time = await (await userLine()).time()
  expect(time).toMatch(/^\d{17}$/)
  expect(Math.abs(Number(time.slice(0, 13)) - Date.now())).toBeLessThan(5_000)
})

test('a request goes to the device and its answer comes back, each under its true name', async () => {
  const [web, manager] = [await userLine(), await deviceLine()]
  const [asked, answered] = [collect(1), collect(1)]
  await manager.subscribe([hub.channels.req], asked.onMessage)
  await web.subscribe([hub.channels.res], answered.onMessage)
  const hostile = { text: "é!~*'() / ?#%2F , \u0000 \ud800 😀", n: [1.5, null] }
  const { timetoken } = await web.publish(hub.channels.req, hostile)
  const [request] = await asked.done
  expect(request).toMatchObject({ channel: hub.channels.req, timetoken, message: hostile })
  expect(request?.publisher).toMatch(/^user\./)
  await manager.publish(hub.channels.res, 'done')
  expect((await answered.done)[0]).toMatchObject({ message: 'done', publisher: `device.${hub.id}` })
})

test('130 messages: rising timetokens, and a history with the bounds of the contract', async () => {
  const [web, manager] = [await userLine(), await deviceLine()]
  const heard = collect(131)
  await web.subscribe([hub.channels.evt], ({ message, ...rest }) => {
    if (typeof message === 'number') heard.onMessage({ message, ...rest })
  })
  const sent = await Promise.all(Array.from({ length: 130 }, (_, n) => manager.publish(hub.channels.evt, n)))
  const tokens = sent.map(({ timetoken }) => timetoken)
  expect(tokens).toEqual([...new Set(tokens)].toSorted())
  await manager.publish(hub.channels.evt, 130, { store: false })
  expect((await heard.done).map(({ message }) => message)).toEqual(numbers(0, 131))

  const history = async (range: { start?: string; end?: string; count: number }) =>
    (await web.history(hub.channels.evt, range)).map(({ message }) => message)
  const count = HISTORY_LIMIT
  expect(await history({ count })).toEqual(numbers(30, 130)) // the newest, oldest first, without what was not kept
  expect(await history({ start: tokens[30]!, count })).toEqual(numbers(0, 30)) // start excludes
  expect(await history({ end: tokens[100]!, count })).toEqual(numbers(100, 130)) // end includes
  expect(await history({ end: tokens[5]!, count: 3 })).toEqual([5, 6, 7])
  expect(await history({ start: tokens[20]!, end: tokens[10]!, count })).toEqual(numbers(10, 20))
})

test('a late starter receives exactly the messages after its place', async () => {
  const [web, manager] = [await userLine(), await deviceLine()]
  const first = await manager.publish(hub.channels.res, 'before')
  for (let n = 0; n < 250; n++) await manager.publish(hub.channels.res, n)
  const heard = collect(250)
  await web.subscribe([hub.channels.res], heard.onMessage, first.timetoken)
  expect((await heard.done).map(({ message }) => message)).toEqual(numbers(0, 250))
})

test('a lost line comes back by itself: nothing is lost, and nothing out of order', async () => {
  const proxy = await cuttableProxy(serverPort())
  const [web, manager] = [await line(hub.auth_key, proxy.port), await line((await device.grant()).auth_key, proxy.port)]
  const heard = new Set<number>()
  const order: number[] = []
  const last = Promise.withResolvers<void>()
  await web.subscribe([hub.channels.res], ({ message }) => {
    // a publish whose acknowledgement was lost is sent again and may be there twice: request ids are for that
    if (heard.has(message as number)) return
    heard.add(message as number)
    order.push(message as number)
    if (message === 219) last.resolve()
  })
  for (let n = 0; n < 220; n++) {
    if (n % 50 === 25) proxy.cut()
    await manager.publish(hub.channels.res, n)
  }
  await last.promise
  expect(order).toEqual(numbers(0, 220))
  await Promise.all(open.splice(0).map((transport) => transport.close()))
  await proxy.close()
})

test('two server processes on one database: nothing is lost and the order is one', async () => {
  const second = await buildApp(app.context, { logLevel: 'silent', isReady: async () => true })
  await second.listen({ host: '127.0.0.1', port: 0 })
  const secondPort = (second.server.address() as AddressInfo).port
  const [here, there] = [await userLine(), await line(hub.auth_key, secondPort)]
  const senders = [await deviceLine(), await line((await device.grant()).auth_key, secondPort)]
  const [heardHere, heardThere] = [collect(200), collect(200)]
  await here.subscribe([hub.channels.res], heardHere.onMessage)
  await there.subscribe([hub.channels.res], heardThere.onMessage)
  await Promise.all(numbers(0, 200).map((n) => senders[n % 2]!.publish(hub.channels.res, n)))
  const [orderHere, orderThere] = [await heardHere.done, await heardThere.done]
  expect(new Set(orderHere.map(({ message }) => message)).size).toBe(200)
  expect(orderHere).toEqual(orderThere)
  expect(orderHere.map(({ timetoken }) => timetoken)).toEqual(orderHere.map(({ timetoken }) => timetoken).toSorted())
  await Promise.all(open.splice(0).map((transport) => transport.close()))
  await second.close()
})

test('a device is on the line while its socket is, and everybody is told', async () => {
  const web = await userLine()
  const heard: unknown[] = []
  await web.subscribe([hub.channels.evt], ({ message, publisher }) => heard.push([message, publisher]))
  const manager = await deviceLine()
  await vi.waitFor(async () => expect(await isConnected()).toBe(true))
  await manager.close()
  await vi.waitFor(async () => expect(await isConnected()).toBe(false))
  // the goodbye of an earlier test's device may come first
  await vi.waitFor(() => expect(heard.slice(-2)).toEqual([presenceOf(true), presenceOf(false)]))
})

const presenceOf = (connected: boolean) => [{ type: 'presence', connected }, 'server']

async function isConnected(): Promise<boolean | undefined> {
  const hubs = await app.as(await app.signIn(), 'GET', '/iot/v1/hub')
  return hubs.json<{ data: Hub[] }>().data[0]?.connected
}

test('the web app asks the device and gets its answer, its refusal, or silence', async () => {
  const [web, manager] = [await userLine(), await deviceLine()]
  const ask = (op: 'jobs.list' | 'config.get', timeoutMs = 5_000) =>
    requestDevice(web, hub.channels, op, {}, { timeoutMs })
  const answers: Promise<unknown>[] = []
  await manager.subscribe([hub.channels.req], ({ message }) => {
    const { id, op, expires_at } = message as { id: string; op: string; expires_at: string }
    const isFresh = Math.abs(Date.parse(expires_at) - Date.now() - 5_000) < 2_000
    const refusal = { re: id, ok: false, error: { code: 'request_invalid', description: 'No.' } }
    const answer = op === 'jobs.list' && isFresh ? { re: id, ok: true, result: { jobs: [] } } : refusal
    answers.push(manager.publish(hub.channels.res, answer))
  })
  await expect(ask('jobs.list')).resolves.toEqual({ jobs: [] })
  await expect(ask('config.get')).rejects.toMatchObject({ name: 'DeviceError', code: 'request_invalid' })
  // the web app hears an answer before the device hears that it was taken
  await Promise.all(answers)
  await manager.close()
  await expect(ask('jobs.list', 200)).rejects.toMatchObject({ name: 'DeviceSilentError' })
})

test('a grant is renewed on the open line, and nobody else’s is taken for it', async () => {
  const web = await userLine()
  const fresh = (await app.as(await app.signIn(), 'GET', '/iot/v1/hub')).json<{ data: Hub[] }>().data[0]
  web.setToken(fresh?.auth_key ?? '')
  await expect(web.time()).resolves.toMatch(/^\d{17}$/)
  const states: string[] = []
  web.onStatus((status) => states.push(status))
  web.setToken((await device.grant()).auth_key)
  await vi.waitFor(() => expect(states).toEqual(['denied']))
})

test.each([
  ['a foreign channel', (transport: HubTransport) => transport.publish(`pubnub.${randomUUID()}.default.req`, 1)],
  ['a channel that is only read', (transport: HubTransport) => transport.publish(hub.channels.res, 1)],
  ['reading what is only written', (transport: HubTransport) => transport.subscribe([hub.channels.req], () => {})],
  [
    'a list with one foreign channel',
    (transport: HubTransport) => transport.subscribe([hub.channels.res, 'x'], () => {}),
  ],
  ['the history of a foreign channel', (transport: HubTransport) => transport.history('x', { count: 1 })],
])('%s is refused', async (_, act) => {
  await expect(act(await userLine())).rejects.toMatchObject({ status: 403 })
})

test('a grant that is none is denied once and for all', async () => {
  const transport = webSocketTransport(socketUrl(), 'nonsense')
  open.push(transport)
  const states: string[] = []
  transport.onStatus((status) => states.push(status))
  await expect(transport.connect()).rejects.toMatchObject({ status: 403 })
  await expect(transport.publish(hub.channels.req, 1)).rejects.toMatchObject({ status: 403 })
  expect(states).toEqual(['denied'])
})

test('a message beyond the limit is refused and the line goes on', async () => {
  const web = await userLine()
  await expect(web.publish(hub.channels.req, 'x'.repeat(33_000))).rejects.toMatchObject({ status: 413 })
  await expect(web.publish(hub.channels.req, 'x'.repeat(70_000))).rejects.toMatchObject({ status: 413 })
  expect((await web.publish(hub.channels.req, 'x'.repeat(20_000))).timetoken).toMatch(/^\d{17}$/)
})

test.each([
  ['a first frame that is no grant', JSON.stringify({ time: 1, n: 0 }), 4403],
  ['what is no JSON', '{', 1003],
  ['what is no frame', '{"pub":1}', 1003],
  ['a frame that is too large', JSON.stringify({ auth: 'x'.repeat(70_000) }), 1009],
])('%s closes the socket', async (_, frame, code) => {
  const socket = new WebSocket(socketUrl())
  const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener('close', resolve))
  socket.addEventListener('open', () => socket.send(frame))
  expect((await closed).code).toBe(code)
})

test.each([
  // who                        origin                      answer
  ['a foreign page', 'http://evil.example', 403],
  ['a page without a name', 'null', 403],
  ['our own page', 'http://127.0.0.1:8080', 101],
  ['a program', undefined, 101],
])('%s asks for a socket from %s: %i', async (_, origin, status) => {
  const request = http.get(socketUrl().replace('ws:', 'http:'), {
    headers: {
      connection: 'upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
      ...(origin !== undefined && { origin }),
    },
  })
  const answer = Promise.withResolvers<http.IncomingMessage>()
  request.on('response', answer.resolve)
  request.on('upgrade', (response, socket) => {
    socket.destroy()
    answer.resolve(response)
  })
  expect((await answer.promise).statusCode).toBe(status)
  request.destroy()
})
