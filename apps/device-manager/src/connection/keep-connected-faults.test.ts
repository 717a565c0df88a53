import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import type { HubTransport } from '@postroom/hub/hub-transport'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadIdentity, loadMembership, saveMembership } from '../identity.ts'
import { readSettings } from '../settings.ts'
import { fakeHub } from '../testing/fake-hub.ts'
import { keepConnected, type ConnectionState, type ServerConnection } from './keep-connected.ts'

const HUB = crypto.randomUUID()
const ABOUT = { alias: 'Bench', organisation: 'Kendall Books', documents_url: 'https://post.example' }
const GRANT = {
  ...ABOUT,
  server_key: { kid: 'k1', public_key: 'A'.repeat(43) },
  pub_key: '',
  sub_key: '',
  auth_key: 'first',
  com: 'pubnub',
  url: 'https://ps.pndsn.com',
  client: `hub-${HUB}`,
  channels: { req: 'req', res: 'res', evt: 'evt' },
  expires_at: '2099-01-01T00:00:00Z',
}

let folder: string
let server: http.Server
/** What the server does with each request for a grant; the last one repeats. */
let grants: ((answer: (status: number, body: unknown) => void, response: http.ServerResponse) => void)[]
let candidates: Promise<unknown>[]
let granted: number
let states: ConnectionState[]
let connection: ServerConnection
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-faults-'))
  ;[candidates, granted, states] = [[], 0, []]
  server = http.createServer((request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const { url = '' } = request
    if (url.endsWith('/grant')) return (grants[granted++] ?? grants.at(-1)!)(answer, response)
    if (!url.endsWith('/pairing')) return answer(200, { status: 'paired', hub_id: HUB })
    candidates.push(json(request))
    answer(200, { id: HUB, code: 'CODE', poll_token: 'token', expires_at: GRANT.expires_at })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(async () => {
  await connection.stop()
  server.closeAllConnections()
  server.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

function connect(open: () => HubTransport, sdkRetryMs = 5): void {
  const { port } = server.address() as AddressInfo
  connection = keepConnected({
    settings: {
      ...readSettings({ POSTROOM_DEVICE_DIR: folder, POSTROOM_DEVICE_ALIAS: 'Bench', POSTROOM_LOCAL_SECRET: 'secret' }),
      server: `http://127.0.0.1:${port}`,
      enrolmentCode: 'K7QM-2XWP',
    },
    identity: loadIdentity(folder),
    answer: async () => undefined,
    newestJob: () => undefined,
    onState: (state) => states.push(state),
    open,
    timings: { retryMs: () => 5, renewMs: () => 60_000, renewRetryMs: 5, sdkRetryMs, pollMs: 5 },
  })
}
const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 5_000, interval: 5 })
const hangsUp = (_answer: unknown, response: http.ServerResponse) => response.destroy()
const refuses = (code: string) => (answer: (status: number, body: unknown) => void) =>
  answer(401, { code, description: '' })

/** A hub whose SDK is not installed. */
function withoutSdk() {
  const hub = fakeHub()
  const missing = Object.assign(new Error('Cannot find module'), { code: 'MODULE_NOT_FOUND' })
  return { hub, open: () => ({ ...hub.open(), connect: () => Promise.reject(missing) }) }
}

test('says that the SDK of its hub is missing, once, and looks again for another hub', async () => {
  saveMembership(folder, { hub_id: HUB })
  grants = [(answer) => answer(200, GRANT)]
  const { hub, open } = withoutSdk()
  const began = performance.now()
  connect(open, 100)
  await until(() => expect(granted).toBe(3))
  expect(performance.now() - began).toBeGreaterThan(190)
  expect(states).toEqual([{ state: 'no_pubnub', ...ABOUT }])
  expect(hub.opened[0]?.isClosed()).toBe(true)
})

test('stops at once while it waits to look for the SDK again', async () => {
  saveMembership(folder, { hub_id: HUB })
  grants = [(answer) => answer(200, GRANT)]
  connect(withoutSdk().open, 600_000)
  await until(() => expect(states).toHaveLength(1))
  await connection.stop()
  expect(granted).toBe(1)
})

test('opens no connection after it was stopped while it asked for a grant', async () => {
  saveMembership(folder, { hub_id: HUB })
  const asked = Promise.withResolvers<() => void>()
  grants = [(answer) => asked.resolve(() => answer(200, GRANT))]
  const hub = fakeHub()
  connect(hub.open)
  const answer = await asked.promise
  const stopped = connection.stop()
  answer()
  await stopped
  expect([hub.opened.length, states.length, granted]).toEqual([0, 0, 1])
})

test('reports each problem of the server once, until it is another one', async () => {
  saveMembership(folder, { hub_id: HUB })
  grants = [hangsUp, hangsUp, refuses('internal_error'), refuses('internal_error'), hangsUp]
  connect(fakeHub().open)
  await until(() => expect(granted).toBeGreaterThan(6))
  expect(states).toEqual([
    { state: 'unreachable', problem: 'closed' },
    { state: 'unreachable', problem: 'server_fault' },
    { state: 'unreachable', problem: 'closed' },
  ])
})

test('pairs by itself at first, but not after somebody has unpaired it', async () => {
  grants = [refuses('device_signature_invalid'), (answer) => answer(200, GRANT)]
  connect(fakeHub().open)
  await until(() => expect(granted).toBe(2))
  const { publicKey: public_key } = loadIdentity(folder)
  expect(await Promise.all(candidates)).toEqual([
    { public_key, alias: 'Bench', local_secret: 'secret', enrolment_code: 'K7QM-2XWP' },
    { public_key, alias: 'Bench' },
  ])
  expect(loadMembership(folder)).toEqual({ hub_id: HUB })
})
