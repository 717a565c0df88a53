import { setTimeout as sleep } from 'node:timers/promises'
import { faultOf } from '../../device-refusal.ts'
import type { PrintOutcome } from '../printer.ts'
import type { Spooler } from './spooler.ts'
import { JOB_STATUS, jobReasonsOf } from './spooler-status.ts'

export interface JobTimings {
  /** How long a job may go without a new status. Then it is deleted: Windows would keep it for ever. */
  printMs: number
  /** How long a deleted job may take to end: the printer finishes the sheet it is on. */
  cancelMs: number
  /** The interval between status requests. */
  pollMs: number
}

/**
 * Waits for a job to end, as Windows reports it. The outcome of a job that is gone without a report is unknown: it was
 * printed, or somebody deleted it.
 */
export async function followJob(
  spooler: Spooler,
  { queue, job }: { queue: string; job: number },
  { printMs, cancelMs, pollMs }: JobTimings,
  signal: AbortSignal,
): Promise<PrintOutcome> {
  let seen = 0
  const ask = async (): Promise<Answer> => {
    const status = await spooler.jobStatus(queue, job).catch(() => 0)
    const isNewStatus = ((status ?? 0) & ~seen) !== 0
    seen |= status ?? 0
    return { status, isNewStatus }
  }
  const waited = await until(ask, { limitMs: printMs, pollMs }, signal)
  if (waited.isOver) {
    await spooler.releaseJob(queue, job)
    return endOf(waited.status)
  }
  await spooler.deleteJob(queue, job)
  const afterwards = await until(ask, { limitMs: cancelMs, pollMs })
  // printing had not started, and the job is gone
  const isTakenBack = afterwards.status === undefined && (seen & JOB_STATUS.printing) === 0
  if (signal.aborted && isTakenBack) return { state: 'cancelled', fault: faultOf('cancelled') }
  return endOf(afterwards.status, jobReasonsOf(seen))
}

interface Answer {
  status: number | undefined
  /** A status the job has not had before. */
  isNewStatus: boolean
}

const isOver = (status: number | undefined): boolean => status === undefined || (status & JOB_STATUS.printed) !== 0

async function until(
  ask: () => Promise<Answer>,
  { limitMs, pollMs }: { limitMs: number; pollMs: number },
  signal?: AbortSignal,
): Promise<{ status: number | undefined; isOver: boolean }> {
  let limit = performance.now() + limitMs
  for (;;) {
    const { status, isNewStatus } = await ask()
    if (isNewStatus) limit = performance.now() + limitMs
    if (isOver(status)) return { status, isOver: true }
    if (signal?.aborted || performance.now() >= limit) return { status, isOver: false }
    await sleep(pollMs, undefined, { signal }).catch(() => {})
  }
}

function endOf(status: number | undefined, reasons: readonly string[] = []): PrintOutcome {
  if (status !== undefined && (status & JOB_STATUS.printed) !== 0) return { state: 'printed' }
  const words = reasons.length > 0 ? `Windows says: ${reasons.join(', ')}.` : undefined
  return { state: 'unknown', fault: faultOf('outcome_unknown', words) }
}
