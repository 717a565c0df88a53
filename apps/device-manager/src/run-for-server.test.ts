import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import type { DeviceReport } from '@postroom/contract/device-report'
import type { ClientFrame } from '@postroom/contract/hub-wire'
import { FakeWebSocket, lastSocket } from '@postroom/hub/testing/fake-web-socket'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadIdentity, saveMembership } from './identity.ts'
import { pauseSwitch } from './jobs/pause-switch.ts'
import { openLog } from './log.ts'
import { THIS_PROGRAM } from './program.ts'
import { runForServer, type ServerWork } from './run-for-server.ts'
import { readSettings } from './settings.ts'
import { aPdf } from './testing/a-pdf.ts'
import { published, signingServer } from './testing/signing-server.ts'

const signer = signingServer(() => new Date())
const { hubId } = signer.source
const PDF = aPdf()
const CHANNELS = { req: published('').channel, res: 'res', evt: 'evt' }
const ABOUT = { alias: 'Bench', organisation: 'Kendall Books', documents_url: 'https://post.example' }
const LINK = `${ABOUT.documents_url}/api/stamp/v1/shipment/1/document/label`

/** A hub that accepts everything. */
class OpenHub extends FakeWebSocket {
  override send(text: string): void {
    super.send(text)
    const frame = JSON.parse(text) as ClientFrame
    queueMicrotask(() => this.say('auth' in frame ? { ok: 1 } : { n: frame.n, t: `${Date.now()}0000` }))
  }
}

let folder: string
let server: http.Server
let reports: DeviceReport[]
let heard: string[]
let work: ServerWork
let stop: () => Promise<void>
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-work-'))
  ;[reports, heard] = [[], []]
  vi.stubGlobal('WebSocket', OpenHub)
  FakeWebSocket.reset()
  server = http.createServer((request, response) => {
    const { url = '' } = request
    const answer = (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (url.endsWith('/document/label')) response.setHeader('content-type', 'application/pdf').end(PDF)
    else if (url.endsWith('/report'))
      void json(request)
        .then((body) => reports.push((body as { report: DeviceReport }).report))
        .then(() => answer({ awaited: [] }))
    else if (url.endsWith('/grant')) answer({ ...GRANT, expires_at: new Date(Date.now() + 900_000).toISOString() })
    else response.writeHead(404).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(async () => {
  await stop()
  server.closeAllConnections()
  server.close()
  vi.unstubAllGlobals()
  fs.rmSync(folder, { recursive: true, force: true })
})
const GRANT = {
  ...ABOUT,
  server_key: signer.source.serverKey(),
  pub_key: '',
  sub_key: '',
  auth_key: 'grant',
  com: 'embedded',
  url: 'ws://hub',
  client: `hub-${hubId}`,
  channels: CHANNELS,
}

/** Starts the work of a paired device, and waits until it listens to its hub. */
async function started(): Promise<void> {
  saveMembership(folder, { hub_id: hubId })
  const { port } = server.address() as AddressInfo
  const settings = readSettings({
    POSTROOM_DEVICE_DIR: folder,
    POSTROOM_CUPS: 'ipp://127.0.0.1:9',
    POSTROOM_DISCOVER: 'off',
  })
  const log = openLog(folder, () => new Date())
  work = runForServer(
    { ...settings, server: `http://127.0.0.1:${port}`, enrolmentCode: undefined },
    {
      identity: loadIdentity(folder),
      log: { ...log, write: ({ event }) => heard.push(`log ${event}`) },
      pause: pauseSwitch(folder),
      program: THIS_PROGRAM,
      record: { isRejected: () => false },
      on: {
        connection: ({ state }) => heard.push(state),
        job: ({ state }) => heard.push(`job ${state}`),
        printersInUse: (printers) => heard.push(`in use ${printers.map(({ id }) => id).join()}`),
      },
    },
  )
  let stopped: Promise<void> | undefined
  stop = () => (stopped ??= work.stop())
  await expect.poll(() => FakeWebSocket.made).toHaveLength(1)
  lastSocket().accept()
  await expect.poll(() => frames().some((frame) => 'sub' in frame)).toBe(true)
}
const frames = () => lastSocket().sent
/** What the device has published on a channel. */
const sent = (channel: string) =>
  frames().flatMap((frame) => ('pub' in frame && frame.pub === channel ? [frame.d] : []))
const events = (type: string) => sent('evt').filter((event) => (event as { type: string }).type === type)

/** Asks the device, and returns its answer. */
async function ask(op: string, args: object = {}): Promise<unknown> {
  const request = signer.request(op, args)
  const { channel: c, publisher: i, message: d } = published(signer.signed(request))
  lastSocket().say({ m: { c, i, t: `${Date.now()}${String(frames().length).padStart(4, '0')}`, d } })
  const answer = () => sent('res').find((response) => (response as { re: string }).re === request.id)
  await expect.poll(answer).toBeDefined()
  return answer()
}

const DOCUMENT = { type: 'label', url: LINK, sha256: createHash('sha256').update(PDF).digest('hex'), pages: 1 }
const PRINT = {
  job_id: 'job-00001',
  kind: 'mailing',
  title: 'Label',
  copies: 1,
  documents: [{ ...DOCUMENT, width_mm: 101.6, height_mm: 152.4 }],
}

test('prints what its server asks for, and reports each step to the web app, the server, the log and the program', async () => {
  await started()
  expect(await ask('print', PRINT)).toMatchObject({ ok: true, result: { job: { state: 'queued' } } })
  await expect.poll(() => work.jobs().map(({ state }) => state)).toEqual(['printed'])
  const states = ['queued', 'sending', 'spooled', 'printed']
  await expect.poll(() => events('job').map((event) => (event as { job: { state: string } }).job.state)).toEqual(states)
  expect(heard.filter((what) => /job/.test(what))).toEqual(states.flatMap((state) => ['log job', `job ${state}`]))
  await expect.poll(() => reports.flatMap(({ jobs }) => jobs).at(-1)).toEqual({ job_id: 'job-00001', state: 'printed' })
  const files = fs.readdirSync(path.join(folder, 'printed'))
  expect(files.map((file) => path.extname(file)).toSorted()).toEqual(['.pdf', '.png'])
  await expect.poll(() => work.isIdle()).toBe(true)
  expect(await ask('jobs.list')).toMatchObject({ result: { jobs: [{ job_id: 'job-00001', state: 'printed' }] } })
  expect(fs.readdirSync(path.join(folder, 'waiting'))).toEqual([])
})

test('knows itself by what its server calls it, and reports its printers and a pause', async () => {
  await started()
  expect([work.alias(), work.server]).toEqual(['Bench', `http://127.0.0.1:${(server.address() as AddressInfo).port}`])
  expect(work.connection()).toEqual({ state: 'connected', ...ABOUT })
  await expect
    .poll(() => heard)
    .toEqual(expect.arrayContaining(['log connection', 'connected', 'log printers', 'in use virtual']))
  expect(work.printers().map(({ id }) => id)).toEqual(['virtual'])
  expect([work.scales(), work.newer()]).toEqual([[], undefined])
  expect(await ask('status')).toMatchObject({
    result: { alias: 'Bench', version: THIS_PROGRAM.version, printers: [{ id: 'virtual' }], scales: [] },
  })
  const config = { mailing: { printerId: 'virtual', defaultOrSpecific: 'specific', paperFormat: '4x6' } }
  expect(await ask('config.set', { config })).toMatchObject({ result: { config } })
  work.reportPause(true)
  await expect.poll(() => events('paused')).toEqual([{ type: 'paused', paused: true }])
  await expect.poll(() => reports.at(-1)?.device).toMatchObject({ version: THIS_PROGRAM.version })
  await expect.poll(() => reports.at(-1)?.device.printers.map(({ id }) => id)).toEqual(['virtual'])
})

test('says nothing to its server or its hub after it has stopped', async () => {
  await started()
  await expect.poll(() => reports.length).toBeGreaterThan(0)
  await stop()
  const [calls, said] = [reports.length, frames().length]
  lastSocket().say({ m: { c: CHANNELS.req, i: 'user', t: `${Date.now()}0000`, d: 'late' } })
  work.reportPause(true)
  expect(lastSocket().readyState).toBe(2)
  expect([reports.length, frames().length]).toEqual([calls, said])
  expect(work.isIdle()).toBe(true)
})
