import type { DEVICE_OPERATIONS, PrintJob, PrinterConfigs, ReadBack } from '@postroom/contract/device-messages'
import { offsetOn } from '@postroom/contract/print-offset'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import { MOST_LABELS } from '@postroom/domain/purchase/purchase'
import type * as z from 'zod'
import { DeviceRefusal, faultOf, reportBug } from '../device-refusal.ts'
import { faultOfReasons } from '../printers/printer-reasons.ts'
import type { PrinterPort, PrintOutcome } from '../printers/printer.ts'
import { countPrinted, endInterruptedJobs } from './interrupted-jobs.ts'
import type { Journal } from './journal.ts'
import { chooseMedia, type ToPrint } from './media-guard.ts'
import type { PauseSwitch } from './pause-switch.ts'
import { readBacks } from './read-back.ts'
import type { FetchDocument, KeptDocument } from './waiting-documents.ts'

export type PrintArgs = z.output<(typeof DEVICE_OPERATIONS)['print']['args']>

/** For one printer. An office prints a batch of a thousand at once; the label rate limit slows a flood below this number. */
const WAITING_MAX = 2_000
/** For all printers: one for each of the three kinds. */
const WAITING_IN_ALL_MAX = 6_000
const LISTED = 50

export interface JobQueueParts {
  journal: Journal
  config: () => PrinterConfigs
  printer: (id: string) => PrinterPort | undefined
  /** Retries while the server is away, until `signal` aborts. */
  fetch: FetchDocument
  limitRate: (printerId: string, labels: number, signal: AbortSignal) => Promise<void>
  /** Holds every job that has not begun. */
  pause: Pick<PauseSwitch, 'resumed'>
  now: () => Date
  onJob: (job: PrintJob) => void
}

export interface JobQueue {
  /** Accepts a job, or returns the job with this id as it is. @throws DeviceRefusal before anything is written */
  submit(args: PrintArgs): PrintJob
  /** Requests a cancel; the outcome is reported as a job event. @throws DeviceRefusal */
  cancel(jobId: string): PrintJob
  /** The newest 50 jobs, newest first, or the job with this id. */
  latest(jobId?: string): PrintJob[]
  /** What is read on the ruler page of a job; undefined when no dots were sent, or reading them failed. */
  readBack(jobId: string): Promise<ReadBack | undefined>
  /** Whether no job waits or is being printed. */
  isIdle: () => boolean
  /** Starts no more jobs and resolves when those in flight have ended. */
  stop(): Promise<void>
}

/** Where a job is printed, as configured when it was accepted. */
interface Target {
  printer: PrinterPort
  config: NonNullable<PrinterConfigs[PrinterKind]>
  /** The downloads, started when the job was accepted. */
  fetched: Promise<KeptDocument>[]
}

interface Active {
  abort: AbortController
  done: Promise<void>
}

/** The jobs of one printer, printed in order. */
interface PrinterQueue {
  waiting: number
  last: Promise<void>
}

const LABELS: ReadonlySet<string> = new Set(['label', 'ruler'])

const toPrint = ({ type, width_mm, height_mm, drawn_for_dpi }: PrintArgs['documents'][number]): ToPrint => ({
  width_mm,
  height_mm,
  isLabel: LABELS.has(type),
  grid: drawn_for_dpi ?? 300,
})

/** Prints each job once, one at a time per printer. Each step is in the journal before it is taken. */
export function jobQueue(parts: JobQueueParts): JobQueue {
  const { journal } = parts
  const queues = new Map<string, PrinterQueue>()
  const active = new Map<string, Active>()
  const rulers = readBacks()
  const stopping = new AbortController()

  endInterruptedJobs(journal, parts.now())

  const withChange = (job: PrintJob, change: Partial<PrintJob>): PrintJob => ({
    ...job,
    ...change,
    updated_at: parts.now().toISOString(),
  })

  /** Records a step on disk before it is taken. @throws Error of the system, such as for a full disk */
  function begin(job: PrintJob): PrintJob {
    journal.write(job)
    parts.onJob(job)
    return job
  }

  /** Records an event, and reports it even if the disk is full: the next start then knows less, never more. */
  function report(job: PrintJob, change: Partial<PrintJob>): PrintJob {
    const next = withChange(job, change)
    try {
      journal.write(next)
    } catch (error) {
      reportBug(error)
    }
    parts.onJob(next)
    return next
  }

  function submit(args: PrintArgs): PrintJob {
    const known = journal.find(args.job_id)
    if (known) return known
    const config = parts.config()[args.kind]
    if (!config) throw new DeviceRefusal('printer_not_set')
    const printer = parts.printer(config.printerId)
    if (!printer) throw new DeviceRefusal('printer_unknown')
    const queue = queues.get(printer.id) ?? { waiting: 0, last: Promise.resolve() }
    const isFull = queue.waiting >= WAITING_MAX || active.size >= WAITING_IN_ALL_MAX
    if (isFull || stopping.signal.aborted) throw new DeviceRefusal('queue_full')
    const labels = args.documents.reduce((sum, { pages }) => sum + pages * args.copies, 0)
    if (labels > MOST_LABELS) throw new DeviceRefusal('document_too_large', `It has ${labels} labels.`)
    const at = parts.now().toISOString()
    const { job_id, title, kind } = args
    const about = { job_id, title, kind, printer_id: printer.id, labels, printed_labels: 0 }
    const job = begin({ ...about, state: 'queued', created_at: at, updated_at: at })
    const abort = new AbortController()
    const fetched = args.documents.map((document) => parts.fetch(document, abort.signal))
    for (const document of fetched) document.catch(() => {}) // a failed download fails the job when its turn comes
    const done = queue.last
      .then(() => run(job, args, { printer, config, fetched }, abort.signal))
      .then(() => leave(queue, printer.id, job_id))
    queues.set(printer.id, queue)
    queue.waiting++
    queue.last = done
    active.set(job_id, { abort, done })
    return job
  }

  function leave(queue: PrinterQueue, printerId: string, jobId: string): void {
    active.delete(jobId)
    if (--queue.waiting === 0) queues.delete(printerId)
  }

  async function run(queued: PrintJob, args: PrintArgs, target: Target, signal: AbortSignal): Promise<void> {
    let job = queued
    let isSending = false
    try {
      let printed = 0
      await whilePaused(signal)
      for (const { kept, ...about } of await prepare(args, target, signal)) {
        const order = { ...about, pdf: await kept.read(), ...(about.type === 'ruler' && rulers.reading(job.job_id)) }
        await parts.limitRate(target.printer.id, order.labels, signal)
        if (job.state === 'queued') await whilePaused(signal)
        refuseToBegin(signal)
        job = begin(withChange(job, { state: 'sending', printed_labels: printed }))
        isSending = true
        const before = printed
        const outcome = await target.printer.print(
          order,
          () => (job = report(job, { state: 'spooled' })),
          signal,
          (pages) => {
            const out = before + Math.min(pages, order.labels)
            if (out > (job.printed_labels ?? 0)) job = report(job, { printed_labels: out })
          },
        )
        if (outcome.state !== 'printed') return end(job, outcome)
        isSending = false
        printed += order.labels
        job = { ...job, printed_labels: printed }
      }
      report(job, { state: 'printed' })
    } catch (error) {
      const refused = error instanceof DeviceRefusal ? error.fault : undefined
      if (!refused && !signal.aborted) reportBug(error)
      if (isSending && !refused) return void report(job, { state: 'unknown', error: faultOf('outcome_unknown') })
      // `cancel` has settled a job that was still queued
      if (signal.aborted && job.state === 'queued') return
      if (signal.aborted) return end(job, { state: 'cancelled', fault: faultOf('cancelled', countPrinted(job)) })
      end(job, { state: 'failed', fault: refused ?? faultOf('printer_stopped') })
    } finally {
      for (const document of target.fetched) void document.then((kept) => kept.forget()).catch(() => {})
    }
  }

  /** A job that printed in part is unknown, not failed: printing it again would print that part twice. */
  function end(job: PrintJob, { state, fault }: Exclude<PrintOutcome, { state: 'printed' }>): void {
    const isPart = state === 'failed' && (job.printed_labels ?? 0) > 0
    report(job, { state: isPart ? 'unknown' : state, error: fault })
  }

  /** Waits until printing is resumed, the job is cancelled, or the program stops. */
  const whilePaused = (signal: AbortSignal): Promise<void> => parts.pause.resumed(signal, stopping.signal)

  function refuseToBegin(signal: AbortSignal): void {
    if (signal.aborted) throw new DeviceRefusal('cancelled')
    if (stopping.signal.aborted) throw new DeviceRefusal('never_begun')
  }

  /** Checks everything that can be checked before anything is sent. */
  async function prepare(args: PrintArgs, { printer, config, fetched }: Target, signal: AbortSignal) {
    refuseToBegin(signal)
    const description = await printer.describe()
    if (description.state === 'offline') throw new DeviceRefusal('printer_offline')
    if (description.state === 'stopped') throw new DeviceRefusal(faultOfReasons(description.reasons))
    const chosen = args.documents.map((document) => {
      const decided = chooseMedia(toPrint(document), description, config)
      if (!decided.ok) throw new DeviceRefusal(decided.fault)
      return { document, decided }
    })
    const kept = await Promise.all(fetched)
    return chosen.map(({ document, decided }, index) => {
      const { job_id, kind, title, copies } = args
      const { type, width_mm, height_mm } = document
      const about = { job_id, kind, type, title, copies, width_mm, height_mm, labels: document.pages * copies }
      return { ...about, media: decided.media, offset: offsetOn(config, decided.size), kept: kept[index]! }
    })
  }

  return {
    submit,
    cancel: (jobId) => {
      const job = journal.find(jobId)
      if (!job) throw new DeviceRefusal('request_invalid')
      active.get(jobId)?.abort.abort()
      // nothing was sent, so it is settled here; otherwise the printer reports the outcome
      return job.state === 'queued' ? report(job, { state: 'cancelled', error: faultOf('cancelled') }) : job
    },
    latest: (jobId) =>
      jobId === undefined ? journal.latest(LISTED) : journal.latest(Infinity).filter(({ job_id }) => job_id === jobId),
    readBack: rulers.of,
    isIdle: () => active.size === 0,
    stop: async () => {
      stopping.abort()
      await Promise.all([...active.values()].map(({ done }) => done))
    },
  }
}
