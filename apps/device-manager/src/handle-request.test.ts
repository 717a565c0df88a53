import { randomUUID } from 'node:crypto'
import type { PrinterConfigs } from '@postroom/contract/device-messages'
import { expect, test } from 'vitest'
import { requestHandler } from './handle-request.ts'
import type { JobQueue } from './jobs/job-queue.ts'
import type { PrinterList } from './printers/printer-list.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const hubTime = async () => NOW
const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1000).toISOString()

/** A device that counts what it is asked to do. */
function aDevice() {
  const done: string[] = []
  let config: PrinterConfigs = {}
  const printers: PrinterList = {
    find: (id) => (id === 'virtual' ? ({ id } as ReturnType<PrinterList['find']>) : undefined),
    look: async () => {
      done.push('look')
      return []
    },
    known: () => [],
    stop: () => {},
  }
  const jobs: JobQueue = {
    submit: ({ job_id, title, kind }) => {
      done.push(`print ${job_id}`)
      const at = NOW.toISOString()
      return { job_id, title, kind, printer_id: 'virtual', state: 'queued', created_at: at, updated_at: at }
    },
    cancel: () => {
      throw new Error('a bug')
    },
    latest: () => [],
    stop: async () => {},
  }
  const store = { get: () => config, set: (changed: PrinterConfigs) => void (config = changed) }
  const answer = requestHandler({ alias: () => 'Bench', version: '1', printers, config: store, jobs })
  return { answer: (message: unknown) => answer(message, hubTime), done }
}

const request = (op: string, args: unknown = {}, changes: object = {}) => ({
  id: randomUUID(),
  op,
  args,
  expires_at: inSeconds(10),
  ...changes,
})
const DOCUMENT = { type: 'label', url: 'x', sha256: 'x', width_mm: 101.6, height_mm: 152.4, pages: 1 }
const PRINT = { job_id: 'job-00001', kind: 'mailing', title: 'Label', documents: [DOCUMENT] }

test('a request is carried out and answered under its id', async () => {
  const { answer } = aDevice()
  const asked = request('status')
  expect(await answer(asked)).toEqual({
    re: asked.id,
    ok: true,
    result: { alias: 'Bench', version: '1', printers: [], config: {} },
  })
})

test('a request that arrives twice is carried out once, also while it is being carried out', async () => {
  const { answer, done } = aDevice()
  const asked = request('print', PRINT)
  const [first, second] = await Promise.all([answer(asked), answer(asked)])
  expect(second).toEqual(first)
  expect(await answer(asked)).toEqual(first)
  expect(done).toEqual(['print job-00001'])
})

test.each([
  ['from old history', { expires_at: inSeconds(-1) }, 'request_expired'],
  ['that expires this moment', { expires_at: inSeconds(0) }, 'request_expired'],
  ['that would be good for ten years', { expires_at: inSeconds(10 * 365 * 86_400) }, 'request_expired'],
  ['with arguments that are wrong', { args: { ...PRINT, copies: 11 } }, 'request_invalid'],
  ['with an argument too many', { args: { ...PRINT, printer: '; rm' } }, 'request_invalid'],
  ['without documents', { args: { ...PRINT, documents: [] } }, 'request_invalid'],
])('a request %s is refused and nothing happens', async (_, changes, code) => {
  const { answer, done } = aDevice()
  expect(await answer(request('print', PRINT, changes))).toMatchObject({ ok: false, error: { code } })
  expect(done).toEqual([])
})

test.each([
  ['nothing', null],
  ['words', 'print'],
  ['an unknown operation', request('shell')],
  ['an id that is none', request('status', {}, { id: '1' })],
])('%s is no request and gets no answer', async (_, message) => {
  expect(await aDevice().answer(message)).toBeUndefined()
})

test('a printer that is not there cannot be chosen', async () => {
  const { answer } = aDevice()
  const choose = (printerId: string) =>
    request('config.set', { config: { mailing: { printerId, defaultOrSpecific: 'default', paperFormat: '4x6' } } })
  expect(await answer(choose('gone'))).toMatchObject({ ok: false, error: { code: 'printer_unknown' } })
  expect(await answer(choose('virtual'))).toMatchObject({ ok: true })
  expect(await answer(request('config.get'))).toMatchObject({
    result: { config: { mailing: { printerId: 'virtual' } } },
  })
})

test('a fault of our own is answered, not left open', async () => {
  expect(await aDevice().answer(request('print.cancel', { job_id: 'x' }))).toMatchObject({ ok: false })
})
