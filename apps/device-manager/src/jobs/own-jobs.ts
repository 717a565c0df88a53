import type { PrintJob } from '@postroom/contract/device-messages'
import type { Membership } from '../identity.ts'
import type { Journal } from './journal.ts'

/**
 * The jobs since this device was last paired. Older jobs may belong to another organisation: their ids stay taken, but they
 * are reported to nobody. Order decides, not dates: the clock may have been corrected since.
 */
export function ownJobs(journal: Pick<Journal, 'all' | 'find' | 'ids'>, membership: () => Membership) {
  const has = (jobId: string): boolean => {
    const { after_job } = membership()
    let isOwn = false
    for (const id of journal.ids()) {
      if (id === jobId) isOwn = true
      if (id === after_job) isOwn = false
    }
    return isOwn
  }
  return {
    /** Newest first. */
    latest: (count: number): PrintJob[] => {
      const { after_job } = membership()
      const all = journal.all()
      const own = all.slice(all.findIndex(({ job_id }) => job_id === after_job) + 1)
      return own.slice(-count).toReversed()
    },
    has,
    find: (jobId: string): PrintJob | undefined => (has(jobId) ? journal.find(jobId) : undefined),
  }
}
