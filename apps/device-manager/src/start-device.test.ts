import { generateKeyPairSync, randomUUID } from 'node:crypto'
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
import { aJob } from './testing/a-job.ts'
import { openedPage } from './testing/page-session.ts'
import { startDevice, type RunningDevice } from './start-device.ts'
import { writeManifest } from './update/release.ts'

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
const NO_SERVER = { POSTROOM_SERVER: undefined }
/** A device manager whose CUPS nobody reaches; nor its server, unless another is given. */
const start = (variables: NodeJS.ProcessEnv = {}, program = THIS_PROGRAM) =>
  startDevice(
    readSettings({
      POSTROOM_DEVICE_DIR: deviceFolder(),
      POSTROOM_DEVICE_PORT: '0',
      POSTROOM_CUPS: 'ipp://127.0.0.1:9',
      POSTROOM_DISCOVER: 'off',
      POSTROOM_SERVER: NOBODY,
      ...variables,
    }),
    program,
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
    device = await start(NO_SERVER)
    let page = await shows('id="server"')
    expect((await page.change('/server', { server: NOBODY })).status).toBe(422)
    expect((await page.change('/server', { server: first.url })).status).toBe(200)
    await shows('AAAA-1111')
    await device.stop()
    device = await start(NO_SERVER)
    page = await shows('AAAA-1111')
    expect((await page.change('/server', { server: second.url })).status).toBe(200)
    await shows('BBBB-2222')

    await device.stop()
    saveMembership(deviceFolder(), { hub_id: randomUUID() })
    device = await start(NO_SERVER)
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

test('shows its last ten jobs since it was paired, and what else it knows', async () => {
  fs.mkdirSync(deviceFolder(), { recursive: true })
  const ids = Array.from({ length: 15 }, (_, n) => `job-${10 + n}`)
  const jobs = ids.map((id) => `${JSON.stringify(aJob(id, { state: 'printed' }))}\n`)
  fs.writeFileSync(path.join(deviceFolder(), 'jobs.jsonl'), jobs.join(''))
  saveMembership(deviceFolder(), { hub_id: randomUUID(), after_job: 'job-12' })
  device = await start()
  await vi.waitFor(() => expect(device?.status().printers.map(({ id }) => id)).toContain('virtual'))
  expect(device.status()).toMatchObject({
    alias: os.hostname().slice(0, 60),
    server: NOBODY,
    isManaged: true,
    isPaired: true,
    isPaused: false,
    scales: [],
    newer: undefined,
    rolledBack: undefined,
  })
  expect(device.status().jobs.map(({ job_id }) => job_id)).toEqual(ids.slice(-10).toReversed())
  expect(device.isIdle()).toBe(true)
  expect(logged()).toContain('printers')
  saveMembership(deviceFolder(), { hub_id: randomUUID(), after_job: 'job-20' })
  expect(device.status().jobs.map(({ job_id }) => job_id)).toEqual(ids.slice(-4).toReversed())
})

const RELEASE_KEYS = generateKeyPairSync('ed25519')
test.each([
  // installed as  a file           updates  how it gets it
  ['own', 'executable', 'on', 'automatic'],
  ['own', 'executable', 'off', 'download'],
  ['own', 'installer', 'on', 'download'],
  ['package', 'deb', 'on', 'deb'],
  ['sources', 'executable', 'on', 'download'],
] as const)('installed as %s, tells of a newer %s with updates %s: %s', async (installed, kind, updates, how) => {
  const file = { platform: 'linux-x64', kind, url: 'https://post.example/new', sha256: 'ab'.repeat(32), size: 7 }
  const release = { version: '99.0.0', published: '2026-11-21T10:00:00Z', files: [file] }
  fs.mkdirSync(deviceFolder(), { recursive: true })
  const manifest = JSON.stringify(writeManifest(release, RELEASE_KEYS.privateKey))
  fs.writeFileSync(path.join(deviceFolder(), 'release.json'), manifest)
  const { x: releaseKey } = RELEASE_KEYS.publicKey.export({ format: 'jwk' })
  const about = { kind: installed, program: '/nowhere', platform: 'linux-x64' }
  device = await start({ POSTROOM_UPDATES: updates }, { ...THIS_PROGRAM, releaseKey, installed: about })
  expect(device.status().newer).toEqual({ version: '99.0.0', url: file.url, sha256: file.sha256, how })
  expect(device.replacement()).toEqual(how === 'automatic' ? { version: '99.0.0', file } : undefined)
})

test('reports a pause and its end once each, and logs them', async () => {
  const pauses: boolean[] = []
  device = await startDevice(
    readSettings({ POSTROOM_DEVICE_DIR: deviceFolder(), POSTROOM_DEVICE_PORT: '0' }),
    THIS_PROGRAM,
    { pause: (isPaused) => pauses.push(isPaused) },
  )
  for (const isPaused of [true, true, false]) device.setPaused(isPaused)
  expect(pauses).toEqual([true, false])
  expect(logged().filter((event) => event === 'pause')).toHaveLength(2)
  expect(device.status()).toMatchObject({
    server: undefined,
    isManaged: false,
    isPaired: false,
    printers: [],
    jobs: [],
  })
  expect([device.isIdle(), device.replacement()]).toEqual([true, undefined])
})

test('stays paused after a restart', async () => {
  device = await start()
  device.setPaused(true)
  await device.stop()
  device = await start()
  expect(device.status().isPaused).toBe(true)
})
