import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aJob } from '../testing/a-job.ts'
import { openJournal } from './journal.ts'

const PROGRAM = path.join(import.meta.dirname, '../testing/write-until-full.ts')
let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-journal-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

function jobsAgain() {
  const journal = openJournal(folder)
  journal.close()
  return journal.all()
}

const kept = (...lines: string[]) =>
  fs.writeFileSync(path.join(folder, 'jobs.jsonl'), lines.map((l) => `${l}\n`).join(''))
const line = (...given: Parameters<typeof aJob>) => JSON.stringify(aJob(...given))

test('continues after a full disk, without partial lines', () => {
  const asked = [process.execPath, PROGRAM, folder]
  const said = execFileSync('bash', ['-c', 'ulimit -S -f 2; exec "$@"', 'bash', ...asked], { encoding: 'utf8' })
  const { refused, last } = JSON.parse(said) as { refused: string; last: string }
  const ids = jobsAgain().map(({ job_id }) => job_id)
  expect(ids.length).toBeGreaterThan(5)
  expect(ids).not.toContain(refused)
  expect(ids.at(-1)).toBe(last)
})

test.each([
  // damage                                      lines
  ['its only line', [line('job-00002').slice(0, 90)]],
  ['a line after its first', [line('job-00002'), line('job-00002', { state: 'sending' }).slice(0, 90)]],
  ['a line that another continues', [line('job-00002'), line('job-00002').slice(0, 90) + line('job-00003')]],
  ['a line with an unknown state', [line('job-00002').replace('queued', 'folded')]],
])('treats a job as possibly printed when %s is damaged', (_, damaged) => {
  kept(line('job-00001'), ...damaged, line('job-00004'))
  const states = new Map(jobsAgain().map(({ job_id, state }) => [job_id, state]))
  expect(states.get('job-00002')).toBe('unknown')
  expect(states.get('job-00003') ?? 'unknown').toBe('unknown')
  expect([states.get('job-00001'), states.get('job-00004')]).toEqual(['queued', 'queued'])
  expect(new Map(jobsAgain().map(({ job_id, state }) => [job_id, state]))).toEqual(states)
})

test('uses a later line of a job after a damaged one', () => {
  kept(line('job-00001').slice(0, 90), line('job-00001', { state: 'printed' }))
  expect(jobsAgain()).toEqual([aJob('job-00001', { state: 'printed' })])
})

test('refuses to open a journal with a line without a job id, whose job could be printed again', () => {
  kept(line('job-00001'), 'garbage', line('job-00002'))
  expect(jobsAgain).toThrow('damaged')
})

const JOBS_KEPT = 10

test('keeps the newest of a thousand jobs and every id, while files and memory stay bounded', () => {
  const journal = openJournal(folder, JOBS_KEPT)
  journal.write(aJob('job-still-open'))
  let longest = 0
  for (let n = 0; n < 1_000; n++) {
    for (const state of ['queued', 'sending', 'spooled', 'printed'] as const) journal.write(aJob(`job-${n}`, { state }))
    longest = Math.max(longest, fs.statSync(path.join(folder, 'jobs.jsonl')).size)
  }
  expect(longest).toBeLessThan(30_000)
  expect(journal.all().length).toBeLessThan(4 * JOBS_KEPT)
  journal.close()
  const again = openJournal(folder, JOBS_KEPT)
  again.close()
  expect(again.all()).toHaveLength(JOBS_KEPT)
  expect(again.find('job-still-open')?.state).toBe('queued')
  expect(again.find('job-999')?.state).toBe('printed')
  for (let n = 0; n < 990; n++) expect(again.find(`job-${n}`), `job-${n}`).toMatchObject({ state: 'unknown' })
  expect(again.find('job-1000')).toBeUndefined()
})

test('keeps the newest ten thousand jobs unless another number is given', () => {
  const ended = Array.from({ length: 10_001 }, (_, n) => line(`job-${10_000 + n}`, { state: 'printed' }))
  fs.writeFileSync(path.join(folder, 'jobs.jsonl'), `${ended.join('\n')}\n`)
  const journal = openJournal(folder)
  expect([journal.all().length, journal.all()[0]?.job_id]).toEqual([10_000, 'job-10001'])
  expect(journal.find('job-10000')?.state).toBe('unknown')
  journal.close()
})

test('still has old ids in the journal after a power cut while moving them', () => {
  const journal = openJournal(folder)
  for (let n = 0; n < 30; n++) journal.write(aJob(`job-${n}`, { state: 'printed' }))
  journal.close()
  openJournal(folder, JOBS_KEPT).close()
  const before = fs.readFileSync(path.join(folder, 'old-jobs.txt'))
  fs.writeFileSync(path.join(folder, 'old-jobs.txt'), before.subarray(0, -5))
  kept(...Array.from({ length: 30 }, (_, n) => line(`job-${n}`, { state: 'printed' })))
  const again = openJournal(folder, JOBS_KEPT)
  again.close()
  for (let n = 0; n < 30; n++) expect(again.find(`job-${n}`), `job-${n}`).toBeDefined()
})

test('keeps the long journal if the disk is too full to shorten it', () => {
  const journal = openJournal(folder, JOBS_KEPT)
  fs.mkdirSync(path.join(folder, 'old-jobs.txt'))
  for (let n = 0; n < 200; n++) journal.write(aJob(`job-${n}`, { state: 'printed' }))
  journal.close()
  expect(journal.all()).toHaveLength(200)
  fs.rmdirSync(path.join(folder, 'old-jobs.txt'))
  expect(jobsAgain()).toHaveLength(200)
})

test('is not rewritten at every step while more jobs are open than it keeps', () => {
  const journal = openJournal(folder, 1)
  const write = (n: number) => journal.write(aJob(`job-${n}`, { state: 'queued' }))
  const fileId = () => fs.statSync(path.join(folder, 'jobs.jsonl'), { bigint: true }).ino
  const files = new Set(Array.from({ length: 20 }, (_, n) => (write(n), fileId())))
  journal.close()
  expect(files.size).toBe(1)
})

test('syncs old ids before it removes their jobs', () => {
  const added = vi.spyOn(fs, 'appendFileSync')
  const journal = openJournal(folder, 1)
  for (let n = 0; n < 30; n++) journal.write(aJob(`job-${n % 3}`, { state: 'printed' }))
  journal.close()
  expect(added).toHaveBeenCalledWith(path.join(folder, 'old-jobs.txt'), expect.anything(), { mode: 0o600, flush: true })
  added.mockRestore()
})
