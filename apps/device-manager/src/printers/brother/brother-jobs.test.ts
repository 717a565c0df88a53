import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { PrintJob } from '@postroom/contract/device-messages'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { jobQueue, type PrintArgs } from '../../jobs/job-queue.ts'
import { openJournal, type Journal } from '../../jobs/journal.ts'
import { aPdf } from '../../testing/a-pdf.ts'
import { fakeBrother, type FakeBrotherSetting } from '../../testing/fake-brother.ts'
import { tcpBrotherPrinter } from './tcp-printer.ts'
import { inMemory } from '../../testing/in-memory.ts'

let folder: string
let journal: Journal
let fake: Awaited<ReturnType<typeof fakeBrother>>
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-ql-'))
  journal = openJournal(folder)
})
afterEach(async () => {
  await fake.stop()
  journal.close()
  fs.rmSync(folder, { recursive: true, force: true })
  expect(fake.wrongs).toEqual([])
})

const LABEL = { type: 'label', url: '', sha256: '', width_mm: 101.6, height_mm: 152.4, pages: 1 } as const
const JOB: PrintArgs = { job_id: 'job-00001', kind: 'shipping', title: 'Label', copies: 1, documents: [LABEL] }

const isFinal = ({ state }: PrintJob) => !['queued', 'sending', 'spooled'].includes(state)

/** Prints a job that is requested twice. Returns its result and the reported states. */
async function run(setting: FakeBrotherSetting, change: Partial<PrintArgs> = {}) {
  fake = await fakeBrother(setting)
  const printer = tcpBrotherPrinter(fake.address)
  const reported: PrintJob[] = []
  const jobs = jobQueue({
    journal,
    config: () => ({ shipping: { printerId: printer.id, defaultOrSpecific: 'default', paperFormat: '4x6' } }),
    printer: () => printer,
    fetch: inMemory(({ width_mm, height_mm, pages }) => aPdf({ width_mm, height_mm, pages })),
    limitRate: async () => {},
    pause: { resumed: async () => {} },
    now: () => new Date('2026-11-21T10:00:00Z'),
    onJob: (job) => reported.push(job),
  })
  jobs.submit({ ...JOB, ...change })
  await vi.waitFor(() => expect(reported.some(isFinal)).toBe(true), { timeout: 15_000 })
  jobs.submit({ ...JOB, ...change })
  await jobs.stop()
  return {
    job: journal.find(JOB.job_id),
    states: reported.map(({ state }) => state),
    printedLabels: reported.map((job) => job.printed_labels),
  }
}

test('prints two labels of two pages in one job in order, once each', async () => {
  const { states, printedLabels } = await run({}, { documents: [{ ...LABEL, pages: 2 }, LABEL] })
  const steps = ['queued', 'sending', 'sending', 'spooled', 'sending', 'spooled', 'printed']
  expect(states).toEqual(steps)
  expect(printedLabels).toEqual([0, 0, 1, 1, 2, 2, 3])
  expect(fake.printed).toHaveLength(3)
})

test.each([
  // the printer                              state        code
  ['has no roll', { asked: [0x01, 0] }, 'failed', 'media_empty'],
  ['has the wrong roll', { roll: { type: 0x0b, width: 62, length: 100 } }, 'failed', 'media_mismatch'],
  ['is open', { asked: [0, 0x10] }, 'failed', 'cover_open'],
  ['is an unknown model', { asked: [0, 0], modelCode: 0x30 }, 'failed', 'printer_model_unknown'],
  ['stops before the label', { refuses: { page: 1, errors: [0, 0x40] } }, 'failed', 'media_stuck'],
  ['stops during the label', { breaks: { page: 1, errors: [0x04, 0] } }, 'unknown', 'cutter_stuck'],
  ['is turned off during the label', { offAfterRows: 500 }, 'unknown', 'outcome_unknown'],
] as const)(
  'on a printer that %s the job is %s with %s, and a repeated request prints nothing',
  async (_, setting, state, code) => {
    const { job } = await run(setting)
    expect(job).toMatchObject({ state, error: { code } })
    expect(fake.pagesReceived()).toBeLessThanOrEqual(1)
    expect(fake.printed).toEqual([])
  },
)

test('names the loaded and the needed roll', async () => {
  const { job } = await run({ roll: { type: 0x0b, width: 62, length: 100 } })
  const paper = {
    from: 'loaded',
    sizes: [{ width_mm: 62, height_mm: 100 }],
    needed: { width_mm: 101.6, height_mm: 152.4 },
  }
  expect(job?.error?.media).toEqual(paper)
  expect(fake.pagesReceived()).toBe(0)
})
