import { numberIn } from './ipp-client.ts'
import type { IppAttributes } from './ipp-codec.ts'

/** Sides that lie in the tray; a sheet has one at least (RFC 8011 §5.3.18). Not every printer counts. */
const COUNTS = ['job-impressions-completed', 'job-media-sheets-completed']

const countsOf = (job: IppAttributes): number[] => COUNTS.flatMap((name) => numberIn(job, name) ?? [])

export const pagesOutOf = (job: IppAttributes): number | undefined => countsOf(job)[0]

/**
 * Whether nothing of a job came out, by the printer's own word: it never began with it, or counted and found none. What
 * CUPS has counted is what it has drawn, not what has come out.
 */
export function hasNothingOut(job: IppAttributes, isOfCups: boolean): boolean {
  const wasNeverBegun = 'time-at-processing' in job && numberIn(job, 'time-at-processing') === undefined
  const counts = isOfCups ? [] : countsOf(job)
  return wasNeverBegun || (counts.length > 0 && counts.every((count) => count === 0))
}
