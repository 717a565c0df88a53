import type { PrintJob } from '@postroom/contract/device-messages'
import type { Membership } from '../identity.ts'
import type { Journal } from './journal.ts'

/**
 * The jobs since this device was last paired. Older ones may be those of another organisation: their ids stay taken, but
 * nobody is told of them. Their dates do not tell which they are: the clock may have been set right since.
 */
export function ownJobs(journal: Pick<Journal, 'all'>, membership: () => Membership) {
  const own = (): PrintJob[] => {
    const { after_job } = membership()
    const all = journal.all()
    return all.slice(all.findIndex(({ job_id }) => job_id === after_job) + 1)
  }
  return {
    /** Newest first. */
    latest: (count: number): PrintJob[] => own().slice(-count).toReversed(),
    has: (jobId: string): boolean => own().some(({ job_id }) => job_id === jobId),
  }
}
