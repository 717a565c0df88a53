import type { PrintJob } from '@postroom/contract/device-messages'

/**
 * The printing flow of spec §4, before anything happens IDLE. `uncertain` means that nobody can say whether it was
 * printed: a person looks at the printer and decides.
 */
export type PrintProgress =
  | { phase: 'IDLE' }
  | { phase: 'PRINTING' | 'TEST'; job?: PrintJob }
  | { phase: 'DONE'; job: PrintJob }
  | { phase: 'ERROR'; code: string; description: string; uncertain: boolean }

/** The first print of a shipment has always the same id: whoever sends it twice prints once. */
export const firstPrintId = (shipmentId: string): string => `${shipmentId}:first`

/** A print on purpose, once more. */
export const nextPrintId = (shipmentId: string, id: string): string => `${shipmentId}:${id}`

export const isFinal = ({ state }: PrintJob): boolean =>
  state === 'printed' || state === 'failed' || state === 'unknown' || state === 'cancelled'

/** What a job means to the person who waits for it. Nothing but the printer's own report is DONE. */
export function progressOf(job: PrintJob, test: boolean): PrintProgress {
  switch (job.state) {
    case 'queued':
    case 'sending':
    case 'spooled':
      return { phase: test ? 'TEST' : 'PRINTING', job }
    case 'printed':
      return { phase: 'DONE', job }
    case 'failed':
    case 'cancelled':
      return failure(job, job.state === 'cancelled' ? 'cancelled' : 'printer_stopped', false)
    case 'unknown':
      return failure(job, 'outcome_unknown', true)
  }
}

function failure(job: PrintJob, fallback: string, uncertain: boolean): PrintProgress {
  return { phase: 'ERROR', code: job.error?.code ?? fallback, description: job.error?.description ?? '', uncertain }
}
