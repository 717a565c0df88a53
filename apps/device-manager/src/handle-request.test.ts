import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { PrinterConfigs, PrintJob, Printer } from '@postroom/contract/device-messages'
import { MESSAGE_LIMIT_CHARS } from '@postroom/contract/hub-wire'
import type { SignedRequest } from '@postroom/contract/signed-request'
import type { HubMessage } from '@postroom/hub/hub-transport'
import { expect, test } from 'vitest'
import { requestHandler } from './handle-request.ts'
import type { JobQueue } from './jobs/job-queue.ts'
import type { PrinterList } from './printers/printer-list.ts'
import { inBrief } from './printers/printers-to-report.ts'
import { mismatch } from './printers/media.ts'
import { anOfficePrinter } from './testing/an-office-printer.ts'
import { published, signingServer } from './testing/signing-server.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const server = signingServer(() => NOW)
const inSeconds = (seconds: number): number => NOW.getTime() + seconds * 1000

const OFFER = {
  version: '1.3.0',
  file: {
    platform: 'linux-x64',
    kind: 'deb',
    url: 'https://downloads.example/x.deb',
    sha256: 'ab'.repeat(32),
    size: 1,
  },
} as const

interface Full {
  printers?: Printer[]
  jobs?: PrintJob[]
  config?: PrinterConfigs
  isPaused?: boolean
}

/** A device manager that records the operations it carries out. */
function aDevice(full: Full = {}) {
  const done: string[] = []
  let config: PrinterConfigs = full.config ?? {}
  const printers: PrinterList = {
    find: (id) => (id === 'virtual' ? ({ id } as ReturnType<PrinterList['find']>) : undefined),
    refresh: async () => {
      done.push('refresh')
      return full.printers ?? []
    },
    known: () => [],
    stop: () => {},
  }
  const scale = { known: () => [], stop: async () => {} }
  const jobs: JobQueue = {
    submit: ({ job_id, title, kind }) => {
      done.push(`print ${job_id}`)
      const at = NOW.toISOString()
      return { job_id, title, kind, printer_id: 'virtual', state: 'queued', created_at: at, updated_at: at }
    },
    cancel: () => {
      throw new Error('a bug')
    },
    latest: () => full.jobs ?? [],
    readBack: async () => undefined,
    isIdle: () => true,
    stop: async () => {},
  }
  const store = { get: () => config, set: (changed: PrinterConfigs) => void (config = changed) }
  const answer = requestHandler({
    alias: () => 'Bench',
    version: '1',
    newer: () => OFFER,
    printers,
    scale,
    config: store,
    jobs,
    pause: { isPaused: () => full.isPaused ?? false },
  })
  return { handle: answer, answer: (message: HubMessage) => answer(message, server.source), done }
}

const signedRequest = (op: string, args: unknown = {}, changes: object = {}) =>
  server.signed(server.request(op, args, changes))
/** A request as it arrives. */
const request = (op: string, args: unknown = {}, changes: object = {}) => published(signedRequest(op, args, changes))
const DOCUMENT = { type: 'label', url: 'x', sha256: 'x', width_mm: 101.6, height_mm: 152.4, pages: 1 }
const PRINT = { job_id: 'job-00001', kind: 'mailing', title: 'Label', documents: [DOCUMENT] }

test('carries out a request and answers it under its id', async () => {
  const { answer } = aDevice()
  const update_available = { version: OFFER.version, url: OFFER.file.url }
  const id = randomUUID()
  expect(await answer(request('status', {}, { id }))).toEqual({
    re: id,
    ok: true,
    result: { alias: 'Bench', version: '1', update_available, printers: [], scales: [], config: {} },
  })
})

test('reports that printing is paused', async () => {
  const { answer } = aDevice({ isPaused: true })
  expect(await answer(request('status'))).toMatchObject({ ok: true, result: { paused: true } })
})

test('carries out a repeated request once, even while the first is in flight', async () => {
  const { answer, done } = aDevice()
  const asked = request('print', PRINT)
  const [first, second] = await Promise.all([answer(asked), answer(asked)])
  expect(second).toEqual(first)
  expect(await answer(asked)).toEqual(first)
  expect(done).toEqual(['print job-00001'])
})

test.each([
  ['that has expired', { exp: inSeconds(-1) }, 'request_expired'],
  ['that expires this moment', { exp: inSeconds(0) }, 'request_expired'],
  ['valid for ten years', { exp: inSeconds(10 * 365 * 86_400) }, 'request_expired'],
  ['issued further in the future than clocks may differ', { iat: inSeconds(6), exp: inSeconds(20) }, 'request_expired'],
  ['with invalid arguments', { args: { ...PRINT, copies: 11 } }, 'request_invalid'],
  ['with an extra argument', { args: { ...PRINT, printer: '; rm' } }, 'request_invalid'],
  ['without documents', { args: { ...PRINT, documents: [] } }, 'request_invalid'],
  [
    'that lists a document three times',
    { args: { ...PRINT, documents: [DOCUMENT, { ...DOCUMENT, url: 'another link' }, DOCUMENT] } },
    'request_invalid',
  ],
])('refuses a request %s, and does nothing', async (_, changes, code) => {
  const { answer, done } = aDevice()
  expect(await answer(request('print', PRINT, changes))).toMatchObject({ ok: false, error: { code } })
  expect(done).toEqual([])
})

const other = randomUUID()
const deviceKey = generateKeyPairSync('ed25519').privateKey
const changed = (change: (signed: SignedRequest) => object) => {
  const signed = signedRequest('print', PRINT)
  return published({ ...signed, ...change(signed) })
}

test.each<[string, HubMessage]>([
  ['whose text was changed', changed(({ b }) => ({ b: b.replace('Label', 'Other') }))],
  ['with more copies than were signed', changed(({ b }) => ({ b: b.replace('"job_id"', '"copies":10,"job_id"') }))],
  ['without a signature', changed(() => ({ s: '' }))],
  ['in the form without a signature', published({ id: other, op: 'print', args: PRINT, expires_at: inSeconds(9) })],
  [
    'with the signature of another key under the same name',
    published(server.signed(server.request('print', PRINT), deviceKey)),
  ],
  ['that names another key', changed(() => ({ kid: 'key-2' }))],
  ['in another version of the envelope', changed(() => ({ v: 2 }))],
  ['with something added to the envelope', changed(() => ({ op: 'print' }))],
  ['that exceeds the length limit', changed(({ b }) => ({ b: b + ' '.repeat(28_000) }))],
  ['replayed on another channel', published(signedRequest('print', PRINT), { channel: `pubnub.${other}.default.req` })],
  ['made for another channel', request('print', PRINT, { ch: 'pubnub.x.default.req' })],
  ['made for another hub', request('print', PRINT, { hub: other })],
  ['made for another device', request('print', PRINT, { aud: `device.${other}` })],
  ['published by a user it was not signed for', published(signedRequest('print', PRINT), { publisher: 'user.idris' })],
  ['that was signed before this program started', request('print', PRINT, { iat: inSeconds(-10) })],
  ['of an unknown operation', request('shell')],
  ['with an invalid id', request('print', PRINT, { id: '1' })],
  ['that is not JSON', published(server.signed('print' as never))],
  ['that is null', published(null)],
])('ignores a request %s: no answer and no effect', async (_, message) => {
  const { answer, done } = aDevice()
  expect(await answer(message)).toBeUndefined()
  expect(done).toEqual([])
})

test('accepts a request whose fields the hub has reordered', async () => {
  const { answer, done } = aDevice()
  const { v, kid, b, s } = signedRequest('print', PRINT)
  expect(await answer(published({ s, b, kid, v }))).toMatchObject({ ok: true })
  expect(done).toEqual(['print job-00001'])
})

test('repeats the answer to a request that has expired since', async () => {
  let now = NOW
  const later = signingServer(() => now)
  const { handle, done } = aDevice()
  const asked = published(later.signed(later.request('print', PRINT)))
  const first = await handle(asked, later.source)
  now = new Date(inSeconds(16))
  expect(await handle(asked, later.source)).toEqual(first)
  expect(done).toEqual(['print job-00001'])
})

test('keeps 10,000 answers, refuses further requests, and frees the room a minute after they expire', async () => {
  let now = NOW
  const later = signingServer(() => now)
  const { handle } = aDevice()
  const ask = (changes: object = {}) =>
    handle(published(later.signed(later.request('config.get', {}, changes))), later.source)
  for (let n = 0; n < 9_999; n++) await ask({ exp: inSeconds(10) })
  expect(await ask({ exp: inSeconds(10) })).toMatchObject({ ok: true })
  expect(await ask()).toMatchObject({ ok: false, error: { code: 'queue_full' } })
  now = new Date(inSeconds(70) - 1)
  const inTime = { iat: now.getTime(), exp: now.getTime() + 5_000 }
  expect(await ask(inTime)).toMatchObject({ ok: false, error: { code: 'queue_full' } })
  now = new Date(inSeconds(70))
  expect(await ask(inTime)).toMatchObject({ ok: true })
}, 120_000)

test('refuses the choice of an unknown printer', async () => {
  const { answer } = aDevice()
  const choose = (printerId: string) =>
    request('config.set', { config: { mailing: { printerId, defaultOrSpecific: 'default', paperFormat: '4x6' } } })
  expect(await answer(choose('gone'))).toMatchObject({ ok: false, error: { code: 'printer_unknown' } })
  expect(await answer(choose('virtual'))).toMatchObject({ ok: true })
  expect(await answer(request('config.get'))).toMatchObject({
    result: { config: { mailing: { printerId: 'virtual' } } },
  })
})

test('answers with a refusal after an unexpected error', async () => {
  expect(await aDevice().answer(request('print.cancel', { job_id: 'x' }))).toMatchObject({ ok: false })
})

const PAPER = { width_mm: 101.6, height_mm: 152.4 }
const MANY_OFFSETS = (kind: string) =>
  Array.from({ length: 50 }, (_, n) => ({ printerId: `${kind} ${n}`, ...PAPER, x_mm: 1.5, y_mm: -0.5 }))
const usual = { printerId: 'urn:uuid:e3248000-80ce-11db-8000-3c2af4a1b259', defaultOrSpecific: 'default' } as const
const chosen = (kind: string) => ({ ...usual, paperFormat: '4x6' as const, offsets: MANY_OFFSETS(kind) })

test('fits the answers of fifty printers and fifty refused jobs into hub messages', async () => {
  const printers = Array.from({ length: 50 }, (_, n) => inBrief(anOfficePrinter(10 + n)))
  const jobs = Array.from({ length: 50 }, (_, n): PrintJob => {
    const { fault } = mismatch('loaded', anOfficePrinter(10).media, PAPER)
    const job_id = `job-${String(n).padStart(36, '0')}`
    const at = NOW.toISOString()
    const about = { job_id, title: `Label ${job_id}`, kind: 'shipping' as const, printer_id: usual.printerId }
    return { ...about, state: 'failed', labels: 1, printed_labels: 0, error: fault, created_at: at, updated_at: at }
  })
  const config: PrinterConfigs = { mailing: chosen('mailing'), shipping: chosen('shipping'), form: chosen('form') }
  const { answer } = aDevice({ printers, jobs, config })
  const [status, listed] = [await answer(request('status')), await answer(request('jobs.list'))]
  for (const response of [status, listed, await answer(request('printers.list'))]) {
    expect(response).toMatchObject({ ok: true })
    expect(JSON.stringify(response).length).toBeLessThanOrEqual(MESSAGE_LIMIT_CHARS)
  }
  expect(status).toMatchObject({ result: { printers: expect.arrayContaining([printers[49]]) as unknown } })
  const { result } = listed as { result: { jobs: PrintJob[] } }
  expect(result.jobs.length).toBeGreaterThan(30)
  expect(result.jobs).toEqual(jobs.slice(0, result.jobs.length))
})

test('replaces an answer that is too large by a refusal', async () => {
  const offsets = MANY_OFFSETS('x'.repeat(190))
  const row = { ...usual, paperFormat: '4x6' as const, offsets }
  const { answer } = aDevice({ config: { mailing: row, shipping: row, form: row } })
  expect(await answer(request('config.get'))).toMatchObject({ ok: false, error: { code: 'answer_too_large' } })
})
