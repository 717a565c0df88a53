import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { connectAsOwner, untilWaiting } from '../../testing/test-database.ts'
import { pairedDevice } from './testing/paired-device.ts'

const PUBLIC_URL = 'https://post.example'
const GOING_AWAY = 1001

let server: TestApp
let port: number
beforeEach(async () => {
  server = await testApp()
  server.context.settings.publicUrl = PUBLIC_URL
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
})
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})

/** A client that never reads nor closes by itself, once the server has answered its upgrade. @returns the answer and its first line */
async function upgraded(...lines: string[]) {
  const socket = net.connect(port, '127.0.0.1')
  const head = [`GET /api/iot/v1/hub/socket HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'Connection: upgrade']
  const key = ['Upgrade: websocket', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version: 13']
  socket.write([...head, ...key, ...lines, '', ''].join('\r\n'))
  const answer = String((await once(socket, 'data'))[0])
  return { socket, answer, status: answer.split('\r\n', 1)[0] }
}

test.each<[string, () => string[], boolean]>([
  ['a program that names none', () => [], true],
  ['the public address', () => [`Origin: ${PUBLIC_URL}`], true],
  ['the address that was called', () => [`Origin: http://127.0.0.1:${port}`], true],
  ['another port of that address', () => ['Origin: http://127.0.0.1:1'], false],
  ['another site', () => ['Origin: https://evil.test'], false],
  ['a page without an address', () => ['Origin: null'], false],
])('of origin: %s', async (_what, lines, isAccepted) => {
  const { socket, status } = await upgraded(...lines())
  expect(status).toMatch(isAccepted ? /^HTTP\/1\.1 101 / : /^HTTP\/1\.1 403 /)
  socket.destroy()
})

test('messages are not compressed, which a client could use to fill the memory', async () => {
  const { socket, answer } = await upgraded('Sec-WebSocket-Extensions: permessage-deflate')
  expect(answer).toMatch(/^HTTP\/1\.1 101 /)
  expect(answer.toLowerCase()).not.toContain('sec-websocket-extensions')
  socket.destroy()
})

/** The socket of a device manager whose grant is accepted. */
async function joined() {
  server.context.settings.publicUrl = `http://127.0.0.1:${port}`
  const device = await pairedDevice(server)
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/iot/v1/hub/socket`)
  await once(socket, 'open')
  socket.send(JSON.stringify({ auth: (await device.grant()).auth_key }))
  await once(socket, 'message')
  return { socket, hub: device.hub.id }
}

describe('when the server stops', () => {
  it('says goodbye to its clients, and records that their devices have left', async () => {
    const { socket, hub } = await joined()
    const { db } = server.context
    const seen = () => db.selectFrom('hub').select('device_seen_at').where('id', '=', hub).executeTakeFirstOrThrow()
    await expect.poll(async () => (await seen()).device_seen_at).not.toBeNull()
    const { pool } = connectAsOwner(server.database.url)
    const other = await pool.connect()
    await other.query(`begin; select from hub where id = '${hub}' for update`)
    let stopped = false
    const stopping = server.app.close().then(() => (stopped = true))
    const [{ code }] = (await once(socket, 'close')) as [CloseEvent]
    expect(code).toBe(GOING_AWAY)
    await untilWaiting(server.database.url, 1)
    for (let n = 0; n < 20; n++) await seen() // time in which it could stop
    expect(stopped).toBe(false)
    await other.query('commit')
    await stopping
    expect(await seen()).toEqual({ device_seen_at: null })
    other.release()
    await pool.end()
  })

  it('terminates after a second a client that does not leave', async () => {
    const { socket } = await upgraded()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let [stopped, left] = [false, false]
    const gone = once(socket, 'close').then(() => (left = true))
    const stopping = server.app.close().then(() => (stopped = true))
    await once(socket, 'data')
    vi.advanceTimersByTime(999)
    expect([stopped, left]).toEqual([false, false])
    vi.advanceTimersByTime(1)
    await Promise.all([gone, stopping])
  })
})
