import type { HubMessage, HubStatus, HubTransport } from '@postroom/hub/hub-transport'
import type { DeviceLine } from '@postroom/hub/device-client'
import type { SignedRequest } from '@postroom/contract/signed-request'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openDeviceConnection } from './device-connection.ts'

const hub = { id: 'reception', channels: { req: 'req', res: 'res', evt: 'evt' } }
/** As the server does it, except that nobody looks at the signature here. */
const sign: DeviceLine['sign'] = async ({ op, args }) => ({
  v: 1,
  kid: '',
  b: JSON.stringify({ id: crypto.randomUUID(), op, args }),
  s: '',
})

const idOf = (message: unknown): string => (JSON.parse((message as SignedRequest).b) as { id: string }).id

/** A line inside this process, with a device manager at its end that answers when `isThere`. */
function lineToDevice() {
  const listeners = new Map<string, Set<(message: HubMessage) => void>>()
  const statuses = new Set<(status: HubStatus) => void>()
  const device = { isThere: true, asked: 0 }
  const deliver = (channel: string, message: unknown) =>
    listeners.get(channel)?.forEach((hear) => hear({ channel, timetoken: '0', publisher: 'device.reception', message }))
  const transport: HubTransport = {
    connect: async () => statuses.forEach((tell) => tell('connected')),
    close: async () => {},
    publish: async (_channel, message) => {
      device.asked += 1
      const result = { alias: 'Reception PC', version: '1', printers: [], config: {} }
      if (device.isThere) deliver('res', { re: idOf(message), ok: true, result })
      return { timetoken: '0' }
    },
    subscribe: async (names, hear) => {
      for (const name of names) listeners.set(name, (listeners.get(name) ?? new Set()).add(hear))
      return () => names.forEach((name) => listeners.get(name)?.delete(hear))
    },
    history: async () => [],
    time: async () => '17000000000000000',
    setToken: () => {},
    onStatus: (tell) => {
      statuses.add(tell)
      return () => statuses.delete(tell)
    },
  }
  return { transport, device, deliver }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open(isThere: boolean, com: 'embedded' | 'pubnub' = 'embedded') {
  const line = lineToDevice()
  line.device.isThere = isThere
  const news: string[] = []
  const link = openDeviceConnection(
    { hub: { ...hub, com }, transport: line.transport, sign },
    { news: ({ type }) => news.push(type), job: () => {} },
  )
  return { ...line, news, link }
}

it('a device manager that is there answers at once', async () => {
  const { news, link } = open(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(news).toEqual(['opened', 'answered'])
  link.close()
})

it('one that is silent is asked again 20 s after it was found silent, until it answers (spec §9)', async () => {
  const { news, device, link } = open(false)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(news).toEqual(['opened', 'silent'])
  await vi.advanceTimersByTimeAsync(19_999)
  expect(device.asked).toBe(1)
  device.isThere = true
  await vi.advanceTimersByTimeAsync(1)
  expect(news.at(-1)).toBe('answered')
  link.close()
})

it.each([
  ['pubnub', 'where nobody tells', ['opened', 'answered', 'silent']],
  ['embedded', 'where the server would tell', ['opened', 'answered']],
] as const)('one that goes without a word over %s, %s, is missed within 25 s', async (com, _, expected) => {
  const { news, device, link } = open(true, com)
  await vi.advanceTimersByTimeAsync(0)
  device.isThere = false
  await vi.advanceTimersByTimeAsync(25_000)
  expect(news).toEqual(expected)
  link.close()
})

it('one that comes on the line is asked at once, also while an older question still waits', async () => {
  const { news, device, deliver, link } = open(false)
  await vi.advanceTimersByTimeAsync(2_000)
  device.isThere = true
  deliver('evt', { type: 'presence', connected: true })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(news).toEqual(['opened', 'answered'])
  link.close()
})

it('what its scale says is passed on', async () => {
  const { news, deliver, link } = open(true)
  await vi.advanceTimersByTimeAsync(0)
  const scale = { id: 'scale', name: 'Bench', state: 'weight', grams: 250, at: '2026-11-21T10:00:00Z' }
  deliver('evt', { type: 'scale', scale })
  deliver('evt', { type: 'scale', scale: { ...scale, grams: 0.5 } })
  expect(news).toEqual(['opened', 'answered', 'scale'])
  link.close()
})

it('says nothing more once it is closed', async () => {
  const { news, deliver, link } = open(true)
  await vi.advanceTimersByTimeAsync(0)
  link.close()
  deliver('evt', { type: 'presence', connected: false })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(news).toEqual(['opened', 'answered'])
})
