import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Printer } from '@postroom/contract/device-messages'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PrinterPort } from '../printers/printer.ts'
import { aJob } from '../testing/a-job.ts'
import { anOfficePrinter } from '../testing/an-office-printer.ts'
import { inMemory } from '../testing/in-memory.ts'
import { jobQueue, type JobQueue, type PrintArgs } from './job-queue.ts'
import { openJournal, type Journal } from './journal.ts'

let folder: string
let journal: Journal
/** The types of the printed documents. */
let printed: string[]
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-refusals-'))
  journal = openJournal(folder)
  printed = []
})
afterEach(() => {
  journal.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const LABEL = { name: '4x6', width_mm: 101.6, height_mm: 152.4 }

/** A queue whose printer has these facts, and prints at once. */
function queue(about: Partial<Printer> = {}, onForget = () => {}): JobQueue {
  const port: PrinterPort = {
    id: 'p1',
    describe: async () => ({ ...anOfficePrinter(10), media_ready: [LABEL], ...about }),
    print: async ({ type }) => {
      printed.push(type)
      return { state: 'printed' }
    },
  }
  const chosen = { printerId: 'p1', defaultOrSpecific: 'default', paperFormat: '4x6' } as const
  return jobQueue({
    journal,
    config: () => ({ mailing: chosen, shipping: { ...chosen, printerId: 'p2' } }),
    printer: (id) => (id === 'p1' ? port : undefined),
    fetch: async (...asked) => ({ ...(await inMemory()(...asked)), forget: onForget }),
    limitRate: async () => {},
    pause: { resumed: async () => {} },
    now: () => new Date('2026-11-21T10:00:00Z'),
    onJob: () => {},
  })
}

const job = (document: Partial<PrintArgs['documents'][number]> = {}, changes: Partial<PrintArgs> = {}): PrintArgs => ({
  job_id: 'job-00001',
  kind: 'mailing',
  title: 'Label',
  copies: 1,
  documents: [{ type: 'label', url: '', sha256: '', width_mm: 101.6, height_mm: 152.4, pages: 1, ...document }],
  ...changes,
})

test.each<[string, Partial<Printer>, Parameters<typeof job>[0], string | undefined]>([
  ['a printer that does not answer', { state: 'offline' }, {}, 'printer_offline'],
  ['a printer that is open', { state: 'stopped', reasons: ['cover-open'] }, {}, 'cover_open'],
  ['a printer with other labels in it', { media_ready: [{ ...LABEL, width_mm: 62 }] }, {}, 'media_mismatch'],
  ['a label that was drawn for 203 dpi, on a printer of 300', {}, { drawn_for_dpi: 203 }, 'drawn_for_other_printer'],
  ['a label that was drawn for 300 dpi, on a printer of 203', { thermal_dpi: 203 }, {}, 'drawn_for_other_printer'],
  ['a form on a label printer of 203 dpi', { thermal_dpi: 203 }, { type: 'cn22' }, 'resolution_too_low'],
  ['a label for 203 dpi there', { thermal_dpi: 203 }, { drawn_for_dpi: 203 }, undefined],
  ['a ruler page for 203 dpi there', { thermal_dpi: 203 }, { type: 'ruler', drawn_for_dpi: 203 }, undefined],
  ['a printer that is printing for others', { state: 'printing' }, {}, undefined],
])('%s', async (_what, about, document, code) => {
  let forgotten = 0
  const jobs = queue(about, () => forgotten++)
  jobs.submit(job(document))
  await expect.poll(() => jobs.isIdle()).toBe(true)
  const { state, error } = journal.find('job-00001')!
  expect([state, error?.code]).toEqual([code ? 'failed' : 'printed', code])
  expect(printed).toHaveLength(code ? 0 : 1)
  await expect.poll(() => forgotten).toBe(1)
})

test('accepts no job without a printer, and changes none that it does not know', async () => {
  const jobs = queue()
  expect(() => jobs.submit(job({}, { kind: 'form' }))).toThrow('printer_not_set')
  expect(() => jobs.submit(job({}, { kind: 'shipping' }))).toThrow('printer_unknown')
  expect(() => jobs.cancel('job-00001')).toThrow('request_invalid')
  await jobs.stop()
  expect(() => jobs.submit(job())).toThrow('queue_full')
  expect(journal.all()).toEqual([])
})

test('accepts a hundred labels in one job', async () => {
  const jobs = queue()
  expect(jobs.submit(job({ pages: 20 }, { copies: 5 })).labels).toBe(100)
  expect(() => jobs.submit(job({ pages: 101 }, { job_id: 'job-00002' }))).toThrow('document_too_large')
  await jobs.stop()
})

test('lists the newest fifty jobs, newest first, or one by its id', () => {
  for (let n = 10; n < 70; n++) journal.write(aJob(`job-${n}`, { state: 'printed' }))
  const jobs = queue()
  const ids = jobs.latest().map(({ job_id }) => job_id)
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([50, 'job-69', 'job-20'])
  expect(jobs.latest('job-10').map(({ job_id }) => job_id)).toEqual(['job-10'])
  expect(jobs.latest('job-99')).toEqual([])
})
