import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { HubTransport } from './hub-transport.ts'
import { pubNubTransport } from './pubnub-transport.ts'
import { collect, numberIn, numbered, numbers, testTransport } from './testing/hub-conformance.ts'
import { pubNubStub } from './testing/pubnub-stub.ts'

const base = 'pubnub.b3c5.default'
const channels = { req: `${base}.req`, res: `${base}.res`, evt: `${base}.evt` }
const [user, device] = ['user.angharad', 'device.b3c5']
const keys = { url: 'https://ps.pndsn.com', publishKey: 'pub', subscribeKey: 'sub' }

let service: ReturnType<typeof pubNubStub>
const open: HubTransport[] = []
beforeEach(() => {
  service = pubNubStub()
  service.grant('of-user', { client: user, reads: [channels.res, channels.evt], writes: [channels.req] })
  service.grant('of-device', { client: device, reads: [channels.req], writes: [channels.res, channels.evt] })
  // the SDK has a fixed service URL, so the tests replace the network
  vi.stubGlobal('fetch', service.fetch)
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((transport) => transport.close()))
  vi.unstubAllGlobals()
})

async function connect(client: string, token: string): Promise<HubTransport> {
  const transport = await pubNubTransport({ ...keys, client, token })
  open.push(transport)
  await transport.connect()
  return transport
}
const userConnection = () => connect(user, 'of-user')
const deviceConnection = () => connect(device, 'of-device')

testTransport(() => ({ channels, device, userConnection, deviceConnection }))

test('reports `connected` once, even if a listener subscribes when it is reported', async () => {
  const [web, manager] = [await userConnection(), await deviceConnection()]
  const heard = collect(1)
  const states: string[] = []
  web.onStatus((status) => {
    states.push(status)
    void web.subscribe([channels.res], () => {})
  })
  await web.subscribe([channels.evt], heard.onMessage)
  await web.subscribe([channels.res], () => {})
  const asked = service.heard.length
  for (let times = 0; times < 5; times++) await web.subscribe([channels.res, channels.evt], () => {})
  expect(service.heard.length - asked).toBeLessThan(5)
  await manager.publish(channels.evt, 'still heard')
  expect((await heard.done)[0]?.message).toBe('still heard')
  expect(states).toEqual(['connected'])
})

test('delivers each message once and in order after a 502 and more messages than the service keeps', async () => {
  const [web, manager] = [await userConnection(), await deviceConnection()]
  const heard = collect(250)
  const states: string[] = []
  web.onStatus((status) => states.push(status))
  await web.subscribe([channels.res], heard.onMessage)
  await manager.publish(channels.res, numbered(0))
  await expect.poll(() => heard.messages).toHaveLength(1)
  service.away(true)
  await expect.poll(() => states.at(-1)).toBe('reconnecting')
  service.away(false)
  for (const n of numbers(1, 250)) await manager.publish(channels.res, numbered(n))
  expect((await heard.done).map(numberIn)).toEqual(numbers(0, 250))
  expect(states.at(-1)).toBe('connected')
})

test('delivers messages published while the service was unreachable', async () => {
  const [web, manager] = [await userConnection(), await deviceConnection()]
  const heard = collect(1)
  await manager.subscribe([channels.req], heard.onMessage)
  service.away(true)
  const published = web.publish(channels.req, 'late')
  service.away(false)
  await published
  expect((await heard.done)[0]?.message).toBe('late')
})

test.each([
  ['an invalid token', user, 'nonsense'],
  ['the token of another client', user, 'of-device'],
])('denies %s until a valid one is set', async (_, client, token) => {
  const web = await connect(client, token)
  const states: string[] = []
  web.onStatus((status) => states.push(status))
  await expect(web.publish(channels.req, 1)).rejects.toMatchObject({ status: 403 })
  await expect(web.history(channels.res, { count: 1 })).rejects.toMatchObject({ status: 403 })
  await expect(web.subscribe([channels.res], () => {})).rejects.toMatchObject({ status: 403 })
  expect(states).toEqual(['denied'])
  web.setToken('of-user')
  await web.connect()
  const heard = collect(1)
  await web.subscribe([channels.res], heard.onMessage)
  await (await deviceConnection()).publish(channels.res, 'welcome')
  expect((await heard.done)[0]?.message).toBe('welcome')
})

/** A connection whose token was revoked while it waited for a second message. */
async function deniedAfterOne() {
  const [web, manager] = [await userConnection(), await deviceConnection()]
  const heard = collect(2)
  const states: string[] = []
  web.onStatus((status) => states.push(status))
  await web.subscribe([channels.res], heard.onMessage)
  service.grant('of-user', { client: user, reads: [], writes: [] })
  await manager.publish(channels.res, 1)
  await expect.poll(() => states.at(-1)).toBe('denied')
  return { web, manager, heard }
}

test('reports a token revoked while connected, and continues at the same place with a fresh one', async () => {
  const { web, manager, heard } = await deniedAfterOne()
  await manager.publish(channels.res, 2)
  service.grant('fresh', { client: user, reads: [channels.res], writes: [] })
  web.setToken('fresh')
  await web.connect()
  expect((await heard.done).map(({ message }) => message)).toEqual([1, 2])
})

test('continues its one channel after connect when the service grants the same token again', async () => {
  const { web, manager, heard } = await deniedAfterOne()
  service.grant('of-user', { client: user, reads: [channels.res], writes: [] })
  await web.connect()
  await manager.publish(channels.res, 2)
  expect((await heard.done).map(({ message }) => message)).toEqual([1, 2])
})

test.each(['https://ps.pndsn.com.example', 'http://ps.pndsn.com', 'wss://postroom.example', ''])(
  'refuses to use the SDK with %s, which its licence forbids',
  async (url) => {
    await expect(pubNubTransport({ ...keys, url, client: user, token: 'of-user' })).rejects.toThrow('PubNub')
  },
)

test('reports connected only after the service has answered', async () => {
  service.away(true)
  const transport = await pubNubTransport({ ...keys, client: user, token: 'of-user' })
  open.push(transport)
  let isConnected = false
  const connecting = transport.connect().then(() => (isConnected = true))
  await expect.poll(() => service.heard.length).toBeGreaterThan(1)
  expect(isConnected).toBe(false)
  service.away(false)
  await connecting
})

/** The next call gets this HTTP status. */
function answerOnce(status: number): void {
  let isNext = true
  vi.stubGlobal('fetch', (...call: Parameters<typeof service.fetch>) => {
    if (!isNext) return service.fetch(...call)
    isNext = false
    return Promise.resolve(Response.json({ status, error: true, error_message: 'x' }, { status }))
  })
}

test.each([400, 404, 499])('rejects a call that the service refuses with %i', async (status) => {
  const web = await userConnection()
  answerOnce(status)
  await expect(web.publish(channels.req, 'x')).rejects.toMatchObject({ name: 'HubError', status })
})

test.each([429, 500, 503])('repeats a call that the service answers with %i', async (status) => {
  const web = await userConnection()
  answerOnce(status)
  expect((await web.publish(channels.req, 'x')).timetoken).toMatch(/^\d{17}$/)
})

test('names the client of the token as the publisher of a message in the history', async () => {
  const [web, manager] = [await userConnection(), await deviceConnection()]
  await manager.publish(channels.res, 'kept')
  expect(await web.history(channels.res, { count: 1 })).toMatchObject([{ publisher: device, message: 'kept' }])
})

test.each([0, false, null, ''])('refuses to publish %j, which the SDK treats as a missing message', async (message) => {
  await expect((await userConnection()).publish(channels.req, message)).rejects.toMatchObject({ status: 400 })
})

test('makes no calls after close', async () => {
  const web = await userConnection()
  const heard = collect(1)
  await web.subscribe([channels.res], heard.onMessage)
  service.away(true)
  await web.close()
  service.away(false)
  const asked = service.heard.length
  const since = '1'.padEnd(17, '0')
  await expect(web.subscribe([channels.res], heard.onMessage, since)).rejects.toMatchObject({ status: 0 })
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(service.heard.slice(asked).filter((url) => !url.includes('/leave'))).toEqual([])
})

test('rejects a pending subscription on close', async () => {
  const web = await userConnection()
  service.away(true)
  const subscribing = web.subscribe([channels.res], () => {}, '1'.padEnd(17, '0'))
  const rejected = expect(subscribing).rejects.toMatchObject({ status: 0 })
  await expect.poll(() => service.heard.some((url) => url.includes('/subscribe/'))).toBe(true)
  await web.close()
  await rejected
})

test.each([
  // characters with quotes   in the address
  [4_000, true],
  [4_001, false],
  [32_768, false],
])('sends a message of %i characters in the address: %s', async (length, inAddress) => {
  const [web, manager] = [await userConnection(), await deviceConnection()]
  const heard = collect(1)
  await manager.subscribe([channels.req], heard.onMessage)
  const message = 'x'.repeat(length - 2)
  await web.publish(channels.req, message)
  expect((await heard.done)[0]?.message).toBe(message)
  expect(service.heard.find((url) => url.includes('/publish/'))!.length > length).toBe(inAddress)
})

test('refuses a message that is too long for the service', async () => {
  const web = await userConnection()
  await expect(web.publish(channels.req, 'x'.repeat(32_767))).rejects.toMatchObject({ status: 413 })
  expect(service.heard.filter((url) => url.includes('/publish/'))).toEqual([])
})

/** The pauses between attempts, whose random part makes them fractions of milliseconds, unlike all other timers. */
function pauses(): () => number[] {
  const later = vi.spyOn(globalThis, 'setTimeout').mockClear() // it may be watched already
  onTestFinished(() => later.mockRestore())
  return () => later.mock.calls.flatMap(([, ms = 0]) => (Number.isInteger(ms) ? [] : [ms]))
}

test('waits longer before each reconnection, and begins anew once it is connected', async () => {
  const web = await userConnection()
  const states: string[] = []
  web.onStatus((status) => states.push(status))
  await web.subscribe([channels.res], () => {})
  for (const connections of [2, 3]) {
    const waited = pauses()
    service.away(true)
    await vi.waitFor(() => expect(waited()).toHaveLength(2), { timeout: 10_000 })
    service.away(false)
    await vi.waitFor(() => expect(states.filter((state) => state === 'connected')).toHaveLength(connections), 10_000)
    const [first = 0, second = 0] = waited()
    expect(first).toBeLessThan(250)
    expect(second).toBeGreaterThan(250)
  }
})

test('waits longer before each repeated question while the service is away', async () => {
  const web = await userConnection()
  service.away(true)
  const waited = pauses()
  const asking = web.time()
  await vi.waitFor(() => expect(waited()).toHaveLength(2), { timeout: 10_000 })
  service.away(false)
  await expect(asking).resolves.toMatch(/^\d{17}$/)
  const [first = 0, second = 0] = waited()
  expect(first).toBeLessThan(250)
  expect(second).toBeGreaterThan(250)
})
