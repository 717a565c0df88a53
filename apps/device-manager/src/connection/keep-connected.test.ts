import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { DeviceEvent } from '@postroom/contract/device-messages'
import type { ErrorCode } from '@postroom/contract/errors'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadIdentity, loadMembership, saveMembership } from '../identity.ts'
import { readSettings } from '../settings.ts'
import { fakeHub } from '../testing/fake-hub.ts'
import { keepConnected, TIMINGS, type ConnectionState, type ServerConnection } from './keep-connected.ts'
import type { RequestSource } from './verify-request.ts'

const HUB = crypto.randomUUID()
const GRANT = {
  alias: 'Bench',
  organisation: 'Kendall Books',
  documents_url: 'https://post.example',
  server_key: { kid: 'k1', public_key: 'A'.repeat(43) },
  pub_key: '',
  sub_key: '',
  auth_key: 'first',
  com: 'embedded',
  url: 'wss://post.example/hub',
  client: `hub-${HUB}`,
  channels: { req: 'req', res: 'res', evt: 'evt' },
  expires_at: '2099-01-01T00:00:00Z',
}
const EVENT: DeviceEvent = { type: 'printers', printers: [] }

type Answer = ErrorCode | 'hang up' | typeof GRANT
/** The answers to successive grant requests; the last one repeats. */
let grants: Answer[]
/** The answers to successive pairing polls; the last one repeats. */
let polls: ('waiting' | 'expired' | 'paired')[]
let asked: string[]
let codes: number
let attempts: number[]
let states: ConnectionState[]
let sources: RequestSource[]
let folder: string
let server: http.Server
let hub: ReturnType<typeof fakeHub>
let connection: ServerConnection | undefined

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-connection-'))
  hub = fakeHub()
  ;[grants, polls, asked, codes, attempts, states, sources] = [[], ['paired'], [], 0, [], [], []]
  server = http.createServer(({ url = '' }, response) => {
    asked.push(url)
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (url.endsWith('/pairing'))
      return answer(200, { id: HUB, code: `CODE-${++codes}`, poll_token: 'token', expires_at: GRANT.expires_at })
    if (!url.endsWith('/grant')) {
      const poll = polls.length > 1 ? polls.shift() : polls[0]
      if (poll === 'expired') return answer(410, { code: 'pairing_expired', description: '' })
      return answer(200, poll === 'paired' ? { status: 'paired', hub_id: HUB } : { status: 'waiting' })
    }
    const grant = grants.length > 1 ? grants.shift() : grants[0]
    if (grant === 'hang up') return response.destroy()
    if (typeof grant === 'string') return answer(401, { code: grant, description: '' })
    answer(200, grant)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(async () => {
  await connection?.stop()
  server.closeAllConnections()
  server.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

function connect(): ServerConnection {
  const { port } = server.address() as AddressInfo
  connection = keepConnected({
    settings: { ...readSettings({ POSTROOM_DEVICE_DIR: folder }), server: `http://127.0.0.1:${port}` },
    identity: loadIdentity(folder),
    answer: async (message, source) => {
      sources.push(source)
      return message.message
    },
    newestJob: () => 'job-00007',
    onState: (state) => states.push(state),
    open: hub.open,
    timings: {
      retryMs: (attempt) => {
        attempts.push(attempt)
        return 5
      },
      renewMs: () => 20,
      renewRetryMs: 5,
      sdkRetryMs: 5,
      pollMs: 5,
    },
  })
  return connection
}

const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 5_000, interval: 5 })

/** A paired device, connected to the hub under the first grant. */
async function connected(...answers: Answer[]): Promise<ServerConnection> {
  saveMembership(folder, { hub_id: HUB })
  grants = [GRANT, ...answers]
  const made = connect()
  await until(() => expect(hub.opened).toHaveLength(1))
  hub.opened[0]?.status('connected')
  await until(() => expect(hub.opened[0]?.isSubscribed()).toBe(true))
  return made
}
const asksForGrants = () => asked.filter((url) => url.endsWith('/grant')).length

test('stays paired with a wrong clock, reports it, and retries with growing delays', async () => {
  saveMembership(folder, { hub_id: HUB })
  grants = ['device_clock_wrong']
  const made = connect()
  await until(() => expect(asked.length).toBeGreaterThan(3))
  expect(new Set(asked)).toEqual(new Set([`/api/iot/v1/hub/${HUB}/grant`]))
  expect(made.state()).toEqual({ state: 'clock_wrong' })
  expect(states).toEqual([{ state: 'clock_wrong' }])
  expect(loadMembership(folder)).toEqual({ hub_id: HUB })
  expect(attempts.slice(0, 3)).toEqual([0, 1, 2])
})

test('drops its hub when unpaired, and separates older jobs when paired again', async () => {
  saveMembership(folder, { hub_id: HUB })
  polls = ['waiting']
  grants = ['device_signature_invalid', 'device_clock_wrong']
  connect()
  await until(() => expect(loadMembership(folder)).toEqual({ was_removed: true }))
  polls = ['paired']
  await until(() => expect(loadMembership(folder)).toEqual({ hub_id: HUB, after_job: 'job-00007' }))
})

test('reports each pairing code, and a new one when it has expired', async () => {
  polls = ['waiting', 'waiting', 'expired', 'waiting']
  grants = [GRANT]
  connect()
  await until(() => expect(states).toHaveLength(2))
  expect(states).toEqual([
    { state: 'pairing', code: 'CODE-1' },
    { state: 'pairing', code: 'CODE-2' },
  ])
  polls = ['paired']
  await until(() => expect(hub.opened).toHaveLength(1))
})

test('retries a failed renewal on the same connection, then uses the new token', async () => {
  const renewed = { ...GRANT, auth_key: 'second', server_key: { kid: 'k2', public_key: 'B'.repeat(43) } }
  await connected('hang up', 'internal_error', 'device_clock_wrong', renewed)
  await until(() => expect(hub.last().tokens).toContain('second'))
  expect(hub.opened).toHaveLength(1)
  expect(hub.last().isClosed()).toBe(false)
  expect(states.map(({ state }) => state)).toEqual(['connected'])
  hub.last().deliver({ channel: 'req', timetoken: '1', publisher: 'user', message: 'ping' })
  expect(sources[0]?.serverKey()).toEqual(renewed.server_key)
})

test('closes the connection and pairs again when a renewal finds the device unpaired', async () => {
  await connected('device_signature_invalid', 'device_signature_invalid', GRANT)
  await until(() => expect(hub.opened).toHaveLength(2))
  expect(hub.opened[0]?.isClosed()).toBe(true)
  expect(asked.some((url) => url.endsWith('/pairing'))).toBe(true)
})

test.each([
  ['another address', { url: 'wss://other.example/hub' }],
  ['other channels', { channels: { req: 'req2', res: 'res', evt: 'evt' } }],
])('opens a new connection after a renewal with %s', async (_, change) => {
  const moved = { ...GRANT, ...change }
  await connected(moved)
  await until(() => expect(hub.opened).toHaveLength(2))
  expect(hub.opened[0]).toMatchObject({ tokens: [] })
  expect(hub.opened[0]?.isClosed()).toBe(true)
})

test('requests the grant again with growing delays while the hub denies it', async () => {
  saveMembership(folder, { hub_id: HUB })
  grants = [GRANT]
  connect()
  for (let count = 1; count <= 3; count++) {
    await until(() => expect(hub.opened).toHaveLength(count))
    hub.last().status('denied')
  }
  await until(() => expect(attempts).toEqual([0, 1, 2]))
  expect(hub.opened.slice(0, 3).map((transport) => transport.isClosed())).toEqual([true, true, true])
})

test('closes the connection when its grant is revoked, and retries at once', async () => {
  await connected(GRANT)
  for (let count = 1; count <= 2; count++) {
    await until(() => expect(hub.opened).toHaveLength(count))
    hub.last().status('connected')
    hub.last().status('denied')
  }
  await until(() => expect(attempts).toEqual([0, 0]))
})

test('reports events while connected, and drops them while the connection is lost', async () => {
  const made = await connected()
  const { published, status } = hub.last()
  made.report(EVENT)
  status('reconnecting')
  expect(made.state()).toMatchObject({ state: 'connecting', alias: 'Bench' })
  made.report(EVENT)
  status('connected')
  expect(published).toEqual([{ channel: 'evt', message: EVENT }])
})

test('publishes the answer to a request, if there is one', async () => {
  await connected()
  const request = { channel: 'req', timetoken: '1', publisher: 'user' }
  hub.last().deliver({ ...request, message: undefined })
  hub.last().deliver({ ...request, message: 'pong' })
  await until(() => expect(hub.last().published).toEqual([{ channel: 'res', message: 'pong' }]))
})

test('closes the connection and stops renewals and reports on stop', async () => {
  const made = await connected()
  await made.stop()
  expect(hub.last().isClosed()).toBe(true)
  const before = asksForGrants()
  made.report(EVENT)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(asksForGrants()).toBe(before)
  expect(hub.last().published).toEqual([])
  expect(hub.opened).toHaveLength(1)
})

test.each([
  // what                                                    in code                       milliseconds
  ['renews a grant of 15 minutes after a third of it', TIMINGS.renewMs(900_000), 300_000],
  ['renews a grant at most once a minute', TIMINGS.renewMs(120_000), 60_000],
  ['renews a grant of a hundred years after a day', TIMINGS.renewMs(3.2e12), 86_400_000],
  ['renews a grant that has expired in a minute', TIMINGS.renewMs(-1), 60_000],
  ['retries a failed renewal in a minute', TIMINGS.renewRetryMs, 60_000],
  ['looks again for a missing SDK in a quarter of an hour', TIMINGS.sdkRetryMs, 900_000],
  ['asks every two seconds whether its code was typed', TIMINGS.pollMs, 2_000],
])('%s', (_what, actual, ms) => expect(actual).toBe(ms))

test('waits longer before each further attempt to connect', () => {
  const waits = [0, 3, 6, 100].map(TIMINGS.retryMs)
  const shortest = [125, 1_000, 7_500, 7_500]
  expect(waits.map((wait, at) => wait >= shortest[at]! && wait <= 2 * shortest[at]!)).toEqual([true, true, true, true])
})
