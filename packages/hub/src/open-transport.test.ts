import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { openTransport } from './open-transport.ts'
import { FakeWebSocket, lastSocket } from './testing/fake-web-socket.ts'
import { pubNubStub } from './testing/pubnub-stub.ts'

const access = { pub_key: 'pub', sub_key: 'sub', auth_key: 'of-user', client: 'user.angharad' }
afterEach(() => vi.unstubAllGlobals())

test('connects to an embedded hub over a WebSocket with its grant', async () => {
  vi.stubGlobal('WebSocket', FakeWebSocket)
  const transport = openTransport({ ...access, com: 'embedded', url: 'ws://hub' })
  const connecting = transport.connect()
  lastSocket().accept()
  lastSocket().say({ ok: 1 })
  await connecting
  expect(lastSocket().url).toBe('ws://hub')
  expect(lastSocket().sent).toEqual([{ auth: 'of-user' }])
  await transport.close()
})

test('queues calls to PubNub until its SDK is loaded', async () => {
  const service = pubNubStub()
  vi.stubGlobal('fetch', service.fetch)
  const transport = openTransport({ ...access, com: 'pubnub', url: 'https://ps.pndsn.com' })
  const [states, stopped]: string[][] = [[], []]
  transport.onStatus((status) => states?.push(status))
  transport.onStatus((status) => stopped?.push(status))()
  await transport.connect()
  service.grant('fresh', { client: access.client, reads: ['a'], writes: ['a'] })
  transport.setToken('fresh')
  await expect(transport.time()).resolves.toMatch(/^\d{17}$/)
  const heard = Promise.withResolvers<unknown>()
  await transport.subscribe(['a'], ({ message }) => heard.resolve(message))
  const { timetoken } = await transport.publish('a', 'hello')
  expect(await heard.promise).toBe('hello')
  expect(await transport.history('a', { count: 1 })).toMatchObject([{ timetoken }])
  expect(states).toEqual(['connected'])
  expect(stopped).toEqual([])
  await transport.close()
  await expect(transport.publish('a', 'late')).rejects.toMatchObject({ status: 0 })
})

test('rejects each call with the cause if the transport cannot be loaded', async () => {
  const transport = openTransport({ ...access, com: 'pubnub', url: 'https://elsewhere.example' })
  const stop = transport.onStatus(() => {})
  transport.setToken('fresh')
  stop()
  await turn()
  await expect(transport.connect()).rejects.toThrow('PubNub')
  await expect(transport.time()).rejects.toThrow('PubNub')
  await transport.close()
})

test('a transport that cannot be loaded and is not called leaves no unhandled rejection', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  openTransport({ ...access, com: 'pubnub', url: 'https://elsewhere.example' })
  await import('./pubnub-transport.ts')
  await new Promise((resolve) => setTimeout(resolve, 20))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})
