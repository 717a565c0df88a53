import { faultOf } from '../../device-refusal.ts'
import { numberIn } from './ipp-client.ts'
import type { IppAttributes } from './ipp-codec.ts'
import type { PrintOutcome } from '../printer.ts'

export const JOB_STATE = { canceled: 7, aborted: 8, completed: 9 } as const

/** Printed sides, at least one for each sheet (RFC 8011 §5.3.18). Not every printer counts. */
const COUNTS = ['job-impressions-completed', 'job-media-sheets-completed']

const countsOf = (job: IppAttributes): number[] => COUNTS.flatMap((name) => numberIn(job, name) ?? [])

export const pagesOutOf = (job: IppAttributes): number | undefined => countsOf(job)[0]

/** The printer reports when it starts a job, and has not started this one. */
export const wasNeverBegun = (job: IppAttributes): boolean =>
  'time-at-processing' in job && numberIn(job, 'time-at-processing') === undefined

/**
 * Whether the printer reports that nothing was printed: it never started the job, or counted no side. CUPS counts the sides
 * that it has rendered, not those that are printed.
 */
export function hasNothingOut(job: IppAttributes, isOfCups: boolean): boolean {
  const counts = isOfCups ? [] : countsOf(job)
  return wasNeverBegun(job) || (counts.length > 0 && counts.every((count) => count === 0))
}

/**
 * The end of a job that its printer has deleted, judged by its last report: printed only when all labels were out, because a
 * job that was cancelled at the printer is deleted like one that was printed.
 */
export function endOfForgotten(
  last: IppAttributes,
  { labels, isOfCups }: { labels: number; isOfCups: boolean },
): PrintOutcome {
  if (!isOfCups && (pagesOutOf(last) ?? 0) >= labels) return { state: 'printed' }
  return { state: 'unknown', fault: faultOf('outcome_unknown', 'The printer does not know the job any more.') }
}
