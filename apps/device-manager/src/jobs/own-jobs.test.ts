import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { PrintJob } from '@postroom/contract/device-messages'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadMembership, saveMembership } from '../identity.ts'
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

const at = '2026-11-21T10:00:00Z'
const job = (job_id: string, state: PrintJob['state']): PrintJob => ({
  job_id,
  title: 'Label',
  kind: 'mailing',
  printer_id: 'virtual',
  state,
  created_at: at,
  updated_at: at,
})

test('the jobs from before a pairing stay taken, also over a restart, but are told to nobody', () => {
  const jobs = () => ownJobs(journal, () => loadMembership(folder))
  const told = () =>
    jobs()
      .latest(2)
      .map(({ job_id }) => job_id)
  for (const id of ['job-1', 'job-2']) journal.write(job(id, 'queued'))
  expect(told()).toEqual(['job-2', 'job-1'])
  saveMembership(folder, { hub_id: crypto.randomUUID(), after_job: 'job-2' })
  expect(told()).toEqual([])
  for (const id of ['job-3', 'job-4', 'job-5']) journal.write(job(id, 'queued'))
  journal.write(job('job-1', 'failed'))
  journal.close()
  journal = openJournal(folder)
  expect(told()).toEqual(['job-5', 'job-4'])
  expect([jobs().has('job-1'), jobs().has('job-3')]).toEqual([false, true])
  expect(journal.find('job-1')).toMatchObject({ state: 'failed' })
})
