import type { PrintJob } from '@postroom/contract/device-messages'

/** A job that waits at the virtual printer. */
export const aJob = (job_id: string, changes: Partial<PrintJob> = {}): PrintJob => ({
  job_id,
  title: 'Label',
  kind: 'mailing',
  printer_id: 'virtual',
  state: 'queued',
  created_at: '2026-11-21T10:00:00.000Z',
  updated_at: '2026-11-21T10:00:00.000Z',
  ...changes,
})
