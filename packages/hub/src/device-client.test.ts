import type { SignedRequest } from '@postroom/contract/signed-request'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onDeviceEvent, requestDevice, type AskedRequest, type DeviceAccess } from './device-client.ts'
import type { HubMessage, HubTransport } from './hub-transport.ts'

const HUB = { id: 'b3c5', channels: { req: 'req', res: 'res', evt: 'evt' } }
const DEVICE = 'device.b3c5'
const REQUEST = '0b0c3c1e-4a55-4c3e-9a43-2f2d1d2e7d11'

const listeners = new Map<string, (message: HubMessage) => void>()
let published: unknown[]
let asked: AskedRequest[]
let device: DeviceAccess
beforeEach(() => {
  vi.useFakeTimers()
  listeners.clear()
  published = []
  asked = []
  const transport: Pick<HubTransport, 'subscribe' | 'publish'> = {
    subscribe: async ([channel = ''], onMessage) => {
      listeners.set(channel, onMessage)
      return () => void listeners.delete(channel)
    },
    publish: async (channel, message) => {
      published.push([channel, message])
      return { timetoken: '1' }
    },
  }
  const sign = async (request: AskedRequest): Promise<SignedRequest> => {
    asked.push(request)
    return { v: 1, kid: 'k', b: JSON.stringify({ id: REQUEST }), s: 's' }
  }
  device = { transport: transport as HubTransport, hub: HUB, sign }
})
afterEach(() => vi.useRealTimers())

const hear = (channel: string, message: unknown, publisher = DEVICE): void =>
  listeners.get(channel)?.({ channel, timetoken: '1', publisher, message })
const answer = { re: REQUEST, ok: true, result: { jobs: [] } }
const ask = (): Promise<unknown> => requestDevice(device, 'jobs.list', {}, { timeoutMs: 5_000 })

test('subscribes before it publishes the request, and unsubscribes after the answer', async () => {
  const asking = ask()
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual([{ op: 'jobs.list', args: {}, expires_in_ms: 5_000 }])
  expect(published).toEqual([['req', { v: 1, kid: 'k', b: JSON.stringify({ id: REQUEST }), s: 's' }]])
  hear('res', answer)
  await expect(asking).resolves.toEqual({ jobs: [] })
  expect(listeners.size).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})

test('throws the refusal of the device manager', async () => {
  const asking = ask()
  const rejected = expect(asking).rejects.toMatchObject({ name: 'DeviceError', code: 'queue_full', message: 'Full.' })
  await vi.advanceTimersByTimeAsync(0)
  hear('res', { re: REQUEST, ok: false, error: { code: 'queue_full', description: 'Full.' } })
  await rejected
  expect(listeners.size).toBe(0)
})

test.each([
  ['no answer arrives', () => {}],
  ['another publisher answers', () => hear('res', answer, 'device.other')],
  ['the answer is for another request', () => hear('res', { ...answer, re: crypto.randomUUID() })],
  ['the message is not an answer', () => hear('res', 'nonsense')],
])('throws DeviceSilentError after 5 s when %s', async (_case, act) => {
  let error: unknown
  const asking = ask().catch((reason: unknown) => (error = reason))
  await vi.advanceTimersByTimeAsync(0)
  act()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(error).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  await asking
  expect(error).toMatchObject({ name: 'DeviceSilentError' })
  expect(listeners.size).toBe(0)
})

test('publishes nothing that the server refuses to sign', async () => {
  device.sign = () => Promise.reject(new Error('not allowed'))
  await expect(ask()).rejects.toThrow('not allowed')
  expect(published).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

test('fails at once when the hub refuses the request', async () => {
  device.transport.publish = () => Promise.reject(new Error('refused'))
  await expect(ask()).rejects.toThrow('refused')
  expect(listeners.size).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})

test('delivers reports of the device manager, ignores unknown messages, and stops after unsubscribing', async () => {
  const heard: unknown[] = []
  const stop = await onDeviceEvent(device, (event) => heard.push(event))
  hear('evt', { type: 'unheard of' })
  hear('evt', { type: 'presence', connected: true }, 'server')
  expect(heard).toEqual([{ type: 'presence', connected: true }])
  stop()
  expect(listeners.size).toBe(0)
})
