import fs from 'node:fs'
import path from 'node:path'
import { printJobSchema, type PrintJob } from '@postroom/contract/device-messages'
import { faultOf, reportBug } from '../device-refusal.ts'
import { writeFileDurably } from '../durable-file.ts'
import { openOldJobs } from './old-jobs.ts'

/**
 * Every step of every job, on disk before the step is taken. A job id that is in here is never printed again, which is why no
 * id is ever removed; of jobs that ended long ago nothing else is kept.
 */
export interface Journal {
  /** On disk when it returns. @throws Error of the system, such as of a full disk: then it is as if it had not been asked */
  write(job: PrintJob): void
  /** Of a job that ended long ago only that it may have been printed. */
  find(jobId: string): PrintJob | undefined
  /** Newest first. */
  latest(count: number): PrintJob[]
  /** As the journal was found, without those that ended long ago; a job that is not at its end was interrupted. */
  all(): PrintJob[]
  close(): void
}

const OPEN_STATES: readonly PrintJob['state'][] = ['queued', 'sending', 'spooled']

/** It has not come to its end. */
export const isOpen = ({ state }: PrintJob): boolean => OPEN_STATES.includes(state)

/** Two days of a busy office. */
const JOBS_KEPT = 10_000

/** Opens the journal of a folder and writes it anew with one line for each job. Smaller limits are for tests. */
export function openJournal(folder: string, jobsKept = JOBS_KEPT): Journal {
  const file = path.join(folder, 'jobs.jsonl')
  const old = openOldJobs(folder)
  const jobs = readJobs(file)
  compact()
  let descriptor = fs.openSync(file, 'a')
  let [length, lines] = [fs.fstatSync(descriptor).size, jobs.size]

  /** Moves the oldest jobs that have ended to the old ones, first there and then out of here. */
  function compact(): void {
    const ended = [...jobs.values()].filter((job) => !isOpen(job))
    const moved = ended.slice(0, Math.max(0, jobs.size - jobsKept)).map(({ job_id }) => job_id)
    old.add(moved)
    for (const id of moved) jobs.delete(id)
    writeFileDurably(file, [...jobs.values()].map(toLine).join(''))
  }

  /** A program that runs for a year must not keep every step of it. */
  function compactIfLong(): void {
    if (lines < LINES_PER_JOB * jobsKept + 2 * jobs.size) return
    fs.closeSync(descriptor) // Windows replaces no file that is open
    try {
      compact()
    } catch (error) {
      reportBug(error) // the long journal is as good
    }
    descriptor = fs.openSync(file, 'a')
    length = fs.fstatSync(descriptor).size
    lines = jobs.size
  }

  return {
    write: (job) => {
      // a full disk took a part of a line, and the next must not go on from there
      if (fs.fstatSync(descriptor).size !== length) fs.truncateSync(file, length)
      const line = toLine(job)
      fs.writeFileSync(descriptor, line)
      fs.fsyncSync(descriptor)
      length += Buffer.byteLength(line)
      lines++
      jobs.set(job.job_id, job)
      compactIfLong()
    },
    find: (jobId) => jobs.get(jobId) ?? (old.has(jobId) ? maybePrinted(anyJob(jobId)) : undefined),
    latest: (count) => [...jobs.values()].slice(-count).toReversed(),
    all: () => [...jobs.values()],
    close: () => fs.closeSync(descriptor),
  }
}

/** Queued, sending, printed and what the printer counts between. */
const LINES_PER_JOB = 5

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
  return named.map((id) => maybePrinted(known.get(id) ?? anyJob(id)))
}

const maybePrinted = (job: Omit<PrintJob, 'state'>): PrintJob => ({
  ...job,
  state: 'unknown',
  error: faultOf('outcome_unknown'),
})

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
