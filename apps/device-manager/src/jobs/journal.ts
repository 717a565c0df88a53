import fs from 'node:fs'
import path from 'node:path'
import { printJobSchema, type PrintJob } from '@postroom/contract/device-messages'
import { faultOf, reportBug } from '../device-refusal.ts'
import { writeFileDurably } from '../durable-file.ts'
import { openOldJobs } from './old-jobs.ts'

/**
 * Every step of every job, on disk before the step is taken. A job id in the journal is never printed again, so no id is
 * ever removed. Of a job that ended long ago it keeps only the id.
 */
export interface Journal {
  /** On disk when it returns. @throws Error of the system, such as for a full disk: then nothing is written */
  write(job: PrintJob): void
  /** For a job that ended long ago: only that it may have been printed. */
  find(jobId: string): PrintJob | undefined
  /** Never prints a job with this id, on disk when it returns. @returns false when the id is known: it may have been printed */
  ruleOut(jobId: string): boolean
  /** Newest first. */
  latest(count: number): PrintJob[]
  /** Every job but those that ended long ago, oldest first. */
  all(): PrintJob[]
  /** The ids of `all`, without a copy of the list. */
  ids(): Iterable<string>
  close(): void
}

const OPEN_STATES: readonly PrintJob['state'][] = ['queued', 'sending', 'spooled']

/** Whether the job has not ended yet. */
export const isOpen = ({ state }: Pick<PrintJob, 'state'>): boolean => OPEN_STATES.includes(state)

/** Two days of a busy office. */
const JOBS_KEPT = 10_000

/** Opens the journal of a folder and rewrites it with one line for each job. A smaller limit is for tests. */
export function openJournal(folder: string, jobsKept = JOBS_KEPT): Journal {
  const file = path.join(folder, 'jobs.jsonl')
  const old = openOldJobs(folder)
  const jobs = readJobs(file)
  compact()
  let descriptor = fs.openSync(file, 'a')
  let [length, lines] = [fs.fstatSync(descriptor).size, jobs.size]

  /** Moves the oldest jobs that have ended to the old jobs: first adds them there, then removes them here. */
  function compact(): void {
    const ended = [...jobs.values()].filter((job) => !isOpen(job))
    const moved = ended.slice(0, Math.max(0, jobs.size - jobsKept)).map(({ job_id }) => job_id)
    old.add(moved)
    for (const id of moved) jobs.delete(id)
    writeFileDurably(file, [...jobs.values()].map(toLine).join(''))
  }

  /** Keeps the file short in a process that runs for a year. */
  function compactIfLong(): void {
    if (lines < LINES_PER_JOB * jobsKept + 2 * jobs.size) return
    fs.closeSync(descriptor) // Windows replaces no file that is open
    try {
      compact()
    } catch (error) {
      reportBug(error) // the long journal stays valid
    }
    descriptor = fs.openSync(file, 'a')
    length = fs.fstatSync(descriptor).size
    lines = jobs.size
  }

  return {
    write: (job) => {
      // a full disk may have stored part of a line, which the next line must not continue
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
    ruleOut: (jobId) => {
      if (jobs.has(jobId) || old.has(jobId)) return false
      old.add([jobId])
      return true
    },
    latest: (count) => [...jobs.values()].slice(-count).toReversed(),
    all: () => [...jobs.values()],
    ids: () => jobs.keys(),
    close: () => fs.closeSync(descriptor),
  }
}

/** Queued, sending, printed, and the labels counted in between. */
const LINES_PER_JOB = 5

const toLine = (job: PrintJob): string => `${JSON.stringify(job)}\n`

/** The last line of each job. A line that was cut off never reached the disk whole, so its step was never taken. */
function readJobs(file: string): Map<string, PrintJob> {
  const jobs = new Map<string, PrintJob>()
  if (!fs.existsSync(file)) return jobs
  const lines = fs.readFileSync(file, 'utf8').split('\n')
  lines.pop()
  for (const line of lines) for (const job of jobsIn(line, jobs)) jobs.set(job.job_id, job)
  return jobs
}

/**
 * The job of a line. A job that a damaged line names may have been printed, until a later line says more. @throws Error when
 * the line names no job: one could be printed twice
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

/** A job of which only the id is left. */
function anyJob(job_id: string): Omit<PrintJob, 'state'> {
  const at = new Date().toISOString()
  return { job_id, title: '', kind: 'form', printer_id: '', created_at: at, updated_at: at }
}
