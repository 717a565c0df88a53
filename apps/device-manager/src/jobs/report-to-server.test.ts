import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { verify, createPublicKey } from 'node:crypto'
import { deviceReportMessage, type DeviceReport, type ReportedJob } from '@postroom/contract/device-report'
import { documentPrintState } from '@postroom/domain/media/print-state'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadIdentity, type Identity } from '../identity.ts'
import { aJob } from '../testing/a-job.ts'
import { openJournal, type Journal } from './journal.ts'
import { reportToServer, TIMINGS, type ServerReports } from './report-to-server.ts'

const HUB = crypto.randomUUID()
interface Body {
  issued_at: string
  nonce: string
  signature: string
  report: DeviceReport
}
type Awaited = { job_id: string; in_ms: number }[]

let folder: string
let identity: Identity
let journal: Journal
let server: http.Server
let bodies: Body[]
/** The answers to successive calls; then nothing is awaited. */
let answers: (Awaited | 'fail' | Promise<Awaited>)[]
let concurrent: number
let most: number
let retries: number[]
let hub: string | undefined
let reports: ServerReports | undefined

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-report-'))
  identity = loadIdentity(folder)
  journal = openJournal(folder)
  ;[bodies, answers, concurrent, most, retries, hub] = [[], [], 0, 0, [], HUB]
  server = http.createServer((request, response) => {
    void (async () => {
      most = Math.max(most, ++concurrent)
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      bodies.push(JSON.parse(Buffer.concat(chunks).toString()) as Body)
      const answer = await answers.shift()
      concurrent--
      response.writeHead(answer === 'fail' ? 503 : 200, { 'content-type': 'application/json' })
      response.end(answer === 'fail' ? '{}' : JSON.stringify({ awaited: answer ?? [] }))
    })()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(async () => {
  await reports?.stop()
  server.closeAllConnections()
  server.close()
  journal.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

function start(find: Journal['find'] = (id) => journal.find(id)): ServerReports {
  const { port } = server.address() as AddressInfo
  reports = reportToServer({
    server: `http://127.0.0.1:${port}`,
    identity,
    hubId: () => hub,
    device: () => ({ version: '1.0.0', printers: [] }),
    find,
    ruleOut: (id) => journal.ruleOut(id),
    timings: {
      everyMs: 60_000,
      retryMs: (attempts) => {
        retries.push(attempts)
        return 5
      },
    },
  })
  return reports
}

const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 5_000, interval: 5 })
const reported = (): ReportedJob[] => bodies.flatMap(({ report }) => report.jobs)
const written = (job: ReturnType<typeof aJob>) => {
  journal.write(job)
  return job
}

test('reports each change with the key of the device', async () => {
  const made = start()
  await until(() => expect(bodies).toHaveLength(1))
  made.changed(aJob('job-00001', { state: 'queued' }))
  await until(() => expect(bodies).toHaveLength(2))
  made.changed(aJob('job-00001', { state: 'failed', error: { code: 'media_empty', description: 'Empty' } }))
  await until(() => expect(bodies).toHaveLength(3))
  expect(reported()).toEqual([
    { job_id: 'job-00001', state: 'queued' },
    { job_id: 'job-00001', state: 'failed', error_code: 'media_empty' },
  ])
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: identity.publicKey }, format: 'jwk' })
  for (const { issued_at, nonce, signature, report } of bodies) {
    const text = deviceReportMessage(HUB, issued_at, nonce, report)
    expect(verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))).toBe(true)
    expect(nonce).toMatch(/^[\w-]{22}$/)
  }
  expect(new Set(bodies.map(({ nonce }) => nonce)).size).toBe(3)
})

test('makes one call at a time, each with the newest state of every job', async () => {
  const { promise, resolve } = Promise.withResolvers<Awaited>()
  answers = [promise]
  const made = start()
  await until(() => expect(bodies).toHaveLength(1))
  for (const state of ['queued', 'sending', 'printed'] as const) made.changed(aJob('job-00001', { state }))
  made.changed(aJob('job-00002', { state: 'queued' }))
  resolve([])
  await until(() => expect(bodies).toHaveLength(2))
  expect(bodies[1]?.report.jobs).toEqual([
    { job_id: 'job-00001', state: 'printed' },
    { job_id: 'job-00002', state: 'queued' },
  ])
  expect(most).toBe(1)
})

test('repeats a failed report until the server answers, ever more slowly', async () => {
  answers = ['fail', 'fail', 'fail']
  const made = start()
  made.changed(aJob('job-00001', { state: 'printed' }))
  await until(() => expect(bodies).toHaveLength(4))
  expect(retries).toEqual([0, 1, 2])
  expect(reported().at(-1)).toEqual({ job_id: 'job-00001', state: 'printed' })
  made.changed(aJob('job-00002', { state: 'printed' }))
  await until(() => expect(reported().at(-1)).toEqual({ job_id: 'job-00002', state: 'printed' }))
})

test('reports a change that happens during the report of the state before', async () => {
  const { promise, resolve } = Promise.withResolvers<Awaited>()
  answers = [[], promise]
  const made = start()
  await until(() => expect(bodies).toHaveLength(1))
  made.changed(aJob('job-00001', { state: 'queued' }))
  await until(() => expect(bodies).toHaveLength(2))
  made.changed(aJob('job-00001', { state: 'printed' }))
  resolve([])
  await until(() => expect(reported().at(-1)).toEqual({ job_id: 'job-00001', state: 'printed' }))
})

test('reports at most 50 jobs in one call, and the others in the next', async () => {
  const made = start()
  for (let n = 0; n < 120; n++) made.changed(aJob(`job-${n}`.padEnd(8, '-'), { state: 'printed' }))
  await until(() => expect(reported()).toHaveLength(120))
  expect(Math.max(...bodies.map(({ report }) => report.jobs.length))).toBe(50)
})

test('answers from the journal about jobs of the last run, and asks until nothing has ended there', async () => {
  written(aJob('job-00001', { state: 'printed' }))
  written(aJob('job-00002', { state: 'unknown' }))
  answers = [
    [
      { job_id: 'job-00001', in_ms: 0 },
      { job_id: 'job-00002', in_ms: 9_000 },
    ],
  ]
  start()
  await until(() => expect(bodies).toHaveLength(2))
  expect(reported()).toEqual([
    { job_id: 'job-00001', state: 'printed' },
    { job_id: 'job-00002', state: 'unknown' },
  ])
  reports?.hurry()
  await until(() => expect(bodies).toHaveLength(3))
  expect(bodies.map(({ report }) => report.restarted)).toEqual([true, true, false])
})

test('does not report a job again because it is still open', async () => {
  written(aJob('job-00001', { state: 'queued' }))
  answers = [[{ job_id: 'job-00001', in_ms: 0 }]]
  start()
  await until(() => expect(bodies).toHaveLength(2))
  expect(bodies[1]?.report.restarted).toBe(false)
})

test('rules out a job that it never took once its request has expired, and never prints it', async () => {
  answers = [[{ job_id: 'job-00009', in_ms: 30 }], [{ job_id: 'job-00009', in_ms: 0 }]]
  start()
  await until(() => expect(bodies).toHaveLength(3))
  expect(reported()).toEqual([{ job_id: 'job-00009', state: 'failed', error_code: 'never_begun' }])
  expect(journal.find('job-00009')).toMatchObject({ state: 'unknown' })
  journal.close()
  journal = openJournal(folder)
  expect(journal.find('job-00009')).toMatchObject({ state: 'unknown' })
})

test('does not rule out a job that may have been printed for another organisation', async () => {
  written(aJob('job-00001', { state: 'printed' }))
  answers = [[{ job_id: 'job-00001', in_ms: 0 }]]
  start(() => undefined)
  await until(() => expect(bodies).toHaveLength(2))
  expect(reported()).toEqual([{ job_id: 'job-00001', state: 'unknown', error_code: 'outcome_unknown' }])
})

test('reports nothing while it is not paired, and nothing of one organisation to another', async () => {
  hub = undefined
  const made = start()
  made.hurry()
  hub = HUB
  answers = ['fail']
  made.changed(aJob('job-00001', { state: 'printed' }))
  await until(() => expect(bodies.length).toBeGreaterThan(0))
  hub = crypto.randomUUID()
  await until(() => expect(bodies.length).toBeGreaterThan(1))
  expect(bodies.at(-1)?.report.jobs).toEqual([])
})

test('reports so often that a queued job is still queued on the server after three failed reports', () => {
  const [now, last] = [new Date(), new Date(Date.now() - 4 * TIMINGS.everyMs)]
  expect(documentPrintState([{ reported: 'queued', expires_at: now, device_heard_at: last }], now)).toBe('queued')
})
