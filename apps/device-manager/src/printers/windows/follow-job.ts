import { setTimeout as sleep } from 'node:timers/promises'
import { faultOf } from '../../device-refusal.ts'
import type { PrintOutcome } from '../printer.ts'
import type { Spooler } from './spooler.ts'
import { JOB_STATUS, jobReasonsOf } from './spooler-status.ts'

const ASK_EVERY_MS = 250

export interface FollowLimits {
  /** A job that has not ended by now is deleted, since Windows would keep it for ever. */
  printMs: number
  /** After it is deleted the printer finishes the sheet it is on. */
  cancelMs: number
}

/**
 * Waits for what Windows says became of a job. A job that is simply gone may have been printed, or deleted by somebody:
 * nobody can say.
 */
export async function followJob(
  spooler: Spooler,
  { queue, job }: { queue: string; job: number },
  { printMs, cancelMs }: FollowLimits,
  signal: AbortSignal,
): Promise<PrintOutcome> {
  let seen = 0
  const ask = async (): Promise<number | undefined> => {
    const status = await spooler.jobStatus(queue, job).catch(() => 0)
    seen |= status ?? 0
    return status
  }
  const waited = await until(ask, printMs, signal)
  if (waited.isOver) {
    await spooler.releaseJob(queue, job)
    return endOf(waited.status)
  }
  await spooler.deleteJob(queue, job)
  const afterwards = await until(ask, cancelMs)
  // nobody had begun to print it, and it is not there any more
  const isTakenBack = afterwards.status === undefined && (seen & JOB_STATUS.printing) === 0
  if (signal.aborted && isTakenBack) return { state: 'cancelled', fault: faultOf('cancelled') }
  return endOf(afterwards.status, jobReasonsOf(seen))
}

const isOver = (status: number | undefined): boolean => status === undefined || (status & JOB_STATUS.printed) !== 0

async function until(
  ask: () => Promise<number | undefined>,
  limitMs: number,
  signal?: AbortSignal,
): Promise<{ status: number | undefined; isOver: boolean }> {
  const limit = performance.now() + limitMs
  for (;;) {
    const status = await ask()
    if (isOver(status)) return { status, isOver: true }
    if (signal?.aborted || performance.now() >= limit) return { status, isOver: false }
    await sleep(ASK_EVERY_MS, undefined, { signal }).catch(() => {})
  }
}

function endOf(status: number | undefined, reasons: readonly string[] = []): PrintOutcome {
  if (status !== undefined && (status & JOB_STATUS.printed) !== 0) return { state: 'printed' }
  const words = reasons.length > 0 ? `Windows says: ${reasons.join(', ')}.` : undefined
  return { state: 'unknown', fault: faultOf('outcome_unknown', words) }
}
