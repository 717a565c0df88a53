import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AuthUser } from '@postroom/contract/auth'
import type { Hub } from '@postroom/contract/hub'
import type { DeviceRequest, SignedRequest } from '@postroom/contract/signed-request'
import { requestDevice } from '@postroom/hub/device-client'
import type { HubTransport } from '@postroom/hub/hub-transport'
import { collect, numbers, testTransport } from '@postroom/hub/testing/hub-conformance'
import { webSocketTransport } from '@postroom/hub/websocket-transport'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { cuttableProxy } from './testing/cuttable-proxy.ts'
import { pairedDevice, type PairedDevice } from './testing/paired-device.ts'

/** The machine may be busy with other tests. */
const UNDER_LOAD = { timeout: 10_000 }

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
async function connect(token: string, port?: number): Promise<HubTransport> {
  const transport = webSocketTransport(socketUrl(port), token)
  open.push(transport)
  await transport.connect()
  return transport
}

const userConnection = () => connect(hub.auth_key)
const deviceConnection = async () => connect((await device.grant()).auth_key)

testTransport(() => ({ channels: hub.channels, device: `device.${hub.id}`, userConnection, deviceConnection }))

test('a lost connection is restored: no message is lost or out of order', async () => {
  const proxy = await cuttableProxy(serverPort())
  const [web, manager] = [
    await connect(hub.auth_key, proxy.port),
    await connect((await device.grant()).auth_key, proxy.port),
  ]
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

test('two server processes on one database deliver every message in one order', async () => {
  const second = await buildApp(app.context, { logLevel: 'silent', isReady: async () => true })
  await second.listen({ host: '127.0.0.1', port: 0 })
  const secondPort = (second.server.address() as AddressInfo).port
  const [here, there] = [await userConnection(), await connect(hub.auth_key, secondPort)]
  const senders = [await deviceConnection(), await connect((await device.grant()).auth_key, secondPort)]
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

test('a device is connected while its socket is open, and clients are notified', async () => {
  const web = await userConnection()
  const heard: unknown[] = []
  await web.subscribe([hub.channels.evt], ({ message, publisher }) => heard.push([message, publisher]))
  const user = await app.signIn()
  const manager = await deviceConnection()
  await vi.waitFor(async () => expect(await isConnected(user)).toBe(true), UNDER_LOAD)
  await manager.close()
  await vi.waitFor(async () => expect(await isConnected(user)).toBe(false), UNDER_LOAD)
  // the goodbye of an earlier test's device may come first
  await vi.waitFor(() => expect(heard.slice(-2)).toEqual([presenceOf(true), presenceOf(false)]), UNDER_LOAD)
})

const presenceOf = (connected: boolean) => [{ type: 'presence', connected }, 'server']

const isConnected = async (user: AuthUser) =>
  (await app.as(user, 'GET', '/iot/v1/hub')).json<{ data: Hub[] }>().data[0]?.connected

test('the web app sends a request to the device and gets its answer, its refusal, or a time-out', async () => {
  const [web, manager] = [await userConnection(), await deviceConnection()]
  const user = await app.signIn()
  const sign = async (asked: object) =>
    (await app.as(user, 'POST', `/iot/v1/hub/${hub.id}/request`, asked)).json<SignedRequest>()
  const ask = (op: 'jobs.list' | 'config.get', timeoutMs = 5_000) =>
    requestDevice({ transport: web, hub, sign }, op, {}, { timeoutMs })
  const answers: Promise<unknown>[] = []
  await manager.subscribe([hub.channels.req], ({ message }) => {
    const { id, op } = JSON.parse((message as SignedRequest).b) as DeviceRequest
    const refusal = { re: id, ok: false, error: { code: 'request_invalid', description: 'No.' } }
    const answer = op === 'jobs.list' ? { re: id, ok: true, result: { jobs: [] } } : refusal
    answers.push(manager.publish(hub.channels.res, answer))
  })
  await expect(ask('jobs.list')).resolves.toEqual({ jobs: [] })
  await expect(ask('config.get')).rejects.toMatchObject({ name: 'DeviceError', code: 'request_invalid' })
  // the web app may get the answer before the device gets its acknowledgement
  await Promise.all(answers)
  await manager.close()
  await expect(ask('jobs.list', 200)).rejects.toMatchObject({ name: 'DeviceSilentError' })
})

test('renews a grant on the open connection, and denies one of another client', async () => {
  const web = await userConnection()
  const fresh = (await app.as(await app.signIn(), 'GET', '/iot/v1/hub')).json<{ data: Hub[] }>().data[0]
  web.setToken(fresh?.auth_key ?? '')
  await expect(web.time()).resolves.toMatch(/^\d{17}$/)
  const states: string[] = []
  web.onStatus((status) => states.push(status))
  web.setToken((await device.grant()).auth_key)
  await vi.waitFor(() => expect(states).toEqual(['denied']), UNDER_LOAD)
})

test('denies an unknown grant without retrying', async () => {
  const transport = webSocketTransport(socketUrl(), 'nonsense')
  open.push(transport)
  const states: string[] = []
  transport.onStatus((status) => states.push(status))
  await expect(transport.connect()).rejects.toMatchObject({ status: 403 })
  await expect(transport.publish(hub.channels.req, 1)).rejects.toMatchObject({ status: 403 })
  expect(states).toEqual(['denied'])
})

test.each([
  ['a first frame that is no grant', JSON.stringify({ time: 1, n: 0 }), 4403],
  ['what is no JSON', '{', 1003],
  ['what is no frame', '{"pub":1}', 1003],
  ['a message that is too deep', `{"pub":"a","n":1,"d":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 1003],
  ['a frame that is too large', JSON.stringify({ auth: 'x'.repeat(70_000) }), 1009],
])('%s closes the socket', async (_, frame, code) => {
  const socket = new WebSocket(socketUrl())
  const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener('close', resolve))
  socket.addEventListener('open', () => socket.send(frame))
  expect((await closed).code).toBe(code)
})

test('throttles a client that asks faster than it is answered, and answers in order', async () => {
  const socket = new WebSocket(socketUrl())
  const replies: { n: number; err?: number }[] = []
  const all = Promise.withResolvers<void>()
  socket.addEventListener('message', ({ data }) => {
    const frame = JSON.parse(String(data)) as { ok?: 1; n: number; err?: number }
    if (frame.ok) for (const n of numbers(0, 600)) socket.send(JSON.stringify({ time: 1, n }))
    else if (replies.push(frame) === 600) all.resolve()
  })
  socket.addEventListener('open', () => socket.send(JSON.stringify({ auth: hub.auth_key })))
  await all.promise
  const refused = replies.filter(({ err }) => err === 429)
  const answered = replies.filter(({ err }) => err === undefined).map(({ n }) => n)
  expect(refused.length).toBeGreaterThan(0)
  expect(answered.length + refused.length).toBe(600)
  expect(answered).toEqual(answered.toSorted((a, b) => a - b))
  socket.close()
})

test.each([
  // client                     origin                      answer
  ['a foreign page', 'http://evil.example', 403],
  ['a page without a name', 'null', 403],
  ['our own page', 'http://127.0.0.1:8080', 101],
  ['a program', undefined, 101],
])('%s requests a socket from %s: %i', async (_, origin, status) => {
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
