import { FRAME_LIMIT_BYTES, type ClientFrame } from '@postroom/contract/hub-wire'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HubTransport } from './hub-transport.ts'
import { FakeWebSocket, lastSocket } from './testing/fake-web-socket.ts'
import { webSocketTransport } from './websocket-transport.ts'

let transport: HubTransport
let states: string[]
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeWebSocket)
  FakeWebSocket.reset()
  transport = webSocketTransport('ws://hub', 'token')
  states = []
  transport.onStatus((status) => states.push(status))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const timetoken = (n: number): string => String(n).padStart(17, '0')

/** Opens the next socket and grants it; `frames()` has what it sends afterwards. */
function grant(): FakeWebSocket {
  const socket = lastSocket()
  socket.accept()
  socket.say({ ok: 1 })
  return socket
}

async function connected(): Promise<FakeWebSocket> {
  const connecting = transport.connect()
  const socket = grant()
  await connecting
  return socket
}

function reconnect(): FakeWebSocket {
  lastSocket().end()
  vi.advanceTimersByTime(250)
  return grant()
}

const frames = (socket: FakeWebSocket): ClientFrame[] => socket.sent.slice(1)
const numbersOf = (socket: FakeWebSocket): number[] => frames(socket).map((frame) => (frame as { n: number }).n)
const settled = (): Promise<void> => vi.advanceTimersByTimeAsync(0).then(() => undefined)

test('connects once for repeated calls of connect', async () => {
  const both = [transport.connect(), transport.connect()]
  grant()
  await Promise.all(both)
  await transport.connect()
  expect(FakeWebSocket.made).toHaveLength(1)
  expect(states).toEqual(['connected'])
})

test('numbers published messages, and leaves out of the history only those with `store: false`', async () => {
  const socket = await connected()
  const published = transport.publish('c', 'a')
  void transport.publish('c', 'b', { store: false })
  void transport.publish('c', 'd', { store: true })
  expect(frames(socket)).toEqual([
    { pub: 'c', d: 'a', n: 0 },
    { pub: 'c', d: 'b', store: false, n: 1 },
    { pub: 'c', d: 'd', n: 2 },
  ])
  socket.say({ n: 0, t: timetoken(7) })
  await expect(published).resolves.toEqual({ timetoken: timetoken(7) })
})

test('requests the time and the history, which may be empty', async () => {
  const socket = await connected()
  const [time, history, empty] = [
    transport.time(),
    transport.history('c', { start: timetoken(9), count: 5 }),
    transport.history('c', { count: 1 }),
  ]
  expect(frames(socket)).toEqual([
    { time: 1, n: 0 },
    { hist: 'c', start: timetoken(9), count: 5, n: 1 },
    { hist: 'c', count: 1, n: 2 },
  ])
  socket.say({ n: 0, t: timetoken(1) })
  socket.say({ n: 1, t: timetoken(1), h: [{ c: 'c', t: timetoken(3), i: 'device.1', d: 'hello' }] })
  socket.say({ n: 2, t: timetoken(1) })
  expect(await time).toBe(timetoken(1))
  expect(await history).toEqual([{ channel: 'c', timetoken: timetoken(3), publisher: 'device.1', message: 'hello' }])
  expect(await empty).toEqual([])
})

test('resends unanswered questions in order after a lost connection, and nothing else', async () => {
  const socket = await connected()
  const answered = transport.publish('c', 'a')
  void transport.publish('c', 'b')
  void transport.publish('c', 'd')
  socket.say({ n: 0, t: timetoken(1) })
  await answered
  const second = reconnect()
  void transport.publish('c', 'e')
  expect(numbersOf(second)).toEqual([1, 2, 3])
  expect(states).toEqual(['connected', 'reconnecting', 'connected'])
})

test('sends nothing before the grant is accepted', async () => {
  void transport.publish('c', 'a')
  void transport.connect()
  lastSocket().accept()
  void transport.publish('c', 'b')
  expect(frames(lastSocket())).toEqual([])
  lastSocket().say({ ok: 1 })
  expect(numbersOf(lastSocket())).toEqual([0, 1])
})

test('waits for the next grant when connect is called while disconnected', async () => {
  const socket = await connected()
  socket.end()
  let isThere = false
  const connecting = transport.connect().then(() => (isThere = true))
  await settled()
  expect(isThere).toBe(false)
  grant()
  await connecting
})

test('has at most 64 questions in flight', async () => {
  const socket = await connected()
  for (let n = 0; n < 70; n++) void transport.publish('c', n)
  expect(frames(socket)).toHaveLength(64)
  socket.say({ n: 5, t: timetoken(1) })
  expect(numbersOf(socket)).toEqual(Array.from({ length: 65 }, (_, n) => n))
})

test('after 429, waits for the other answers and a second, then resends in order', async () => {
  const socket = await connected()
  for (let n = 0; n < 3; n++) void transport.publish('c', n)
  socket.say({ n: 1, err: 429 })
  void transport.publish('c', 3)
  socket.say({ n: 0, t: timetoken(1) })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(numbersOf(socket)).toEqual([0, 1, 2])
  socket.say({ n: 2, t: timetoken(2) })
  await vi.advanceTimersByTimeAsync(999)
  expect(numbersOf(socket)).toEqual([0, 1, 2])
  await vi.advanceTimersByTimeAsync(1)
  expect(numbersOf(socket)).toEqual([0, 1, 2, 1, 3])
})

test('sends at once on a new connection, without the pause after 429', async () => {
  const socket = await connected()
  void transport.publish('c', 0)
  socket.say({ n: 0, err: 429 })
  socket.end()
  await vi.advanceTimersByTimeAsync(250)
  const second = grant()
  expect(numbersOf(second)).toEqual([0])
  second.say({ n: 0, err: 429 })
  await vi.advanceTimersByTimeAsync(900)
  expect(numbersOf(second)).toEqual([0])
})

test('delivers each message once to the listeners of its channel', async () => {
  const socket = await connected()
  const heard: unknown[] = []
  const subscribing = transport.subscribe(['a', 'b'], ({ channel, message }) => heard.push([channel, message]))
  socket.say({ n: 0, t: timetoken(10) })
  socket.say({ n: 1, t: timetoken(10) })
  const stop = await subscribing
  const say = (c: string, n: number): void => socket.say({ m: { c, t: timetoken(n), i: 'x', d: n } })
  for (const n of [10, 11, 11, 10, 12]) say('a', n)
  say('b', 11)
  say('other', 20)
  expect(heard).toEqual([
    ['a', 11],
    ['a', 12],
    ['b', 11],
  ])
  stop()
  say('a', 13)
  expect(heard).toHaveLength(3)
})

test('subscribes at the given timetoken, and resumes each channel after its last message', async () => {
  const socket = await connected()
  const subscribing = transport.subscribe(['a'], () => {}, timetoken(5))
  expect(frames(socket)).toEqual([{ sub: 'a', since: timetoken(5), n: 0 }])
  socket.say({ m: { c: 'a', t: timetoken(6), i: 'x', d: 1 } })
  socket.say({ n: 0, t: timetoken(6) })
  await subscribing
  socket.say({ m: { c: 'a', t: timetoken(8), i: 'x', d: 1 } })
  const second = reconnect()
  expect(frames(second)).toEqual([{ sub: 'a', since: timetoken(8), n: 1 }])
  second.say({ n: 1, t: timetoken(7) })
  await settled()
  expect(frames(reconnect())).toEqual([{ sub: 'a', since: timetoken(8), n: 2 }])
})

test('resends an unanswered subscription once on the next connection', async () => {
  await connected()
  void transport.subscribe(['a'], () => {})
  expect(frames(reconnect())).toEqual([{ sub: 'a', n: 0 }])
})

test('shares one subscription between two listeners', async () => {
  const socket = await connected()
  const both = [transport.subscribe(['a'], () => {}), transport.subscribe(['a'], () => {})]
  expect(frames(socket)).toHaveLength(1)
  socket.say({ n: 0, t: timetoken(1) })
  await Promise.all(both)
})

test('delivers nothing after a refused subscription, which may be retried', async () => {
  const socket = await connected()
  const heard: unknown[] = []
  const refused = transport.subscribe(['a', 'b'], (message) => heard.push(message))
  socket.say({ n: 0, t: timetoken(1) })
  socket.say({ n: 1, err: 403 })
  await expect(refused).rejects.toMatchObject({ status: 403, message: 'The hub refused (403)' })
  socket.say({ m: { c: 'a', t: timetoken(2), i: 'x', d: 1 } })
  expect(heard).toEqual([])
  void transport.subscribe(['b'], () => {})
  expect(frames(socket).at(-1)).toEqual({ sub: 'b', n: 2 })
})

test('handles a subscription refused on a new connection without an unhandled rejection', async () => {
  const socket = await connected()
  const subscribing = transport.subscribe(['a'], () => {})
  socket.say({ n: 0, t: timetoken(1) })
  await subscribing
  reconnect().say({ n: 1, err: 403 })
  await settled()
  expect(states.at(-1)).toBe('connected')
})

test('sends a message that fills a frame, and refuses one byte more', async () => {
  const socket = await connected()
  const room = FRAME_LIMIT_BYTES - 100 - JSON.stringify({ pub: 'c', d: '' }).length
  void transport.publish('c', 'x'.repeat(room))
  expect(frames(socket)).toHaveLength(1)
  await expect(transport.publish('c', 'x'.repeat(room + 1))).rejects.toMatchObject({ status: 413 })
  await expect(transport.publish('c', 'é'.repeat(room))).rejects.toMatchObject({ status: 413 })
})

test('requests the time after a silence', async () => {
  const socket = await connected()
  await vi.advanceTimersByTimeAsync(12_000)
  expect(frames(socket)).toEqual([{ time: 1, n: 0 }])
  await transport.close() // the question has nobody to tell
  await settled()
  expect(vi.getTimerCount()).toBe(0)
})

test('rejects open and later calls after a denial, until it connects with a valid token', async () => {
  const socket = await connected()
  const published = transport.publish('c', 'a')
  socket.end(4403)
  await expect(published).rejects.toMatchObject({ status: 403 })
  await expect(transport.time()).rejects.toMatchObject({ status: 403 })
  expect(states).toEqual(['connected', 'denied'])
  transport.setToken('good')
  const connecting = transport.connect()
  const second = grant()
  await connecting
  expect(second.sent).toEqual([{ auth: 'good' }])
  void transport.time()
  expect(frames(second)).toEqual([{ time: 1, n: 1 }])
})

test('rejects connect when the grant is denied, and connects with the next one', async () => {
  const connecting = transport.connect()
  lastSocket().end(4403)
  await expect(connecting).rejects.toMatchObject({ status: 403 })
  await connected()
  expect(states).toEqual(['denied', 'connected'])
})

test('rejects open and later calls after close, and leaves no timer', async () => {
  const socket = await connected()
  const published = transport.publish('c', 'a')
  socket.say({ n: 0, err: 429 })
  await transport.close()
  await expect(published).rejects.toMatchObject({ status: 0, message: 'The connection to the hub is closed' })
  await expect(transport.time()).rejects.toMatchObject({ status: 0 })
  expect(states).toEqual(['connected'])
  expect(vi.getTimerCount()).toBe(0)
})

test('reports no status to a listener that has unsubscribed', async () => {
  const heard: string[] = []
  const stop = transport.onStatus((status) => heard.push(status))
  stop()
  await connected()
  expect(heard).toEqual([])
})
