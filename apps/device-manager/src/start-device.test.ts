import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bugs, reportBug } from './device-refusal.ts'
import { knownServer } from './connection/server-address.ts'
import { saveMembership } from './identity.ts'
import { THIS_PROGRAM } from './program.ts'
import { readSettings } from './settings.ts'
import { openedPage } from './testing/page-session.ts'
import { startDevice, type RunningDevice } from './start-device.ts'

let folder: string
let device: RunningDevice | undefined
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-start-'))
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(async () => {
  await device?.stop()
  device = undefined
  vi.restoreAllMocks()
  fs.rmSync(folder, { recursive: true, force: true })
})

const NOBODY = 'http://127.0.0.1:9'
const deviceFolder = () => path.join(folder, 'new', 'device')
/** A device manager whose CUPS nobody reaches; nor its server, unless another is given. */
const start = (server: { POSTROOM_SERVER?: string } = { POSTROOM_SERVER: NOBODY }) =>
  startDevice(
    readSettings({
      POSTROOM_DEVICE_DIR: deviceFolder(),
      POSTROOM_DEVICE_PORT: '0',
      POSTROOM_CUPS: 'ipp://127.0.0.1:9',
      POSTROOM_DISCOVER: 'off',
      ...server,
    }),
    THIS_PROGRAM,
    { connection: (state) => states.push(state.state) },
  )
let states: string[] = []
const logged = () =>
  fs
    .readFileSync(path.join(folder, 'new/device/log.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { event: string }).event)
/** What keeps this process alive: timers, sockets, servers. */
const alive = () => process.getActiveResourcesInfo().filter((name) => /Timeout|TCP|UDP|FSReq|Worker/.test(name)).length

test('holds its folder, and logs its start, the server it misses and unexpected errors', async () => {
  states = []
  device = await start()
  await expect(start()).rejects.toThrow('Another device manager is running')
  await vi.waitFor(() => expect(states).toEqual(['unreachable']), { timeout: 10_000 })
  reportBug(new Error('a bug'))
  expect(logged()).toEqual(expect.arrayContaining(['start', 'connection', 'bug']))
})

test('ends everything that it started when it stops, and can be started again', async () => {
  const [before, listeners] = [alive(), bugs.hasSubscribers]
  device = await start()
  const url = device.statusUrl
  expect((await fetch(url)).status).toBe(401)
  await device.stop()
  device = undefined
  await expect(fetch(url)).rejects.toThrow()
  const lines = logged().length
  reportBug(new Error('a later bug'))
  expect([logged().length, bugs.hasSubscribers]).toEqual([lines, listeners])
  for (let tries = 0; tries < 50 && alive() > before; tries++) await sleep(20)
  expect(alive()).toBeLessThanOrEqual(before)
  device = await start()
})

/** A server that lets a device manager pair, once somebody enters the code. */
async function pairingServer(code: string) {
  const id = randomUUID()
  const server = http.createServer(({ url = '' }, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (url === '/api/iot/v1/pairing')
      return answer(200, { id, code, poll_token: 'x', expires_at: '2099-01-01T00:00:00Z' })
    if (url === `/api/iot/v1/pairing/${id}`) return answer(200, { status: 'waiting' })
    return answer(410, { code: 'pairing_expired', description: '' })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

/** The page of the device, once it shows these words. */
const shows = async (words: string) => {
  const page = await openedPage(deviceFolder())
  await vi.waitFor(async () => expect(await page.show()).toContain(words), { timeout: 10_000 })
  return page
}

test('without a server, asks for one on its page, then shows the code; the choice survives a restart', async () => {
  const [first, second] = await Promise.all([pairingServer('AAAA-1111'), pairingServer('BBBB-2222')])
  try {
    device = await start({})
    let page = await shows('id="server"')
    expect((await page.change('/server', { server: NOBODY })).status).toBe(422)
    expect((await page.change('/server', { server: first.url })).status).toBe(200)
    await shows('AAAA-1111')
    await device.stop()
    device = await start({})
    page = await shows('AAAA-1111')
    expect((await page.change('/server', { server: second.url })).status).toBe(200)
    await shows('BBBB-2222')

    await device.stop()
    saveMembership(deviceFolder(), { hub_id: randomUUID() })
    device = await start({})
    page = await openedPage(deviceFolder())
    expect((await page.change('/server', { server: first.url })).status).toBe(422)
    await device.stop()
    saveMembership(deviceFolder(), {})
    device = await start({ POSTROOM_SERVER: first.url })
    page = await shows('AAAA-1111')
    expect((await page.change('/server', { server: second.url })).status).toBe(422)
    expect(knownServer({ server: undefined, folder: deviceFolder(), installed: {} })).toBe(second.url)
  } finally {
    first.stop()
    second.stop()
  }
})

test('stays paused after a restart', async () => {
  device = await start()
  device.setPaused(true)
  await device.stop()
  device = await start()
  expect(device.status().isPaused).toBe(true)
})
