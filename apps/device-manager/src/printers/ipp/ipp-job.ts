import { faultOf } from '../../device-refusal.ts'
import { numberIn } from './ipp-client.ts'
import type { IppAttributes } from './ipp-codec.ts'
import type { PrintOutcome } from '../printer.ts'

export const JOB_STATE = { canceled: 7, aborted: 8, completed: 9 } as const

/** Sides that lie in the tray; a sheet has one at least (RFC 8011 §5.3.18). Not every printer counts. */
const COUNTS = ['job-impressions-completed', 'job-media-sheets-completed']

const countsOf = (job: IppAttributes): number[] => COUNTS.flatMap((name) => numberIn(job, name) ?? [])

export const pagesOutOf = (job: IppAttributes): number | undefined => countsOf(job)[0]

/** The printer reports the time at which it began with a job, and has none for this one. */
export const wasNeverBegun = (job: IppAttributes): boolean =>
  'time-at-processing' in job && numberIn(job, 'time-at-processing') === undefined

/**
 * Whether nothing of a job came out, by the printer's own word: it never began with it, or counted and found none. What
 * CUPS has counted is what it has drawn, not what has come out.
 */
export function hasNothingOut(job: IppAttributes, isOfCups: boolean): boolean {
  const counts = isOfCups ? [] : countsOf(job)
  return wasNeverBegun(job) || (counts.length > 0 && counts.every((count) => count === 0))
}

/**
 * The end of a job that its printer does not know any more, by what it reported last: all labels out is printed. Nothing else
 * is, since a job that was cancelled at the printer is forgotten like one that was printed.
 */
export function endOfForgotten(
  last: IppAttributes,
  { labels, isOfCups }: { labels: number; isOfCups: boolean },
): PrintOutcome {
  if (!isOfCups && (pagesOutOf(last) ?? 0) >= labels) return { state: 'printed' }
  return { state: 'unknown', fault: faultOf('outcome_unknown', 'The printer does not know the job any more.') }
}
