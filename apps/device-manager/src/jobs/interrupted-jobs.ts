import type { PrintJob } from '@postroom/contract/device-messages'
import { faultOf } from '../device-refusal.ts'
import { isOpen, type Journal } from './journal.ts'

const NEVER_SENT = { state: 'failed', error: faultOf('never_begun') } as const

/** Ends the jobs that the last run left open: a job never sent has failed, any other is unknown. Nothing is reprinted. */
export function endInterruptedJobs(journal: Journal, now: Date): void {
  for (const job of journal.all()) {
    if (!isOpen(job)) continue
    const maybePrinted = { state: 'unknown', error: faultOf('outcome_unknown', countPrinted(job)) } as const
    const end = job.state === 'queued' ? NEVER_SENT : maybePrinted
    journal.write({ ...job, ...end, updated_at: now.toISOString() })
  }
}

/** The number of labels certainly printed, for the user who decides about the rest. */
export const countPrinted = ({ labels, printed_labels = 0 }: PrintJob): string | undefined =>
  printed_labels > 0 ? `Printed for certain: ${printed_labels} of ${labels}.` : undefined
