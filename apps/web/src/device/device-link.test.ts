import type { HubMessage, HubStatus, HubTransport } from '@postroom/hub/hub-transport'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openDeviceLink } from './device-link.ts'

const channels = { req: 'req', res: 'res', evt: 'evt' }

/** A line inside this process, with a device manager at its end that answers when `isThere`. */
function lineToDevice() {
  const listeners = new Map<string, Set<(message: HubMessage) => void>>()
  const statuses = new Set<(status: HubStatus) => void>()
  const device = { isThere: true, asked: 0 }
  const deliver = (channel: string, message: unknown) =>
    listeners.get(channel)?.forEach((hear) => hear({ channel, timetoken: '0', publisher: 'x', message }))
  const transport: HubTransport = {
    connect: async () => statuses.forEach((tell) => tell('connected')),
    close: async () => {},
    publish: async (_channel, message) => {
      device.asked += 1
      const result = { alias: 'Reception PC', version: '1', printers: [], config: {} }
      if (device.isThere) deliver('res', { re: (message as { id: string }).id, ok: true, result })
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

function open(isThere: boolean) {
  const line = lineToDevice()
  line.device.isThere = isThere
  const news: string[] = []
  const link = openDeviceLink({ channels }, line.transport, { news: ({ type }) => news.push(type), job: () => {} })
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

it('one that comes on the line is asked at once, also while an older question still waits', async () => {
  const { news, device, deliver, link } = open(false)
  await vi.advanceTimersByTimeAsync(2_000)
  device.isThere = true
  deliver('evt', { type: 'presence', connected: true })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(news).toEqual(['opened', 'answered'])
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
