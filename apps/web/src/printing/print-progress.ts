import type { PrintJob } from '@postroom/contract/device-messages'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import type { Failure } from './failure-words.ts'
import { PAPERS, type Paper } from './papers.ts'

/** Where one print job stands. `uncertain`: nobody can say whether it was printed, a person looks at the printer. */
export type JobProgress =
  { phase: 'PRINTING'; job?: PrintJob } | { phase: 'DONE' } | ({ phase: 'ERROR'; uncertain: boolean } & Failure)

/** `place` is the workstation that prints it, where that is not the one of this browser. */
export type PaperProgress = { paper: Paper; kind: PrinterKind; place?: string | undefined } & JobProgress
type FailedPaper = Extract<PaperProgress, { phase: 'ERROR' }>

/** The printing flow of spec §4 over all papers of a shipment; before anything happens it is IDLE. */
export interface PrintProgress {
  phase: 'IDLE' | 'PRINTING' | 'TEST' | 'DONE' | 'ERROR'
  papers: readonly PaperProgress[]
}

/** DONE only when every paper is: what is missing is told, and nothing else is claimed. */
export function progressOf(papers: readonly PaperProgress[], isTest: boolean): PrintProgress {
  if (papers.length === 0) return { phase: 'IDLE', papers }
  if (papers.some(({ phase }) => phase === 'PRINTING')) return { phase: isTest ? 'TEST' : 'PRINTING', papers }
  return { phase: papers.every(({ phase }) => phase === 'DONE') ? 'DONE' : 'ERROR', papers }
}

/** The papers with one of them changed or added, in the order in which people name them. */
export const withPaper = (papers: readonly PaperProgress[], changed: PaperProgress): readonly PaperProgress[] =>
  [...papers.filter(({ paper }) => paper !== changed.paper), changed].toSorted(
    (a, b) => PAPERS.indexOf(a.paper) - PAPERS.indexOf(b.paper),
  )

/** What is forgotten when something else is printed is only what came out. */
export const withoutDone = (papers: readonly PaperProgress[]): readonly PaperProgress[] =>
  papers.filter(({ phase }) => phase !== 'DONE')

/** The papers of a finished run that did not come out, or may not have. */
export const failedOf = ({ papers }: PrintProgress): readonly FailedPaper[] =>
  papers.filter((paper) => paper.phase === 'ERROR')

export const isFinal = ({ state }: PrintJob): boolean =>
  state === 'printed' || state === 'failed' || state === 'unknown' || state === 'cancelled'

/** What a job means to the person who waits for it. Nothing but the printer's own report is DONE. */
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
