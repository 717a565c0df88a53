import { CLOSE_DENIED } from '@postroom/contract/hub-wire'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reconnectingConnection } from './reconnecting-connection.ts'

/** A WebSocket whose other end is the test. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1
  static made: FakeSocket[] = []
  readyState = 0
  sent: unknown[] = []
  closed = 0
  constructor() {
    super()
    FakeSocket.made.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {
    this.closed += 1
    this.readyState = 3
  }
  accept(): void {
    this.readyState = FakeSocket.OPEN
    this.dispatchEvent(new Event('open'))
    this.receive({ ok: 1 })
  }
  receive(frame: object): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(frame) }))
  }
  end(code: number): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
}

const events = { onGranted: vi.fn(), onFrame: vi.fn(), onLost: vi.fn(), onDenied: vi.fn(), onSilence: vi.fn() }
const open = () => {
  const connection = reconnectingConnection('ws://hub', 'first', events)
  connection.open()
  return connection
}
const newest = () => FakeSocket.made.at(-1)!
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.spyOn(Math, 'random').mockReturnValue(1)
  FakeSocket.made = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  for (const event of Object.values(events)) event.mockClear()
})

describe('reconnectingConnection', () => {
  test('opens one socket, however often it is told to', () => {
    const connection = open()
    connection.open()
    newest().accept()
    connection.open()
    expect(FakeSocket.made).toHaveLength(1)
  })

  test('opened while it waits for its next attempt, it makes one socket and no second one later', async () => {
    const connection = open()
    newest().end(1006)
    connection.open()
    expect(FakeSocket.made).toHaveLength(2)
    newest().accept()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(FakeSocket.made).toHaveLength(2)
    expect(newest().closed).toBe(0)
  })

  test('after a loss it connects again with its newest token, and closes the socket it lost', async () => {
    const connection = open()
    newest().accept()
    connection.setToken('second')
    expect(newest().sent).toEqual([{ auth: 'first' }, { auth: 'second' }])
    newest().end(1006)
    expect([events.onLost.mock.calls.length, newest().closed, connection.isGranted()]).toEqual([1, 1, false])
    await vi.advanceTimersByTimeAsync(60_000)
    newest().accept()
    expect(newest().sent).toEqual([{ auth: 'second' }])
    expect(events.onGranted).toHaveBeenCalledTimes(2)
  })

  test('waits longer before each attempt in vain, and briefly again after a success', async () => {
    open()
    const attemptsWithin = async (ms: number) => {
      const before = FakeSocket.made.length
      for (let passed = 0; passed < ms; passed += 100) {
        if (newest().closed === 0) newest().end(1006)
        await vi.advanceTimersByTimeAsync(100)
      }
      return FakeSocket.made.length - before
    }
    const first = await attemptsWithin(20_000)
    expect(await attemptsWithin(20_000)).toBeLessThan(first)
    await vi.advanceTimersByTimeAsync(60_000)
    newest().accept()
    expect(await attemptsWithin(20_000)).toBe(first)
  })

  test('ignores what an earlier socket still says', async () => {
    open()
    const [earlier] = FakeSocket.made
    earlier!.accept()
    earlier!.end(1006)
    await vi.advanceTimersByTimeAsync(60_000)
    newest().accept()
    earlier!.receive({ n: 1, t: '0' })
    earlier!.end(CLOSE_DENIED)
    expect(events.onFrame).not.toHaveBeenCalled()
    expect(events.onDenied).not.toHaveBeenCalled()
  })

  test('asks after silence, and replaces the socket after as much silence again', async () => {
    open()
    newest().accept()
    await vi.advanceTimersByTimeAsync(11_999)
    expect(events.onSilence).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(events.onSilence).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(12_000)
    expect(events.onLost).toHaveBeenCalledTimes(1)
    expect(newest().closed).toBe(1)
  })

  test('does not connect again after a denial', async () => {
    open()
    newest().end(CLOSE_DENIED)
    expect(events.onDenied).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(FakeSocket.made).toHaveLength(1)
  })

  test.each(['while open', 'while it waits for its next attempt'])('close %s leaves no socket and no timer', (when) => {
    const connection = open()
    newest().accept()
    if (when !== 'while open') newest().end(1006)
    connection.close()
    expect(newest().closed).toBe(1)
    expect(vi.getTimerCount()).toBe(0)
  })
})
