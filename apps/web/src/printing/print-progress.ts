import type { PrintJob } from '@postroom/contract/device-messages'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import type { Failure } from './failure-text.ts'
import { PRINTED_DOCUMENTS, type PrintedDocument } from './printed-documents.ts'

/** The progress of one print job. `uncertain`: it may have been printed, so the user has to check the printer. */
export type JobProgress =
  { phase: 'PRINTING'; job?: PrintJob } | { phase: 'DONE' } | ({ phase: 'ERROR'; uncertain: boolean } & Failure)

/** `place` is the workstation that prints it, if it is not this browser's own. */
export type DocumentProgress = {
  document: PrintedDocument
  kind: PrinterKind
  place?: string | undefined
} & JobProgress
type FailedDocument = Extract<DocumentProgress, { phase: 'ERROR' }>

/** The printing flow of spec §4 for all documents of a shipment; IDLE before the first print. */
export interface PrintProgress {
  phase: 'IDLE' | 'PRINTING' | 'TEST' | 'DONE' | 'ERROR'
  documents: readonly DocumentProgress[]
}

/** DONE only when every document is printed. */
export function progressOf(documents: readonly DocumentProgress[], isTest: boolean): PrintProgress {
  if (documents.length === 0) return { phase: 'IDLE', documents }
  if (documents.some(({ phase }) => phase === 'PRINTING')) return { phase: isTest ? 'TEST' : 'PRINTING', documents }
  return { phase: documents.every(({ phase }) => phase === 'DONE') ? 'DONE' : 'ERROR', documents }
}

/** The documents with one changed or added, in their usual order. */
export const withDocument = (
  documents: readonly DocumentProgress[],
  changed: DocumentProgress,
): readonly DocumentProgress[] =>
  [...documents.filter(({ document }) => document !== changed.document), changed].toSorted(
    (a, b) => PRINTED_DOCUMENTS.indexOf(a.document) - PRINTED_DOCUMENTS.indexOf(b.document),
  )

/** A new print drops the documents that came out, and keeps failed ones. */
export const withoutDone = (documents: readonly DocumentProgress[]): readonly DocumentProgress[] =>
  documents.filter(({ phase }) => phase !== 'DONE')

/** The documents of a run that did not come out, or may not have. */
export const failedOf = ({ documents }: PrintProgress): readonly FailedDocument[] =>
  documents.filter((document) => document.phase === 'ERROR')

export const isFinal = ({ state }: PrintJob): boolean =>
  state === 'printed' || state === 'failed' || state === 'unknown' || state === 'cancelled'

/** The progress that a job means. Only the printer's own report counts as DONE. */
export function jobProgress(job: PrintJob): JobProgress {
  switch (job.state) {
    case 'queued':
    case 'sending':
    case 'spooled':
      return { phase: 'PRINTING', job }
    case 'printed':
      return { phase: 'DONE' }
    case 'failed':
    case 'cancelled':
      return failure(job, job.state === 'cancelled' ? 'cancelled' : 'printer_stopped', false)
    case 'unknown':
      return failure(job, 'outcome_unknown', true)
  }
}

function failure({ error }: PrintJob, fallback: string, uncertain: boolean): JobProgress {
  const { code = fallback, description = '', media: sizes } = error ?? {}
  return { phase: 'ERROR', code, description, uncertain, ...(sizes && { sizes }) }
}
