import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { ErrorCode } from '@postroom/contract/errors'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadIdentity, loadMembership, saveMembership } from '../identity.ts'
import { readSettings } from '../settings.ts'
import { keepConnected, type ServerConnection } from './keep-connected.ts'

const HUB = crypto.randomUUID()
const PAIRING = { id: HUB, code: 'K7QM-2XWP', poll_token: 'token', expires_at: '2026-11-21T10:00:00Z' }
let folder: string
let server: http.Server
let code: ErrorCode
let asked: string[]
let connection: ServerConnection | undefined

/** A server that pairs whoever asks, and refuses every grant with `code`. */
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-connection-'))
  asked = []
  server = http.createServer((request, response) => {
    const { url = '' } = request
    asked.push(url)
    const paired = url.endsWith('/pairing') ? PAIRING : { status: 'paired', hub_id: HUB }
    const [status, body] = url.endsWith('/grant') ? [401, { code, description: '' }] : [200, paired]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  await connection?.stop()
  server.closeAllConnections()
  server.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

function aConnection(): ServerConnection {
  const { port } = server.address() as AddressInfo
  return keepConnected({
    settings: readSettings({ POSTROOM_SERVER: `http://127.0.0.1:${port}`, POSTROOM_DEVICE_DIR: folder }),
    identity: loadIdentity(folder),
    answer: async () => undefined,
    newestJob: () => 'job-00007',
    onState: () => {},
  })
}

test('a device whose clock is wrong stays paired, says so and asks again', async () => {
  saveMembership(folder, { hub_id: HUB })
  code = 'device_clock_wrong'
  connection = aConnection()
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1), 5_000)
  expect(new Set(asked)).toEqual(new Set([`/api/iot/v1/hub/${HUB}/grant`]))
  expect(connection.state()).toEqual({ state: 'clock_wrong' })
  expect(loadMembership(folder)).toEqual({ hub_id: HUB })
})

test('a device that was removed forgets its hub, and paired anew it remembers which jobs are from before', async () => {
  saveMembership(folder, { hub_id: HUB })
  code = 'device_signature_invalid'
  connection = aConnection()
  await vi.waitFor(() => expect(loadMembership(folder)).toEqual({ was_removed: true }), { timeout: 5_000, interval: 5 })
  code = 'device_clock_wrong'
  await vi.waitFor(() => expect(loadMembership(folder)).toEqual({ hub_id: HUB, after_job: 'job-00007' }), 5_000)
})
