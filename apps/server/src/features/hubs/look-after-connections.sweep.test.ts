import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { asOwner } from '../../testing/test-database.ts'
import { pairedDevice, type PairedDevice } from './testing/paired-device.ts'

const DENIED = 4403
const TROUBLE = 1011
const CHECKED = { timeout: 25_000 }
const CHECK_EVERY_MS = 10_000

let app: TestApp
let device: PairedDevice
beforeAll(async () => {
  app = await testApp()
  await app.app.listen({ host: '127.0.0.1', port: 0 })
})
beforeEach(async () => {
  device = await pairedDevice(app)
})
afterAll(() => app.close())

async function joined(token: string): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${(app.app.server.address() as AddressInfo).port}/api/iot/v1/hub/socket`)
  await once(socket, 'open')
  socket.send(JSON.stringify({ auth: token }))
  await once(socket, 'message')
  return socket
}
const closeCode = async (socket: WebSocket): Promise<number> => ((await once(socket, 'close')) as [CloseEvent])[0].code
const deviceSeenAt = async () =>
  (
    await app.context.db
      .selectFrom('hub')
      .select('device_seen_at')
      .where('id', '=', device.hub.id)
      .executeTakeFirstOrThrow()
  ).device_seen_at

test('a message that no notification announced is delivered all the same', async () => {
  const socket = await joined(device.hub.auth_key)
  const { id, channels } = device.hub
  socket.send(JSON.stringify({ sub: channels.res, n: 1 }))
  await once(socket, 'message')
  const heard = once(socket, 'message') as Promise<[{ data: string }]>
  await sql`insert into hub_message (hub_id, t, channel, publisher, payload, keep)
    values (${id}, hub_clock(), ${channels.res}, 'another process', '"unannounced"', false)`.execute(app.context.db)
  expect(JSON.parse((await heard)[0].data)).toMatchObject({ m: { c: channels.res, d: 'unannounced' } })
  socket.close()
})

test('a connection ends with its grant, and one whose grant lasts longer stays', CHECKED, async () => {
  const ending = await joined(device.hub.auth_key)
  const staying = await joined((await device.grant()).auth_key)
  await asOwner(
    app.database.url,
    `update hub_grant set expires_at = now() where session_id is not null and hub_id = '${device.hub.id}'`,
  )
  expect(await closeCode(ending)).toBe(DENIED)
  expect(staying.readyState).toBe(WebSocket.OPEN)
  staying.close()
})

test(
  'a connected device stays present, and one that another connection has replaced does not count',
  CHECKED,
  async () => {
    const socket = await joined((await device.grant()).auth_key)
    await expect.poll(() => deviceSeenAt()).not.toBeNull()
    const first = (await deviceSeenAt())!
    await vi.waitFor(async () => expect((await deviceSeenAt())?.getTime()).toBeGreaterThan(first.getTime()), CHECKED)
    await sql`update hub set device_connection_id = gen_random_uuid() where id = ${device.hub.id}`.execute(
      app.context.db,
    )
    const replaced = await deviceSeenAt()
    await sleep(CHECK_EVERY_MS + 1_000) // a check has passed, and may have changed nothing
    expect(await deviceSeenAt()).toEqual(replaced)
    socket.close()
  },
)

/** Sent to the database while the connections are checked twice. */
const statements = async (): Promise<number> => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await sleep(2 * CHECK_EVERY_MS)
  const { length } = query.mock.calls
  query.mockRestore()
  return length
}

test('fifty idle connections cost about as many statements as one', { timeout: 90_000 }, async () => {
  const { auth_key } = await device.grant()
  const sockets = [await joined(auth_key)]
  const ofOne = await statements()
  for (let hub = 0; hub < 7; hub++) {
    const other = await (await pairedDevice(app)).grant()
    for (let n = 0; n < 7; n++) sockets.push(await joined(other.auth_key))
  }
  expect(await statements()).toBeLessThan(ofOne + sockets.length / 2)
  sockets.forEach((socket) => socket.close())
})

test(
  'when a statement fails, connections are closed, so that clients look for a server that works',
  CHECKED,
  async () => {
    const socket = await joined(device.hub.auth_key)
    await asOwner(app.database.url, 'alter table hub_grant rename to moved')
    expect(await closeCode(socket)).toBe(TROUBLE)
  },
)
