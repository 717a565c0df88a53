import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { PrintJob, PrinterConfigs } from '@postroom/contract/device-messages'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DeviceRefusal, faultOf } from '../device-refusal.ts'
import type { PrinterPort, PrintOutcome } from '../printers/printer.ts'
import { jobQueue, type JobQueue, type JobQueueParts, type PrintArgs } from './job-queue.ts'
import { openJournal, type Journal } from './journal.ts'
import { pauseSwitch } from './pause-switch.ts'
import { inMemory } from '../testing/in-memory.ts'

const DOCUMENT = { type: 'label', url: '', sha256: '', width_mm: 101.6, height_mm: 152.4, pages: 1 } as const
const job = (job_id: string, changes: Partial<PrintArgs> = {}): PrintArgs => ({
  job_id,
  kind: 'mailing',
  title: 'Label',
  copies: 1,
  documents: [DOCUMENT],
  ...changes,
})

let folder: string
let journal: Journal
let reported: PrintJob[]
/** Each print waits here for its outcome. */
let printing: {
  job_id: string
  signal: AbortSignal
  end: (outcome: PrintOutcome) => void
  report: (pages: number) => void
}[]

const printer: PrinterPort = {
  id: 'p1',
  describe: async () => {
    const nothing = { reasons: [], media: [], resolutions_dpi: [] }
    const media_ready = [{ name: '4x6', width_mm: 101.6, height_mm: 152.4 }]
    return { id: 'p1', name: 'p1', driver: 'virtual', state: 'ready', ...nothing, media_ready }
  },
  print: ({ job_id }, onSpooled, signal, report = () => {}) => {
    onSpooled()
    return new Promise((end) => printing.push({ job_id, signal, end, report }))
  },
}

function queue(changes: Partial<JobQueueParts> = {}): JobQueue {
  return jobQueue({
    journal,
    config: () => ({ mailing: { printerId: 'p1', defaultOrSpecific: 'default', paperFormat: '4x6' } }),
    printer: (id) => (id === 'p1' ? printer : undefined),
    fetch: inMemory(),
    limitRate: async () => {},
    pause: { resumed: async () => {} },
    now: () => new Date('2026-11-21T10:00:00Z'),
    onJob: (event) => reported.push(event),
    ...changes,
  })
}

const statesOf = (id: string) => reported.filter(({ job_id }) => job_id === id).map(({ state }) => state)
const printingNow = (count: number) => expect.poll(() => printing).toHaveLength(count)
const ended = (id: string, state: PrintJob['state']) => expect.poll(() => journal.find(id)?.state).toBe(state)

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-jobs-'))
  journal = openJournal(folder)
  reported = []
  printing = []
})
afterEach(() => {
  journal.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

test('reports each step of a job, and prints it once for repeated requests', async () => {
  const jobs = queue()
  expect(jobs.submit(job('job-00001')).state).toBe('queued')
  jobs.submit(job('job-00001'))
  await printingNow(1)
  printing[0]?.end({ state: 'printed' })
  await ended('job-00001', 'printed')
  expect(jobs.submit(job('job-00001')).state).toBe('printed')
  expect(statesOf('job-00001')).toEqual(['queued', 'sending', 'spooled', 'printed'])
  expect(printing).toHaveLength(1)
})

test('sends one job at a time to a printer, in order', async () => {
  const jobs = queue()
  for (const id of ['job-00001', 'job-00002', 'job-00003']) jobs.submit(job(id))
  for (let done = 1; done <= 3; done++) {
    await printingNow(done)
    expect(printing.at(-1)?.job_id).toBe(`job-0000${done}`)
    printing.at(-1)?.end({ state: 'printed' })
  }
  await ended('job-00003', 'printed')
})

const OTHERS = { config: () => anyPrinter, printer: (id: string) => ({ ...printer, id }) }
const anyPrinter = {
  mailing: { printerId: 'p1', defaultOrSpecific: 'default', paperFormat: '4x6' },
  shipping: { printerId: 'p2', defaultOrSpecific: 'default', paperFormat: '4x6' },
} as const

test('queues 2,000 jobs per printer; a full queue blocks no other printer and empties again', async () => {
  const jobs = queue(OTHERS)
  for (let n = 0; n < 2_000; n++) jobs.submit(job(`job-${10_000 + n}`))
  expect(() => jobs.submit(job('job-99999'))).toThrow('queue_full')
  expect(journal.find('job-99999')).toBeUndefined()
  jobs.submit(job('job-other', { kind: 'shipping' }))
  await printingNow(2)
  expect(printing.map(({ job_id }) => job_id).toSorted()).toEqual(['job-10000', 'job-other'])
  printing.find(({ job_id }) => job_id === 'job-10000')?.end({ state: 'printed' })
  await ended('job-10000', 'printed')
  expect(jobs.submit(job('job-99999')).state).toBe('queued')
}, 60_000)

test('queues 6,000 jobs for all printers together', () => {
  let [printerId, lines] = ['p1', 0]
  const notOnDisk = { ...journal, write: () => void lines++, find: () => undefined }
  const row = { defaultOrSpecific: 'default', paperFormat: '4x6' } as const
  const jobs = queue({ ...OTHERS, journal: notOnDisk, config: () => ({ mailing: { printerId, ...row } }) })
  for (printerId of ['p1', 'p2', 'p3']) for (let n = 0; n < 2_000; n++) jobs.submit(job(`${printerId}-${10_000 + n}`))
  printerId = 'p4'
  expect(() => jobs.submit(job('p4-10000'))).toThrow('queue_full')
  expect(lines).toBe(6_000)
})

test('reports 2,000 queued jobs as never begun after a kill, and the job at the printer as unknown', async () => {
  const jobs = queue()
  for (let n = 0; n < 2_000; n++) jobs.submit(job(`job-${10_000 + n}`))
  await printingNow(1)
  journal.close()
  journal = openJournal(folder)
  queue()
  expect(journal.find('job-10000')).toMatchObject({ state: 'unknown', error: { code: 'outcome_unknown' } })
  const others = journal.all().filter(({ job_id }) => job_id !== 'job-10000')
  expect(others).toHaveLength(1_999)
  expect(others.filter(({ state, error }) => state === 'failed' && error?.code === 'never_begun')).toEqual(others)
}, 60_000)

test('downloads documents when their job is accepted, and deletes them when it ends', async () => {
  const forgotten: string[] = []
  const fetched = vi.fn<JobQueueParts['fetch']>(async ({ url }) => ({
    read: async () => new Uint8Array(),
    forget: () => forgotten.push(url),
  }))
  const jobs = queue({ fetch: fetched })
  const ids = ['job-00001', 'job-00002', 'job-00003']
  for (const id of ids) jobs.submit(job(id, { documents: [{ ...DOCUMENT, url: id }] }))
  expect(fetched.mock.calls.map(([{ url }]) => url)).toEqual(ids)
  jobs.cancel('job-00002')
  for (const id of ['job-00001', 'job-00003']) {
    await expect.poll(() => printing.at(-1)?.job_id).toBe(id)
    printing.at(-1)?.end({ state: 'printed' })
  }
  await jobs.stop()
  await expect.poll(() => forgotten).toEqual(ids)
})

test.each([
  ['a kind without a printer', { config: () => ({}) }, 'printer_not_set'],
  ['an unknown printer', { printer: () => undefined }, 'printer_unknown'],
] as const)('refuses %s before anything is written', (_, changes, code) => {
  expect(() => queue(changes).submit(job('job-00001'))).toThrow(code)
  expect(journal.all()).toEqual([])
})

test.each([
  ['a document that does not fit', { documents: [{ ...DOCUMENT, width_mm: 210 }] }, {}, 'media_mismatch'],
  [
    'a changed document',
    {},
    { fetch: () => Promise.reject(new DeviceRefusal('document_changed')) },
    'document_changed',
  ],
] as const)('fails %s, and sends nothing', async (_, args, changes, code) => {
  queue(changes).submit(job('job-00001', args as Partial<PrintArgs>))
  await ended('job-00001', 'failed')
  expect(journal.find('job-00001')?.error?.code).toBe(code)
  expect(statesOf('job-00001')).toEqual(['queued', 'failed'])
})

test('cancels a queued job at once, and never sends it', async () => {
  const jobs = queue()
  jobs.submit(job('job-00001'))
  jobs.submit(job('job-00002'))
  await printingNow(1)
  expect(jobs.cancel('job-00002').state).toBe('cancelled')
  printing[0]?.end({ state: 'printed' })
  await jobs.stop()
  expect(journal.find('job-00002')?.state).toBe('cancelled')
  expect(printing).toHaveLength(1)
})

test('takes the outcome of a cancelled job at the printer from the printer', async () => {
  const jobs = queue()
  jobs.submit(job('job-00001'))
  await printingNow(1)
  expect(jobs.cancel('job-00001').state).toBe('spooled')
  expect(printing[0]?.signal.aborted).toBe(true)
  printing[0]?.end({ state: 'printed' })
  await ended('job-00001', 'printed')
})

const TWO_PAPERS: Partial<PrintArgs> = { copies: 2, documents: [{ ...DOCUMENT, pages: 2 }, DOCUMENT] }

test('reports the number of printed labels during the job', async () => {
  const jobs = queue()
  expect(jobs.submit(job('job-00001', TWO_PAPERS))).toMatchObject({ labels: 6, printed_labels: 0 })
  await printingNow(1)
  printing[0]?.report(3)
  expect(journal.find('job-00001')).toMatchObject({ state: 'spooled', printed_labels: 3 })
  printing[0]?.end({ state: 'printed' })
  await printingNow(2)
  expect(journal.find('job-00001')).toMatchObject({ state: 'spooled', printed_labels: 4 })
  printing[1]?.end({ state: 'printed' })
  await ended('job-00001', 'printed')
  expect(journal.find('job-00001')).toMatchObject({ labels: 6, printed_labels: 6 })
})

test('bounds the label count of a printer that counts wrongly, and never reduces it', async () => {
  queue().submit(job('job-00001', TWO_PAPERS))
  await printingNow(1)
  printing[0]?.report(2)
  const before = reported.length
  for (const count of [2, 1, 0, -1]) printing[0]?.report(count)
  expect(reported).toHaveLength(before)
  printing[0]?.report(99)
  expect(reported.at(-1)?.printed_labels).toBe(4)
  printing[0]?.end({ state: 'printed' })
  await printingNow(2)
  printing[1]?.report(99)
  expect(reported.at(-1)?.printed_labels).toBe(6)
})

const offsetOf = (width_mm: number, x_mm: number) => ({ printerId: 'p1', width_mm, height_mm: 152.4, x_mm })

test('applies the offset of the media in use only', async () => {
  const config = { printerId: 'p1', defaultOrSpecific: 'default', paperFormat: '4x6' } as const
  const offsets = [offsetOf(104, 3), offsetOf(101.6, 2)]
  const print = vi.fn<PrinterPort['print']>(async () => ({ state: 'printed' }))
  const changes = { printer: () => ({ ...printer, print }) }
  queue({ ...changes, config: () => ({ mailing: { ...config, offsets } }) }).submit(job('job-00001'))
  await ended('job-00001', 'printed')
  queue({ ...changes, config: () => ({ mailing: { ...config, offsets: [offsetOf(104, 3)] } }) }).submit(
    job('job-00002'),
  )
  await ended('job-00002', 'printed')
  expect(print.mock.calls.map(([order]) => order.offset?.x_mm)).toEqual([2, undefined])
})

test('is unknown, not failed, after printing in part, so that the user checks before a reprint', async () => {
  queue().submit(job('job-00001', TWO_PAPERS))
  await printingNow(1)
  printing[0]?.end({ state: 'printed' })
  await printingNow(2)
  printing[1]?.end({ state: 'failed', fault: faultOf('media_empty') })
  await ended('job-00001', 'unknown')
  expect(journal.find('job-00001')).toMatchObject({ printed_labels: 4, error: { code: 'media_empty' } })
})

test('says that the next document was not sent when something fails between two', async () => {
  let turns = 0
  const limitRate = async () => {
    if (++turns === 2) throw new Error('a bug')
  }
  queue({ limitRate }).submit(job('job-00001', TWO_PAPERS))
  await printingNow(1)
  printing[0]?.end({ state: 'printed' })
  await ended('job-00001', 'unknown')
  expect(journal.find('job-00001')).toMatchObject({ printed_labels: 4, error: { code: 'printer_stopped' } })
})

test('fails a job whose driver refuses it before sending', async () => {
  const refusing = { ...printer, print: () => Promise.reject(new DeviceRefusal('document_too_large')) }
  queue({ printer: () => refusing }).submit(job('job-00001'))
  await ended('job-00001', 'failed')
  expect(journal.find('job-00001')?.error?.code).toBe('document_too_large')
})

test('is unknown after a driver throws while printing', async () => {
  const breaking = { ...printer, print: () => Promise.reject(new Error('a bug')) }
  queue({ printer: () => breaking }).submit(job('job-00001'))
  await ended('job-00001', 'unknown')
  expect(journal.find('job-00001')?.error?.code).toBe('outcome_unknown')
})

test('fails a job whose driver cannot describe its printer', async () => {
  const breaking = { ...printer, describe: () => Promise.reject(new Error('a bug')) }
  queue({ printer: () => breaking }).submit(job('job-00001'))
  await ended('job-00001', 'failed')
  expect(journal.find('job-00001')?.error?.code).toBe('printer_stopped')
})

test.each([
  ['is at the printer', { state: 'cancelled', fault: faultOf('cancelled') }, 0],
  ['has printed one document of two', { state: 'printed' }, 4],
] as const)('cancels a job that %s, and sends nothing more of it', async (_, outcome, printedLabels) => {
  const jobs = queue()
  jobs.submit(job('job-00001', TWO_PAPERS))
  await printingNow(1)
  expect(jobs.cancel('job-00001').state).toBe('spooled')
  printing[0]?.end(outcome)
  await ended('job-00001', 'cancelled')
  expect(journal.find('job-00001')).toMatchObject({ printed_labels: printedLabels, error: { code: 'cancelled' } })
  expect(printing).toHaveLength(1)
})

test('does not change an ended job when it is cancelled', async () => {
  const jobs = queue()
  jobs.submit(job('job-00001'))
  await printingNow(1)
  printing[0]?.end({ state: 'printed' })
  await ended('job-00001', 'printed')
  expect(jobs.cancel('job-00001').state).toBe('printed')
  expect(journal.find('job-00001')?.state).toBe('printed')
})

test('finishes the label at the printer on stop, and reports the other jobs as never begun', async () => {
  const jobs = queue()
  jobs.submit(job('job-00001'))
  jobs.submit(job('job-00002'))
  await printingNow(1)
  const stopped = jobs.stop()
  printing[0]?.end({ state: 'printed' })
  await stopped
  expect(journal.find('job-00001')?.state).toBe('printed')
  expect(journal.find('job-00002')).toMatchObject({ state: 'failed', error: { code: 'never_begun' } })
})

test.each([
  ['many pages', { documents: [{ ...DOCUMENT, pages: 101 }] }],
  [
    'many copies of many documents',
    { copies: 10, documents: Array.from({ length: 10 }, () => ({ ...DOCUMENT, pages: 2 })) },
  ],
])('refuses %s above the limit before anything is written', (_, args) => {
  expect(() => queue().submit(job('job-00001', args))).toThrow('document_too_large')
  expect(journal.all()).toEqual([])
})

const full = () => {
  throw Object.assign(new Error('No space left'), { code: 'ENOSPC' })
}

test.each([
  // step that meets the full disk            reported states                               after a restart
  ['sending', ['queued', 'failed'], 'failed'],
  ['spooled', ['queued', 'sending', 'spooled', 'printed'], 'printed'],
  ['printed', ['queued', 'sending', 'spooled', 'printed'], 'unknown'],
] as const)('with a full disk at %s reports %j, and continues with the next job', async (step, states, afterwards) => {
  const write = (next: PrintJob) => (next.job_id === 'job-00001' && next.state === step ? full() : journal.write(next))
  const jobs = queue({ journal: { ...journal, write } })
  jobs.submit(job('job-00001'))
  jobs.submit(job('job-00002'))
  await printingNow(1)
  if (printing[0]?.job_id === 'job-00001') printing[0].end({ state: 'printed' })
  await expect.poll(() => printing.at(-1)?.job_id).toBe('job-00002')
  printing.at(-1)?.end({ state: 'printed' })
  await jobs.stop()
  expect(statesOf('job-00001')).toEqual(states)
  expect(journal.find('job-00002')?.state).toBe('printed')
  queue()
  expect(journal.find('job-00001')?.state).toBe(afterwards)
})

test('prints a job with the settings it was accepted with', async () => {
  const config = { printerId: 'p1', defaultOrSpecific: 'default', paperFormat: '4x6' } as const
  let mailing: PrinterConfigs['mailing'] = { ...config, offsets: [offsetOf(101.6, 2)] }
  const print = vi.fn<PrinterPort['print']>(async () => ({ state: 'printed' }))
  const jobs = queue({ config: () => ({ mailing }), printer: () => ({ ...printer, print }) })
  jobs.submit(job('job-00001'))
  mailing = { ...config, printerId: 'p2', offsets: [offsetOf(101.6, 3)] }
  await ended('job-00001', 'printed')
  expect(print.mock.calls.map(([order]) => order.offset?.x_mm)).toEqual([2])
})

test('holds the jobs that have not begun while it is paused, and prints each once in order when it resumes', async () => {
  const pause = pauseSwitch(folder)
  const jobs = queue({ pause })
  jobs.submit(job('job-00001'))
  await printingNow(1)
  pause.set(true)
  for (const id of ['job-00002', 'job-00003']) jobs.submit(job(id))
  printing[0]?.end({ state: 'printed' })
  await ended('job-00001', 'printed')
  expect([journal.find('job-00002')?.state, printing.length, jobs.isIdle()]).toEqual(['queued', 1, false])
  pause.set(false)
  await printingNow(2)
  printing[1]?.end({ state: 'printed' })
  await printingNow(3)
  printing[2]?.end({ state: 'printed' })
  await ended('job-00003', 'printed')
  expect(printing.map(({ job_id }) => job_id)).toEqual(['job-00001', 'job-00002', 'job-00003'])
  await expect.poll(() => jobs.isIdle()).toBe(true)
})

test('a job that waits for the rate limit when it is paused is held, too', async () => {
  const pause = pauseSwitch(folder)
  const turn = Promise.withResolvers<void>()
  const isWaiting = Promise.withResolvers<void>()
  const limitRate = () => {
    isWaiting.resolve()
    return turn.promise
  }
  const jobs = queue({ pause, limitRate })
  jobs.submit(job('job-00001'))
  await isWaiting.promise
  pause.set(true)
  turn.resolve()
  await new Promise(setImmediate)
  expect([journal.find('job-00001')?.state, printing.length]).toEqual(['queued', 0])
  pause.set(false)
  await printingNow(1)
  printing[0]?.end({ state: 'printed' })
  await ended('job-00001', 'printed')
})

test('a held job can be cancelled, and ends as never begun when the program stops', async () => {
  const pause = pauseSwitch(folder)
  pause.set(true)
  const jobs = queue({ pause })
  for (const id of ['job-00001', 'job-00002']) jobs.submit(job(id))
  jobs.cancel('job-00001')
  expect(journal.find('job-00001')?.state).toBe('cancelled')
  await jobs.stop()
  expect(journal.find('job-00002')).toMatchObject({ state: 'failed', error: { code: 'never_begun' } })
  expect([pauseSwitch(folder).isPaused(), printing]).toEqual([true, []])
})
