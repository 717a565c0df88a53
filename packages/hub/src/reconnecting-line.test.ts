import { CLOSE_DENIED, CLOSE_MALFORMED } from '@postroom/contract/hub-wire'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reconnectingLine, type ReconnectingLine } from './reconnecting-line.ts'
import { FakeWebSocket, lastSocket } from './testing/fake-web-socket.ts'

let events: string[]
let line: ReconnectingLine
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  vi.stubGlobal('WebSocket', FakeWebSocket)
  FakeWebSocket.reset()
  events = []
  line = reconnectingLine('ws://hub', 'first', {
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
  line.open()
  lastSocket().accept()
  lastSocket().say({ ok: 1 })
  return lastSocket()
}

test('opens one socket, sends the grant first, and reports it once, however often it is renewed', () => {
  line.open()
  line.open()
  expect(FakeWebSocket.made.map(({ url }) => url)).toEqual(['ws://hub'])
  expect(line.isGranted()).toBe(false)
  lastSocket().accept()
  expect(lastSocket().sent).toEqual([{ auth: 'first' }])
  lastSocket().say({ ok: 1 })
  lastSocket().say({ ok: 1 })
  expect(line.isGranted()).toBe(true)
  expect(events).toEqual(['granted'])
})

test('hands on every other frame', () => {
  openGranted().say({ n: 3, err: 403 })
  expect(events).toEqual(['granted', '{"n":3,"err":403}'])
})

test('waits twice as long before each attempt, and starts anew once it was granted', () => {
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
  expect(line.isGranted()).toBe(false)
  lastSocket().accept()
  lastSocket().say({ ok: 1 })
  lastSocket().end()
  vi.advanceTimersByTime(250)
  expect(FakeWebSocket.made).toHaveLength(5)
})

test('opened while it waits, it makes one socket and not a second one later', () => {
  openGranted().end()
  line.open()
  expect(FakeWebSocket.made).toHaveLength(2)
  vi.advanceTimersByTime(10_000)
  expect(FakeWebSocket.made).toHaveLength(2)
})

test.each([CLOSE_DENIED, CLOSE_MALFORMED])('ends for good when the hub closes with %i', (code) => {
  openGranted().end(code)
  vi.advanceTimersByTime(60_000)
  expect(events).toEqual(['granted', 'denied'])
  expect(FakeWebSocket.made).toHaveLength(1)
})

test('gives up a socket that does not open within 12 s', () => {
  line.open()
  const [first] = FakeWebSocket.made
  vi.advanceTimersByTime(11_999)
  expect(events).toEqual([])
  vi.advanceTimersByTime(1)
  expect(events).toEqual(['lost'])
  expect(first?.readyState).toBe(2)
  vi.advanceTimersByTime(250)
  expect(FakeWebSocket.made).toHaveLength(2)
})

test('asks after 12 s of silence and gives up after 12 more; each message starts the wait anew', () => {
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

test('what an earlier socket still says does not count', () => {
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

test('a new token renews the grant of an open line, and otherwise opens the next', () => {
  line.setToken('second')
  const socket = openGranted()
  line.setToken('third')
  expect(socket.sent).toEqual([{ auth: 'second' }, { auth: 'third' }])
  socket.end()
  line.setToken('fourth')
  vi.advanceTimersByTime(250)
  lastSocket().accept()
  expect(lastSocket().sent).toEqual([{ auth: 'fourth' }])
})

test('sends nothing while it is not open', () => {
  line.send({ time: 1, n: 0 })
  line.open()
  line.send({ time: 1, n: 1 })
  expect(lastSocket().sent).toEqual([])
})

test('closed, it leaves no socket and no timer behind', () => {
  const socket = openGranted()
  line.close()
  expect(socket.readyState).toBe(2)
  expect(line.isGranted()).toBe(false)
  socket.end()
  expect(events).toEqual(['granted'])
  expect(vi.getTimerCount()).toBe(0)
})

test('closed while it waits for the next attempt, it makes none', () => {
  openGranted().end()
  line.close()
  expect(vi.getTimerCount()).toBe(0)
})
