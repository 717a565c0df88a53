import fs from 'node:fs'
import path from 'node:path'
import { printJobSchema, type PrintJob } from '@postroom/contract/device-messages'
import { writeFileDurably } from '../durable-file.ts'

/**
 * Every step of every job, on disk before the step is taken. A job id that is in here is never printed again, which is
 * why nothing is ever removed from it.
 */
export interface Journal {
  /** On disk when it returns. */
  write(job: PrintJob): void
  find(jobId: string): PrintJob | undefined
  /** Newest first. */
  latest(count: number): PrintJob[]
  /** As the journal was found; a job that is not at its end was interrupted. */
  all(): PrintJob[]
  close(): void
}

/** Opens the journal of a folder and writes it anew with one line for each job. */
export function openJournal(folder: string): Journal {
  const file = path.join(folder, 'jobs.jsonl')
  const jobs = readJobs(file)
  writeFileDurably(file, [...jobs.values()].map(toLine).join(''))
  const descriptor = fs.openSync(file, 'a')
  return {
    write: (job) => {
      fs.writeFileSync(descriptor, toLine(job))
      fs.fsyncSync(descriptor)
      jobs.set(job.job_id, job)
    },
    find: (jobId) => jobs.get(jobId),
    latest: (count) => [...jobs.values()].slice(-count).toReversed(),
    all: () => [...jobs.values()],
    close: () => fs.closeSync(descriptor),
  }
}

const toLine = (job: PrintJob): string => `${JSON.stringify(job)}\n`

/** The last line of each job. A line that was cut off was not on disk, so its step was never taken. */
function readJobs(file: string): Map<string, PrintJob> {
  const jobs = new Map<string, PrintJob>()
  if (!fs.existsSync(file)) return jobs
  const lines = fs.readFileSync(file, 'utf8').split('\n')
  lines.pop()
  for (const line of lines) {
    const job = printJobSchema.parse(JSON.parse(line))
    jobs.set(job.job_id, job)
  }
  return jobs
}
