import type { AuthUser } from '@postroom/contract/auth'
import type { Hub } from '@postroom/contract/hub'
import { onDeviceEvent } from '@postroom/hub/device-client'
import { openTransport } from '@postroom/hub/open-transport'
import { pubNubGrants } from '@postroom/hub/pubnub-grants'
import { pubNubStub } from '@postroom/hub/testing/pubnub-stub'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { newDevice, pairedDevice, type PairedDevice } from './testing/paired-device.ts'

const SECRET = 'sec-c-never-shown'
const MINUTE_MS = 60_000
const logged: string[] = []

let app: TestApp
let service: ReturnType<typeof pubNubStub>
let user: AuthUser
let device: PairedDevice
beforeAll(async () => {
  service = pubNubStub()
  vi.stubGlobal('fetch', service.fetch)
  const pubNub = await pubNubGrants({ publishKey: 'pub-c-1', subscribeKey: 'sub-c-1', secretKey: SECRET })
  app = await testApp({ pubNub }, { logLevel: 'trace', logTo: { write: (line) => void logged.push(line) } })
  user = await app.signIn()
  device = await pairedDevice(app)
})
afterEach(() => {
  service.away(false)
  app.context.now = () => new Date()
})
afterAll(async () => {
  await app.close()
  vi.unstubAllGlobals()
})

const listHubs = () => app.as(user, 'GET', '/iot/v1/hub')
const theHub = async (): Promise<Hub> => (await listHubs()).json<{ data: Hub[] }>().data[0]!

test('user and device manager get the address of PubNub and exchange messages there', async () => {
  const [hub, grant] = [await theHub(), await device.grant()]
  const address = { com: 'pubnub', url: 'https://ps.pndsn.com', pub_key: 'pub-c-1', sub_key: 'sub-c-1' }
  expect(hub).toMatchObject({ ...address, client: `user.${user.id}` })
  expect(grant).toMatchObject({ ...address, client: `device.${hub.id}`, channels: hub.channels })
  const [web, manager] = [openTransport(hub), openTransport(grant)]
  await Promise.all([web.connect(), manager.connect()])
  const asked = Promise.withResolvers<unknown>()
  await manager.subscribe([hub.channels.req], ({ message, publisher }) => asked.resolve([publisher, message]))
  await web.publish(hub.channels.req, { op: 'status' })
  expect(await asked.promise).toEqual([`user.${user.id}`, { op: 'status' }])
  const event = Promise.withResolvers<unknown>()
  await onDeviceEvent({ transport: web, hub }, event.resolve)
  await manager.publish(hub.channels.evt, { type: 'presence', connected: true })
  expect(await event.promise).toEqual({ type: 'presence', connected: true })
  await expect(web.publish(hub.channels.res, 'forged')).rejects.toMatchObject({ status: 403 })
  await Promise.all([web.close(), manager.close()])
})

test.each<[string, () => Promise<{ expires_at: string }>]>([
  ['a user', theHub],
  ['a device manager', () => device.grant()],
])('the grant of %s ends after a quarter of an hour, which is how unpairing ends it', async (_, grant) => {
  const now = new Date()
  app.context.now = () => now
  expect(Date.parse((await grant()).expires_at) - now.getTime()).toBe(15 * MINUTE_MS)
  expect(service.asked.at(-1)?.ttl).toBe(15)
})

test('a device manager counts as connected while it renews its grant, and some minutes more', async () => {
  const now = new Date()
  app.context.now = () => now
  await device.grant()
  const after = async (minutes: number) => {
    app.context.now = () => new Date(now.getTime() + minutes * MINUTE_MS)
    return (await theHub()).connected
  }
  expect([await after(0), await after(7), await after(8)]).toEqual([true, true, false])
})

test('a signature of a device manager gets one grant, without rights on the socket of the server', async () => {
  const other = newDevice(app)
  const { code } = await other.start()
  const { id } = (await app.as(user, 'POST', '/iot/v1/hub', { code, alias: 'Other' })).json<Hub>()
  const proof = other.proof(id)
  expect((await other.askForGrant(id, proof)).statusCode).toBe(200)
  const asked = service.asked.length
  expect((await other.askForGrant(id, proof)).statusCode).toBe(401)
  expect(service.asked).toHaveLength(asked)
  const rights = await app.database.db.selectFrom('hub_grant').select(['reads', 'writes']).execute()
  expect(new Set(rights.flatMap(({ reads, writes }) => [...reads, ...writes]))).toEqual(new Set())
  await app.as(user, 'DELETE', `/iot/v1/hub/${id}`)
  expect((await other.askForGrant(id, other.proof(id))).statusCode).toBe(401)
})

test('an unreachable PubNub is reported to user and device manager', async () => {
  service.away(true)
  for (const answer of [await listHubs(), await newGrant()]) {
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ code: 'try_again' })
  }
  service.away(false)
  expect((await listHubs()).statusCode).toBe(200)
})

async function newGrant() {
  const other = newDevice(app)
  const { code } = await other.start()
  service.away(false)
  const { id } = (await app.as(user, 'POST', '/iot/v1/hub', { code, alias: 'Away' })).json<Hub>()
  service.away(true)
  return other.askForGrant(id, other.proof(id))
}

test('the secret key is in no response, no address and no log line', async () => {
  const answers = [await listHubs(), await app.app.inject('/app-config.json')].map(({ body }) => body)
  expect(logged.length).toBeGreaterThan(0)
  expect(logged.join('')).toContain('PubNub gave no token')
  expect([...answers, ...service.heard, ...logged].join('\n')).not.toContain(SECRET)
})

test('pages may connect to PubNub, and scripts still come from the server only', async () => {
  const policy = (await app.app.inject('/app-config.json')).headers['content-security-policy']
  expect(policy).toMatch(/connect-src 'self' ws:\/\/127\.0\.0\.1:8080 https:\/\/\*\.pndsn\.com;/)
  expect(policy).toContain("script-src 'self';")
})
