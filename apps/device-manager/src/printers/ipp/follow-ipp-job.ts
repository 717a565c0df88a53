import { setTimeout as sleep } from 'node:timers/promises'
import { faultOf, type DeviceFault } from '../../device-refusal.ts'
import { numberIn } from './ipp-client.ts'
import type { IppAttributes, RequestAttribute } from './ipp-codec.ts'
import { endOfForgotten, hasNothingOut, JOB_STATE, pagesOutOf, wasNeverBegun } from './ipp-job.ts'
import { changedIn, settingsFault } from './ipp-ticket.ts'
import type { PrintOutcome } from '../printer.ts'

/** A job at its printer. */
export interface SentJob {
  ticket: readonly RequestAttribute[]
  /** The settings that the printer reported as ignored or replaced when it took the job. */
  refused: readonly string[]
  labels: number
  isOfCups: boolean
  /** The job as the printer reports it, `forgotten` when the printer does not know it, undefined when it does not answer. */
  look(): Promise<IppAttributes | 'forgotten' | undefined>
  /** Whether the printer accepted it. */
  cancel(): Promise<boolean>
  /** The state reasons of the printer, for the user who has to act. */
  complaints(): Promise<string | undefined>
}

export interface JobTimings {
  /** How long a job may go without progress. */
  printMs: number
  /** How long a cancelled job may take to end: the printer finishes the sheet it is on. */
  cancelMs: number
  /** The interval between status requests. */
  pollMs: number
}

/**
 * Waits for a job to end, as the printer itself reports it. Cancels a job that makes no progress, that a person cancels, or
 * whose settings the printer has changed: CUPS would retry for ever.
 */
export async function followJob(
  job: SentJob,
  { printMs, cancelMs, pollMs }: JobTimings,
  signal: AbortSignal,
  onPrinted: (pages: number) => void = () => {},
): Promise<PrintOutcome> {
  const waited = await untilItEnds(job, { limitMs: printMs, pollMs }, onPrinted, signal)
  if (waited.end) return waited.end
  const why = waited.changed ? undefined : await job.complaints()
  const isAccepted = await job.cancel()
  const { end, last } = await untilItEnds({ ...job, ticket: [], refused: [] }, { limitMs: cancelMs, pollMs })
  const isTakenBack = end?.state === 'cancelled' && wasNeverBegun(last)
  if (waited.changed) return { state: isTakenBack ? 'failed' : 'unknown', fault: waited.changed }
  if (end?.state === 'printed') return end
  // after a cancel the outcome is what the user wanted; after a time-out it is unknown
  if (end && signal.aborted) return end.state === 'unknown' && isAccepted ? CANCELLED : end
  return isTakenBack
    ? { state: 'failed', fault: faultOf('printer_stopped', why) }
    : { state: 'unknown', fault: faultOf('outcome_unknown', why) }
}

const CANCELLED = { state: 'cancelled', fault: faultOf('cancelled') } as const

interface Waited {
  /** Undefined while the job is not over. */
  end?: PrintOutcome | undefined
  /** The settings whose reported values differ from the requested ones. */
  changed?: DeviceFault
  /** What the printer reported last. */
  last: IppAttributes
}

/** Progress restarts the time limit. */
async function untilItEnds(
  job: SentJob,
  { limitMs, pollMs }: { limitMs: number; pollMs: number },
  onPrinted: (pages: number) => void = () => {},
  signal?: AbortSignal,
): Promise<Waited> {
  let last: IppAttributes = {}
  let [furthest, most] = [0, 0]
  let until = performance.now() + limitMs // an answer itself may take long
  while (performance.now() < until) {
    const now = await job.look()
    if (now === 'forgotten') return { end: endOfForgotten(last, job), last }
    last = now ?? last
    const changed = [...job.refused, ...changedIn(last, job.ticket)]
    if (changed.length > 0) return { changed: settingsFault(changed, last), last }
    const [state, pages] = [numberIn(last, 'job-state') ?? 0, pagesOutOf(last) ?? 0]
    if (pages > most && !job.isOfCups) onPrinted(pages)
    const end = await endIn(last, job)
    if (end || signal?.aborted) return { end, last }
    if (state > furthest || pages > most) until = performance.now() + limitMs
    furthest = Math.max(furthest, state)
    most = Math.max(most, pages)
    await sleep(pollMs, undefined, { signal }).catch(() => {})
  }
  return { last }
}

/** The end of a job, or undefined while it goes on. */
async function endIn(report: IppAttributes, job: SentJob): Promise<PrintOutcome | undefined> {
  const state = numberIn(report, 'job-state')
  // the reasons of a completed job may still say processing-to-stop-point: only the state decides
  if (state === JOB_STATE.completed) return { state: 'printed' }
  if (state === JOB_STATE.canceled) return CANCELLED
  if (state !== JOB_STATE.aborted) return undefined
  return {
    state: hasNothingOut(report, job.isOfCups) ? 'failed' : 'unknown',
    fault: faultOf('printer_stopped', await job.complaints()),
  }
}
