import { printJobSchema, type PrintJob } from '@postroom/contract/device-messages'

export const aJob = (change: Partial<PrintJob> = {}): PrintJob =>
  printJobSchema.parse({
    job_id: 'c6c2f3c0-5d0c-4f7e-9a55-0a6f4c6f2b01:first:label',
    title: 'Label for Marguerite Llewellyn',
    kind: 'mailing',
    printer_id: 'virtual',
    state: 'queued',
    created_at: '2026-11-22T09:00:00.000Z',
    updated_at: '2026-11-22T09:00:00.000Z',
    ...change,
  })
