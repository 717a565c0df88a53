import fs from 'node:fs'
import path from 'node:path'
import { printJobSchema, type PrintJob } from '@postroom/contract/device-messages'
import { faultOf } from '../device-refusal.ts'
import { writeFileDurably } from '../durable-file.ts'

/**
 * Every step of every job, on disk before the step is taken. A job id that is in here is never printed again, which is
 * why nothing is ever removed from it.
 */
export interface Journal {
  /** On disk when it returns. @throws Error of the system, such as of a full disk: then it is as if it had not been asked */
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
  let length = fs.fstatSync(descriptor).size
  return {
    write: (job) => {
      // a full disk took a part of a line, and the next must not go on from there
      if (fs.fstatSync(descriptor).size !== length) fs.truncateSync(file, length)
      const line = toLine(job)
      fs.writeFileSync(descriptor, line)
      fs.fsyncSync(descriptor)
      length += Buffer.byteLength(line)
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
  for (const line of lines) for (const job of jobsIn(line, jobs)) jobs.set(job.job_id, job)
  return jobs
}

/**
 * The job of a line. Whatever a damaged line names may have been printed, until a later line says more. @throws Error when
 * it names nothing: the jobs it was about could be printed again
 */
function jobsIn(line: string, known: ReadonlyMap<string, PrintJob>): PrintJob[] {
  const job = printJobSchema.safeParse(jsonIn(line))
  if (job.success) return [job.data]
  const named = [...line.matchAll(/"job_id":"([\w.:-]+)"/g)].flatMap(([, id]) => id ?? [])
  if (named.length === 0) throw new Error('The list of printed jobs is damaged: jobs.jsonl has a line without a job.')
  return named.map((id) => ({
    ...(known.get(id) ?? anyJob(id)),
    state: 'unknown',
    error: faultOf('outcome_unknown'),
  }))
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** A job of which nothing but its id is left. */
function anyJob(job_id: string): Omit<PrintJob, 'state'> {
  const at = new Date().toISOString()
  return { job_id, title: '', kind: 'form', printer_id: '', created_at: at, updated_at: at }
}
