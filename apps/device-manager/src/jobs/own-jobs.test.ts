import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadMembership, saveMembership } from '../identity.ts'
import { aJob } from '../testing/a-job.ts'
import { openJournal, type Journal } from './journal.ts'
import { ownJobs } from './own-jobs.ts'

let folder: string
let journal: Journal
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-own-'))
  journal = openJournal(folder)
})
afterEach(() => {
  journal.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

test('never reports jobs from before a pairing, and never reuses their ids, also after a restart', () => {
  const jobs = () => ownJobs(journal, () => loadMembership(folder))
  const reported = () =>
    jobs()
      .latest(2)
      .map(({ job_id }) => job_id)
  for (const id of ['job-1', 'job-2']) journal.write(aJob(id))
  expect(reported()).toEqual(['job-2', 'job-1'])
  saveMembership(folder, { hub_id: crypto.randomUUID(), after_job: 'job-2' })
  expect(reported()).toEqual([])
  for (const id of ['job-3', 'job-4', 'job-5']) journal.write(aJob(id))
  journal.write(aJob('job-1', { state: 'failed' }))
  journal.close()
  journal = openJournal(folder)
  expect(reported()).toEqual(['job-5', 'job-4'])
  expect(['job-1', 'job-2', 'job-3', 'job-9'].filter((id) => jobs().has(id))).toEqual(['job-3'])
  expect(['job-2', 'job-3', 'job-9'].map((id) => jobs().find(id)?.job_id)).toEqual([undefined, 'job-3', undefined])
  saveMembership(folder, { hub_id: crypto.randomUUID(), after_job: 'job-0' })
  expect(['job-1', 'job-5', 'job-9'].filter((id) => jobs().has(id))).toEqual(['job-1', 'job-5'])
  expect(journal.find('job-1')).toMatchObject({ state: 'failed' })
})
