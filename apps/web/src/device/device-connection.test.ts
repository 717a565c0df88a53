import type { DeviceChange } from './device-state.ts'
import type { HubMessage, HubStatus, HubTransport } from '@postroom/hub/hub-transport'
import type { DeviceAccess } from '@postroom/hub/device-client'
import type { SignedRequest } from '@postroom/contract/signed-request'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDeviceConnection } from './device-connection.ts'

const hub = { id: 'reception', channels: { req: 'req', res: 'res', evt: 'evt' } }
/** A signed request as from the server; the signature is not checked here. */
const sign: DeviceAccess['sign'] = async ({ op, args }) => ({
  v: 1,
  kid: '',
  b: JSON.stringify({ id: crypto.randomUUID(), op, args }),
  s: '',
})

const idOf = (message: unknown): string => (JSON.parse((message as SignedRequest).b) as { id: string }).id

/** An in-process transport to a device manager that answers while `isRunning`. */
function transportToDevice(isRunning: boolean) {
  const listeners = new Map<string, Set<(message: HubMessage) => void>>()
  const statuses = new Set<(status: HubStatus) => void>()
  const device = { isRunning, requests: 0 }
  const calls: string[] = []
  const deliver = (channel: string, message: unknown) =>
    listeners
      .get(channel)
      ?.forEach((onMessage) => onMessage({ channel, timetoken: '0', publisher: 'device.reception', message }))
  const setStatus = (status: HubStatus) => statuses.forEach((onStatus) => onStatus(status))
  const transport: HubTransport = {
    connect: async () => {
      calls.push('connect')
      setStatus('connected')
    },
    close: async () => void calls.push('close'),
    publish: async (_channel, message) => {
      device.requests += 1
      const result = { alias: 'Reception PC', version: '1', printers: [], config: {} }
      if (device.isRunning) deliver('res', { re: idOf(message), ok: true, result })
      return { timetoken: '0' }
    },
    subscribe: async (names, onMessage) => {
      for (const name of names) listeners.set(name, (listeners.get(name) ?? new Set()).add(onMessage))
      return () => names.forEach((name) => listeners.get(name)?.delete(onMessage))
    },
    history: async () => [],
    time: async () => '17000000000000000',
    setToken: (token) => void calls.push(`token ${token}`),
    onStatus: (onStatus) => {
      statuses.add(onStatus)
      return () => statuses.delete(onStatus)
    },
  }
  return { transport, device, deliver, setStatus, calls }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open(isRunning: boolean, com: 'embedded' | 'pubnub' = 'embedded') {
  const parts = transportToDevice(isRunning)
  const changes: string[] = []
  const lines: boolean[] = []
  const note = (change: DeviceChange) =>
    change.type === 'line' ? void lines.push(change.isOpen) : void changes.push(change.type)
  const connection = openDeviceConnection(
    { hub: { ...hub, com }, transport: parts.transport, sign },
    { change: note, job: () => {} },
  )
  return { ...parts, changes, lines, connection }
}

it('connects at once to a running device manager', async () => {
  const { changes } = open(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(changes).toEqual(['opened', 'answered'])
})

it.each(['reconnecting', 'denied'] as const)('reports the line as open, then as closed while %s', (status) => {
  const { lines, setStatus } = open(true)
  expect(lines).toEqual([true])
  setStatus(status)
  setStatus('connected')
  expect(lines).toEqual([true, false, true])
})

it('retries a silent device manager every 20 s until it answers (spec §9)', async () => {
  const { changes, device } = open(false)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(changes).toEqual(['opened', 'silent'])
  await vi.advanceTimersByTimeAsync(19_999)
  expect(device.requests).toBe(1)
  device.isRunning = true
  await vi.advanceTimersByTimeAsync(1)
  expect(changes.at(-1)).toBe('answered')
})

it.each([
  ['pubnub', 'which does not report it', ['opened', 'answered', 'silent']],
  ['embedded', 'where the server would report it', ['opened', 'answered']],
] as const)(
  'notices within 25 s that a device manager has stopped without a message over %s, %s',
  async (com, _, expected) => {
    const { changes, device } = open(true, com)
    await vi.advanceTimersByTimeAsync(0)
    device.isRunning = false
    await vi.advanceTimersByTimeAsync(25_000)
    expect(changes).toEqual(expected)
  },
)

it('requests the status as soon as the device manager connects, even during an older request', async () => {
  const { changes, device, deliver } = open(false)
  await vi.advanceTimersByTimeAsync(2_000)
  device.isRunning = true
  deliver('evt', { type: 'presence', connected: true })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(changes).toEqual(['opened', 'answered'])
})

describe('the transport', () => {
  it('is lost: reports the device manager as gone, and retries after 20 s', async () => {
    const { changes, device, setStatus } = open(true)
    await vi.advanceTimersByTimeAsync(0)
    setStatus('reconnecting')
    expect(changes.at(-1)).toBe('gone')
    await vi.advanceTimersByTimeAsync(20_000)
    expect([device.requests, changes.at(-1)]).toEqual([2, 'answered'])
  })

  it('is lost during a request: ignores the late answer', async () => {
    const { changes, deliver, setStatus } = open(false)
    await vi.advanceTimersByTimeAsync(2_000)
    setStatus('reconnecting')
    deliver('evt', { type: 'presence', connected: false })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(changes).toEqual(['opened', 'gone', 'gone'])
  })

  it('is back: requests the status at once', async () => {
    const { changes, setStatus } = open(true)
    await vi.advanceTimersByTimeAsync(0)
    setStatus('reconnecting')
    setStatus('connected')
    await vi.advanceTimersByTimeAsync(0)
    expect(changes).toEqual(['opened', 'answered', 'gone', 'answered'])
  })

  it('is denied: requests nothing until it has a fresh grant', async () => {
    const { changes, device, setStatus, connection, calls } = open(false)
    await vi.advanceTimersByTimeAsync(5_000)
    setStatus('denied')
    await vi.advanceTimersByTimeAsync(60_000)
    expect([device.requests, changes.at(-1)]).toEqual([1, 'denied'])
    device.isRunning = true
    connection.renew('fresh')
    await vi.advanceTimersByTimeAsync(0)
    expect(calls.slice(1)).toEqual(['token fresh', 'connect'])
    expect(changes.at(-1)).toBe('answered')
  })
})

it('forwards readings of the scale, except invalid ones', async () => {
  const { changes, deliver } = open(true)
  await vi.advanceTimersByTimeAsync(0)
  const scale = { id: 'scale', name: 'Bench', state: 'weight', grams: 250, at: '2026-11-21T10:00:00Z' }
  deliver('evt', { type: 'scale', scale })
  deliver('evt', { type: 'scale', scale: { ...scale, grams: 0.5 } })
  expect(changes).toEqual(['opened', 'answered', 'scale'])
})

it('closes the transport, and then neither reports nor requests anything', async () => {
  const { changes, device, deliver, setStatus, connection, calls } = open(false)
  await vi.advanceTimersByTimeAsync(5_000)
  connection.close()
  deliver('evt', { type: 'presence', connected: true })
  setStatus('reconnecting')
  setStatus('denied')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(changes).toEqual(['opened', 'silent'])
  expect([device.requests, calls]).toEqual([1, ['connect', 'close']])
})

it('is closed during a request: reports neither its answer nor its time-out', async () => {
  const { changes, device, connection } = open(false)
  await vi.advanceTimersByTimeAsync(2_000)
  connection.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([device.requests, changes]).toEqual([1, ['opened']])
})
