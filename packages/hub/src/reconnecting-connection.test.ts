import { CLOSE_DENIED, CLOSE_MALFORMED } from '@postroom/contract/hub-wire'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reconnectingConnection, type ReconnectingConnection } from './reconnecting-connection.ts'
import { FakeWebSocket, lastSocket } from './testing/fake-web-socket.ts'

let events: string[]
let connection: ReconnectingConnection
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  vi.stubGlobal('WebSocket', FakeWebSocket)
  FakeWebSocket.reset()
  events = []
  connection = reconnectingConnection('ws://hub', 'first', {
    onGranted: () => events.push('granted'),
    onFrame: (frame) => events.push(JSON.stringify(frame)),
    onLost: () => events.push('lost'),
    onDenied: () => events.push('denied'),
    onSilence: () => events.push('silence'),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function openGranted(): FakeWebSocket {
  connection.open()
  lastSocket().accept()
  lastSocket().say({ ok: 1 })
  return lastSocket()
}

test('opens one socket, sends the grant first, and reports `granted` once despite renewals', () => {
  connection.open()
  connection.open()
  expect(FakeWebSocket.made.map(({ url }) => url)).toEqual(['ws://hub'])
  expect(connection.isGranted()).toBe(false)
  lastSocket().accept()
  expect(lastSocket().sent).toEqual([{ auth: 'first' }])
  lastSocket().say({ ok: 1 })
  lastSocket().say({ ok: 1 })
  expect(connection.isGranted()).toBe(true)
  expect(events).toEqual(['granted'])
})

test('forwards every other frame', () => {
  openGranted().say({ n: 3, err: 403 })
  expect(events).toEqual(['granted', '{"n":3,"err":403}'])
})

test('doubles the delay before each attempt, and resets it after a grant', () => {
  openGranted()
  for (const delayMs of [250, 500, 1_000]) {
    lastSocket().end()
    const before = FakeWebSocket.made.length
    vi.advanceTimersByTime(delayMs - 1)
    expect(FakeWebSocket.made).toHaveLength(before)
    vi.advanceTimersByTime(1)
    expect(FakeWebSocket.made).toHaveLength(before + 1)
  }
  expect(events).toEqual(['granted', 'lost', 'lost', 'lost'])
  expect(connection.isGranted()).toBe(false)
  lastSocket().accept()
  lastSocket().say({ ok: 1 })
  lastSocket().end()
  vi.advanceTimersByTime(250)
  expect(FakeWebSocket.made).toHaveLength(5)
})

test('opens only one socket when `open` is called during a delay', () => {
  openGranted().end()
  connection.open()
  expect(FakeWebSocket.made).toHaveLength(2)
  vi.advanceTimersByTime(10_000)
  expect(FakeWebSocket.made).toHaveLength(2)
})

test.each([CLOSE_DENIED, CLOSE_MALFORMED])('does not reconnect after close code %i', (code) => {
  openGranted().end(code)
  vi.advanceTimersByTime(60_000)
  expect(events).toEqual(['granted', 'denied'])
  expect(FakeWebSocket.made).toHaveLength(1)
})

test('abandons a socket that does not open within 12 s', () => {
  connection.open()
  const [first] = FakeWebSocket.made
  vi.advanceTimersByTime(11_999)
  expect(events).toEqual([])
  vi.advanceTimersByTime(1)
  expect(events).toEqual(['lost'])
  expect(first?.readyState).toBe(2)
  vi.advanceTimersByTime(250)
  expect(FakeWebSocket.made).toHaveLength(2)
})

test('asks after 12 s of silence and reconnects after 12 more; each message restarts the timer', () => {
  const socket = openGranted()
  vi.advanceTimersByTime(11_999)
  socket.say({ n: 0, t: '0'.repeat(17) })
  vi.advanceTimersByTime(11_999)
  expect(events).toEqual(['granted', expect.any(String)])
  vi.advanceTimersByTime(1)
  expect(events.slice(2)).toEqual(['silence'])
  vi.advanceTimersByTime(11_999)
  expect(events.slice(2)).toEqual(['silence'])
  vi.advanceTimersByTime(1)
  expect(events.slice(2)).toEqual(['silence', 'lost'])
  expect(socket.readyState).toBe(2)
})

test('ignores events of an earlier socket', () => {
  const first = openGranted()
  first.end()
  vi.advanceTimersByTime(250)
  lastSocket().accept()
  first.dispatchEvent(new Event('open'))
  first.say({ ok: 1 })
  first.end()
  expect(events).toEqual(['granted', 'lost'])
  expect(lastSocket().sent).toEqual([{ auth: 'first' }])
})

test('sends a new token on an open connection, and otherwise with the next one', () => {
  connection.setToken('second')
  const socket = openGranted()
  connection.setToken('third')
  expect(socket.sent).toEqual([{ auth: 'second' }, { auth: 'third' }])
  socket.end()
  connection.setToken('fourth')
  vi.advanceTimersByTime(250)
  lastSocket().accept()
  expect(lastSocket().sent).toEqual([{ auth: 'fourth' }])
})

test('sends nothing while it is not open', () => {
  connection.send({ time: 1, n: 0 })
  connection.open()
  connection.send({ time: 1, n: 1 })
  expect(lastSocket().sent).toEqual([])
})

test('closes the socket and clears all timers on close', () => {
  const socket = openGranted()
  connection.close()
  expect(socket.readyState).toBe(2)
  expect(connection.isGranted()).toBe(false)
  socket.end()
  expect(events).toEqual(['granted'])
  expect(vi.getTimerCount()).toBe(0)
})

test('makes no further attempt after close during a delay', () => {
  openGranted().end()
  connection.close()
  expect(vi.getTimerCount()).toBe(0)
})
