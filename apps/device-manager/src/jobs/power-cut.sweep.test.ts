import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { PrintJob } from '@postroom/contract/device-messages'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aJob } from '../testing/a-job.ts'
import { fakeBrother } from '../testing/fake-brother.ts'
import { fakeIppPrinter, IPP, ippAnswer, READS_PDF } from '../testing/fake-ipp-printer.ts'
import { jobIdOf, jobIdOn, LABELS } from '../testing/numbered-labels.ts'
import { openJournal } from './journal.ts'

const PROGRAM = path.join(import.meta.dirname, '../testing/print-until-killed.ts')
let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-cut-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const PRINT = 0x02
const MEDIA = 'iso_a4_210x297mm'
const ANSWERS: Record<number, Buffer> = {
  [PRINT]: ippAnswer(0, [IPP.job, [IPP.integer, 'job-id', 5]]),
  0x09: ippAnswer(0, [IPP.job, [IPP.enum, 'job-state', 9]]),
  0x0b: ippAnswer(0, [IPP.printer, [IPP.enum, 'printer-state', 3], [IPP.keyword, 'media-supported', MEDIA], READS_PDF]),
}

async function threePrinters() {
  const onIpp: string[] = []
  const ipp = await fakeIppPrinter((operation, request) => {
    if (operation === PRINT) onIpp.push(/label-\d+:round-\d+/.exec(request.toString('latin1'))?.[0] ?? '')
    return ANSWERS[operation] ?? ippAnswer(0)
  })
  const ql = await fakeBrother({ roll: { type: 0x0b, width: 29, length: 90 } })
  const kept = path.join(folder, 'printed')
  const files = () => (fs.existsSync(kept) ? fs.readdirSync(kept).filter((name) => name.endsWith('.pdf')) : [])
  const onVirtual = () => files().map((name) => name.replace(/.*(label-\d+)-(round-\d+).*/, '$1:$2'))
  return {
    addresses: ['virtual', ipp.uri, ql.address],
    /** The jobs of all printed labels. */
    paper: () => [...onIpp, ...ql.printed.map(jobIdOn), ...onVirtual()],
    stop: () => Promise.all([ipp.stop(), ql.stop()]),
  }
}

/** The states of the jobs after a restart, which settles interrupted jobs. */
function jobsNow(): PrintJob[] {
  const journal = openJournal(folder)
  journal.close()
  return journal.all()
}

async function run(args: string[]): Promise<NodeJS.Signals | null> {
  const device = spawn(process.execPath, [PROGRAM, folder, ...args], { stdio: ['ignore', 'inherit', 'inherit'] })
  const [, signal] = (await once(device, 'exit')) as [unknown, NodeJS.Signals | null]
  return signal
}

const PLACES = [
  'after queued',
  'before sending',
  'after sending',
  'before spooled',
  'after spooled',
  'before printed',
  'after printed',
]

test(`prints none of ${LABELS} labels twice on three printers despite power cuts at every step, and reports no wrong state`, async () => {
  const printers = await threePrinters()
  for (const [round, place] of PLACES.entries())
    expect(await run([String(LABELS), String(round), place, ...printers.addresses]), place).toBe('SIGKILL')
  const last = PLACES.length
  expect(await run([String(LABELS), String(last), 'never', ...printers.addresses])).toBeNull()
  await printers.stop()

  const paper = printers.paper()
  expect(new Set(paper).size).toBe(paper.length)
  const jobs = jobsNow()
  for (const { job_id, state, error } of jobs) {
    const isOut = paper.includes(job_id)
    if (state === 'printed') expect(isOut, job_id).toBe(true)
    else if (state === 'failed') expect([isOut, error?.code], job_id).toEqual([false, 'never_begun'])
    else expect([state, error?.code], job_id).toEqual(['unknown', 'outcome_unknown'])
  }
  // with reprints of failed labels only, each label is printed or needs a check by the user
  for (let label = 0; label < LABELS; label++) {
    const ids = PLACES.concat('never').map((_, round) => jobIdOf(label, round))
    const settled = jobs.filter(({ job_id, state }) => ids.includes(job_id) && state !== 'failed')
    expect(settled, `label ${label}`).toHaveLength(1)
  }
  const unknown = jobs.filter(({ state }) => state === 'unknown')
  const isOut = unknown.map(({ job_id }) => paper.includes(job_id))
  expect(isOut).toContain(true)
  expect(isOut).toContain(false)
  expect(unknown.length).toBeLessThanOrEqual(3 * PLACES.length)
}, 120_000)

test('ignores a line that was cut off', () => {
  const job = aJob('shipment-1:first')
  const journal = openJournal(folder)
  journal.write(job)
  journal.close()
  fs.appendFileSync(path.join(folder, 'jobs.jsonl'), '{"job_id":"shipment-1:first","sta')
  expect(jobsNow()).toEqual([job])
})
