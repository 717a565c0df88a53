import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AuthUser } from '@postroom/contract/auth'
import type { Hub } from '@postroom/contract/hub'
import { webSocketTransport } from '@postroom/hub/websocket-transport'
import { aBuyer } from '../../testing/purchase-scene.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { asOwner } from '../../testing/test-database.ts'
import { newDevice } from './testing/paired-device.ts'

const MINUTE_MS = 60_000
let now: Date
let app: TestApp
let user: AuthUser

beforeEach(async () => {
  now = new Date()
  app = await testApp({ now: () => now })
  user = await app.signIn()
})
afterEach(() => app.close())

const pair = (code: string) => app.as(user, 'POST', '/iot/v1/hub', { code, alias: 'Packing bench' })
const later = (ms: number) => (now = new Date(now.getTime() + ms))
const fromNow = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS).toISOString()

/** A device that the demo user has paired. */
async function paired() {
  const device = newDevice(app)
  const { code } = await device.start()
  return { device, hub: (await pair(code)).json<Hub>() }
}

test('a device is paired by the code it shows, and is notified', async () => {
  const device = newDevice(app)
  const { id, code, poll_token } = await device.start()
  expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
  expect((await device.poll(id, poll_token)).json()).toEqual({ status: 'waiting' })
  // typed as people type
  const hub = (await pair(` ${code.replace('-', ' ').toLowerCase()} `)).json<Hub>()
  expect(hub).toMatchObject({ alias: 'Packing bench', owner: 'demo', com: 'embedded', connected: false })
  expect((await device.poll(id, poll_token)).json()).toEqual({ status: 'paired', hub_id: hub.id })
  const granted = await device.askForGrant(hub.id, device.proof(hub.id))
  expect(granted.json()).toMatchObject({
    organisation: 'Llewellyn Bindery Ltd',
    channels: hub.channels,
    server_key: { public_key: expect.stringMatching(/^[\w-]{43}$/) as string },
  })
})

test('a grant of a user lasts half an hour, that of a device half a day, at the address that was called', async () => {
  const { device, hub } = await paired()
  expect(Date.parse(hub.expires_at) - now.getTime()).toBe(30 * MINUTE_MS)
  const granted = (await device.askForGrant(hub.id, device.proof(hub.id))).json<{ expires_at: string; url: string }>()
  expect(Date.parse(granted.expires_at) - now.getTime()).toBe(12 * 60 * MINUTE_MS)
  expect(granted.url).toBe('ws://localhost:80/api/iot/v1/hub/socket')
  const behind = await testApp({ ...app.context }, { trustProxy: '127.0.0.1' })
  const answer = await behind.app.inject({
    url: '/api/iot/v1/hub',
    headers: { authorization: `Bearer ${user.token}`, 'x-forwarded-proto': 'https' },
  })
  expect(answer.json()).toMatchObject({ data: [{ url: expect.stringMatching(/^wss:/) as string }] })
  await behind.close()
})

test.each([
  [25_000, true],
  [25_001, false],
])('a device that was seen %i milliseconds ago is connected: %s', async (ms, connected) => {
  const { hub } = await paired()
  const device_seen_at = new Date(now.getTime() - ms)
  await app.context.db.updateTable('hub').set({ device_seen_at }).where('id', '=', hub.id).execute()
  expect(await listed(user)).toMatchObject([{ connected }])
})

test('thirty codes may be tried in a quarter of an hour, and pairing is in the audit log', async () => {
  const { hub } = await paired()
  for (let tries = 1; tries < 30; tries++) expect((await pair('AAAA-AAAA')).statusCode).toBe(422)
  expect((await pair('AAAA-AAAA')).json()).toMatchObject({ code: 'too_many_requests' })
  await app.as(user, 'DELETE', `/iot/v1/hub/${hub.id}`)
  const events = app.context.db.selectFrom('audit_event').select(['event', 'user_id']).where('subject', '=', hub.id)
  expect(await events.orderBy('seq').execute()).toEqual([
    { event: 'hub_paired', user_id: user.id },
    { event: 'hub_unpaired', user_id: user.id },
  ])
})

test('a code works for ten minutes and one pairing', async () => {
  const device = newDevice(app)
  const { id, code, poll_token } = await device.start()
  later(10 * MINUTE_MS)
  expect((await pair(code)).json()).toMatchObject({ code: 'pairing_code_invalid' })
  expect((await device.poll(id, poll_token)).json()).toMatchObject({ code: 'pairing_expired' })
  const { code: second } = await device.start()
  expect((await pair(second)).statusCode).toBe(200)
  expect((await pair(second)).json()).toMatchObject({ code: 'pairing_code_invalid' })
  expect((await pair('AAAA-AAAA')).json()).toMatchObject({ code: 'pairing_code_invalid' })
})

test('only the device itself can ask whether its code was used', async () => {
  const { id } = await newDevice(app).start()
  expect((await newDevice(app).poll(id, 'guessed')).statusCode).toBe(404)
})

test.each([
  [
    'a repeated proof',
    async () => {
      const { device, hub } = await paired()
      const proof = device.proof(hub.id)
      expect((await device.askForGrant(hub.id, proof)).statusCode).toBe(200)
      return device.askForGrant(hub.id, proof)
    },
  ],
  [
    'an old proof of another key',
    async () => {
      const { hub } = await paired()
      return newDevice(app).askForGrant(hub.id, newDevice(app).proof(hub.id, fromNow(-61)))
    },
  ],
  [
    'the proof of another key',
    async () => {
      const { device, hub } = await paired()
      return device.askForGrant(hub.id, newDevice(app).proof(hub.id))
    },
  ],
  [
    'the proof for another hub',
    async () => {
      const [first, second] = [await paired(), await paired()]
      return first.device.askForGrant(first.hub.id, first.device.proof(second.hub.id))
    },
  ],
  [
    'a proof whose nonce was changed',
    async () => {
      const { device, hub } = await paired()
      return device.askForGrant(hub.id, { ...device.proof(hub.id), nonce: 'another-nonce-altogether' })
    },
  ],
  [
    'an invalid signature',
    async () => {
      const { device, hub } = await paired()
      return device.askForGrant(hub.id, { ...device.proof(hub.id), signature: '' })
    },
  ],
  [
    'an unknown hub',
    async () => {
      const { device, hub } = await paired()
      const other = hub.id.replace(/^./, (first) => (first === '0' ? '1' : '0'))
      return device.askForGrant(other, device.proof(other))
    },
  ],
] as const)('%s gets no grant', async (_, ask) => {
  const answer = await ask()
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([401, 'device_signature_invalid'])
})

test.each([
  ['61 minutes ago', -61, 401],
  ['in 61 minutes', 61, 401],
  ['an hour ago', -60, 200],
  ['in an hour', 60, 200],
])('a device whose clock says that it signed %s gets a clock error, not a removal', async (_, by, status) => {
  const { device, hub } = await paired()
  const answer = await device.askForGrant(hub.id, device.proof(hub.id, fromNow(by)))
  const { code } = answer.json<{ code?: string }>()
  expect([answer.statusCode, code]).toEqual([status, status === 401 ? 'device_clock_wrong' : undefined])
})

test('another organisation sees nothing of a hub and cannot remove it', async () => {
  const { hub } = await paired()
  const stranger = await aBuyer(app, 0)
  expect((await stranger.get('/iot/v1/hub')).json()).toMatchObject({ data: [], total: 0 })
  const headers = { authorization: stranger.authorization }
  const removed = await app.app.inject({ method: 'DELETE', url: `/api/iot/v1/hub/${hub.id}`, headers })
  expect(removed.statusCode).toBe(404)
  expect((await app.as(user, 'GET', '/iot/v1/hub')).json<{ total: number }>().total).toBe(1)
})

const lite = () => app.signIn('lite')
const asked = async (who: AuthUser, hub: Hub) =>
  app.as(who, 'POST', `/iot/v1/hub/${hub.id}/request`, { op: 'config.set', args: { config: {} }, expires_in_ms: 1000 })
const listed = async (who: AuthUser) => (await app.as(who, 'GET', '/iot/v1/hub')).json<{ data: Hub[] }>().data

test('a colleague uses a device manager, but neither unpairs it nor changes its printers', async () => {
  const { hub } = await paired()
  const colleague = await lite()
  expect(await listed(colleague)).toMatchObject([{ id: hub.id, can_manage: false }])
  for (const refused of [await app.as(colleague, 'DELETE', `/iot/v1/hub/${hub.id}`), await asked(colleague, hub)])
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'permission_denied'])
  expect(await listed(user)).toMatchObject([{ id: hub.id, can_manage: true }])
  expect((await asked(user, hub)).statusCode).toBe(200)
})

test('a plain user manages what they paired, and so does a manager', async () => {
  const colleague = await lite()
  const { code } = await newDevice(app).start()
  const hub = (await app.as(colleague, 'POST', '/iot/v1/hub', { code, alias: 'My desk' })).json<Hub>()
  expect(hub.can_manage).toBe(true)
  for (const who of [colleague, user]) expect((await asked(who, hub)).statusCode).toBe(200)
  expect((await app.as(colleague, 'DELETE', `/iot/v1/hub/${hub.id}`)).statusCode).toBe(200)
})

test('a colleague who pairs a device again neither renames it nor takes it over', async () => {
  const { device, hub } = await paired()
  const { code } = await device.start()
  const again = await app.as(await lite(), 'POST', '/iot/v1/hub', { code, alias: 'Mine now' })
  expect(again.json()).toMatchObject({ id: hub.id, alias: 'Packing bench', owner: 'demo', can_manage: false })
  const { code: third } = await device.start()
  const renamed = await app.as(user, 'POST', '/iot/v1/hub', { code: third, alias: 'New bench' })
  expect(renamed.json()).toMatchObject({ id: hub.id, alias: 'New bench', owner: 'demo' })
})

test('unpairing a device closes its connection at once and denies a new one', async () => {
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const url = app.app.listeningOrigin.replace('http', 'ws') + '/api/iot/v1/hub/socket'
  const { device, hub } = await paired()
  const granted = (await device.askForGrant(hub.id, device.proof(hub.id))).json<{ auth_key: string }>()
  const transport = webSocketTransport(url, granted.auth_key)
  const denied = new Promise<void>((resolve) => transport.onStatus((status) => status === 'denied' && resolve()))
  await transport.connect()
  const started = performance.now()
  expect((await app.as(user, 'DELETE', `/iot/v1/hub/${hub.id}`)).json()).toEqual({ id: hub.id })
  await denied
  expect(performance.now() - started).toBeLessThan(2_000)
  expect((await device.askForGrant(hub.id, device.proof(hub.id))).statusCode).toBe(401)
  await transport.close()
})

test('disabling a user closes their open connection at once', async () => {
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const url = app.app.listeningOrigin.replace('http', 'ws') + '/api/iot/v1/hub/socket'
  await paired()
  const colleague = await lite()
  const [hub] = await listed(colleague)
  const transport = webSocketTransport(url, hub!.auth_key)
  const denied = new Promise<void>((resolve) => transport.onStatus((status) => status === 'denied' && resolve()))
  await transport.connect()
  const started = performance.now()
  const disabled = await app.as(user, 'PUT', `/identity/v1/organisation/user/${colleague.id}`, { is_disabled: true })
  expect(disabled.statusCode).toBe(200)
  await denied
  expect(performance.now() - started).toBeLessThan(2_000)
  await transport.close()
})

test('the grant of a user ends with their session', async () => {
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const url = app.app.listeningOrigin.replace('http', 'ws') + '/api/iot/v1/hub/socket'
  const { hub } = await paired()
  await app.as(user, 'GET', '/identity/v1/user/logout')
  const transport = webSocketTransport(url, hub.auth_key)
  await expect(transport.connect()).rejects.toMatchObject({ status: 403 })
  await transport.close()
})

test('a device manager that this server started pairs itself, and no other does', async () => {
  const local = newDevice(app)
  const { id, poll_token } = await local.start({ local_secret: app.context.settings.localPairingSecret })
  expect((await local.poll(id, poll_token)).json()).toMatchObject({ status: 'paired' })
  const again = await local.start({ local_secret: app.context.settings.localPairingSecret })
  expect((await local.poll(again.id, again.poll_token)).json()).toEqual((await local.poll(id, poll_token)).json())
  const { organisation } = await aBuyer(app, 0)
  await asOwner(app.database.url, `update organisation set created_at = to_timestamp(0) where id = '${organisation}'`)
  const next = newDevice(app)
  await next.start({ local_secret: app.context.settings.localPairingSecret })
  const theirs = app.context.db.selectFrom('hub').select('paired_by').where('organisation_id', '=', organisation)
  expect(await theirs.execute()).toEqual([{ paired_by: null }])
  const other = newDevice(app)
  const guessed = await other.start({ local_secret: 'guessed' })
  expect((await other.poll(guessed.id, guessed.poll_token)).json()).toEqual({ status: 'waiting' })
  expect((await app.as(user, 'GET', '/iot/v1/hub')).json<{ total: number }>().total).toBe(1)
})
