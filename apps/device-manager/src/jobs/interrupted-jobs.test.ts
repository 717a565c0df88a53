import type { PrintJob } from '@postroom/contract/device-messages'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { aJob } from '../testing/a-job.ts'
import { endInterruptedJobs } from './interrupted-jobs.ts'
import { openJournal } from './journal.ts'

test.each<[Partial<PrintJob>, PrintJob['state'], RegExp | undefined]>([
  [{ state: 'queued' }, 'failed', undefined],
  [{ state: 'sending' }, 'unknown', undefined],
  [{ state: 'spooled', labels: 6, printed_labels: 0 }, 'unknown', undefined],
  [{ state: 'spooled', labels: 6, printed_labels: 1 }, 'unknown', /Printed for certain: 1 of 6\./],
])('a job that was %j at the end of the last run is %s', (job, state, words) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-interrupted-'))
  const journal = openJournal(folder)
  onTestFinished(() => {
    journal.close()
    fs.rmSync(folder, { recursive: true })
  })
  journal.write(aJob('job-00001', job))
  endInterruptedJobs(journal, new Date('2026-11-20T10:00:00Z'))
  const ended = journal.find('job-00001')
  expect(ended).toMatchObject({ state, updated_at: '2026-11-20T10:00:00.000Z' })
  if (words) expect(ended?.error?.description).toMatch(words)
  else expect(ended?.error?.description).not.toContain('for certain')
})
