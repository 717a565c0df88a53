import type { DEVICE_OPERATIONS, PrintJob, PrinterConfigs } from '@postroom/contract/device-messages'
import type * as z from 'zod'
import { DeviceRefusal, faultOf, reportBug, type DeviceFault } from '../device-refusal.ts'
import type { AnnouncedDocument } from '../documents/download-document.ts'
import { faultOfReasons } from '../printers/printer-reasons.ts'
import type { PrinterPort } from '../printers/printer.ts'
import type { Journal } from './journal.ts'
import { chooseMedia } from './media-guard.ts'

export type PrintArgs = z.output<(typeof DEVICE_OPERATIONS)['print']['args']>

const WAITING_MAX = 50

export interface JobQueueParts {
  journal: Journal
  config: () => PrinterConfigs
  printer: (id: string) => PrinterPort | undefined
  download: (document: AnnouncedDocument) => Promise<Uint8Array>
  pace: (labels: number, signal: AbortSignal) => Promise<void>
  now: () => Date
  onJob: (job: PrintJob) => void
}

export interface JobQueue {
  /** Takes a job, or answers with the job of this id as it stands. @throws DeviceRefusal before anything is written */
  submit(args: PrintArgs): PrintJob
  /** Asks for a job to be stopped; what became of it is told as a job event. @throws DeviceRefusal */
  cancel(jobId: string): PrintJob
  latest(): PrintJob[]
  /** Resolves when nothing is being printed any more. Nothing new begins. */
  stop(): Promise<void>
}

interface Active {
  abort: AbortController
  done: Promise<void>
}

/** Prints each job once, one at a time per printer. Every step is in the journal before it is taken. */
export function jobQueue(parts: JobQueueParts): JobQueue {
  const { journal } = parts
  const lines = new Map<string, Promise<void>>()
  const active = new Map<string, Active>()
  let stopping = false

  endInterrupted(parts)

  function step(job: PrintJob, state: PrintJob['state'], fault?: DeviceFault): PrintJob {
    const next: PrintJob = { ...job, state, updated_at: parts.now().toISOString(), ...(fault && { error: fault }) }
    journal.write(next)
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
    if (active.size >= WAITING_MAX || stopping) throw new DeviceRefusal('queue_full')
    const at = parts.now().toISOString()
    const { job_id, title, kind } = args
    const job: PrintJob = {
      job_id,
      title,
      kind,
      printer_id: printer.id,
      state: 'queued',
      created_at: at,
      updated_at: at,
    }
    journal.write(job)
    parts.onJob(job)
    const abort = new AbortController()
    const done = (lines.get(printer.id) ?? Promise.resolve()).then(() => run(job, args, printer, abort.signal))
    lines.set(printer.id, done)
    active.set(job_id, { abort, done })
    void done.then(() => active.delete(job_id))
    return job
  }

  async function run(queued: PrintJob, args: PrintArgs, printer: PrinterPort, signal: AbortSignal): Promise<void> {
    let job = queued
    try {
      for (const order of await prepare(args, printer, signal)) {
        await parts.pace(order.labels, signal)
        refuseToBegin(signal)
        job = step(job, 'sending')
        const outcome = await printer.print(order, () => (job = step(job, 'spooled')), signal)
        if (outcome.state !== 'printed') return void step(job, outcome.state, outcome.fault)
      }
      step(job, 'printed')
    } catch (error) {
      const isForeseen = error instanceof DeviceRefusal || signal.aborted
      if (!isForeseen) reportBug(error)
      if (job.state !== 'queued') step(job, 'unknown', faultOf('outcome_unknown'))
      else if (!signal.aborted)
        step(job, 'failed', error instanceof DeviceRefusal ? error.fault : faultOf('printer_stopped'))
    }
  }

  function refuseToBegin(signal: AbortSignal): void {
    if (signal.aborted || stopping) throw new DeviceRefusal('cancelled')
  }

  /** Everything that can go wrong before paper moves goes wrong here. */
  async function prepare(args: PrintArgs, printer: PrinterPort, signal: AbortSignal) {
    refuseToBegin(signal)
    const description = await printer.describe()
    if (description.state === 'offline') throw new DeviceRefusal('printer_offline')
    if (description.state === 'stopped') throw new DeviceRefusal(faultOfReasons(description.reasons))
    const config = parts.config()[args.kind]
    if (!config) throw new DeviceRefusal('printer_not_set')
    return Promise.all(
      args.documents.map(async (document) => {
        const decided = chooseMedia(document, description, config)
        if (!decided.ok) throw new DeviceRefusal(decided.fault)
        const { job_id, kind, title, copies } = args
        const { type, width_mm, height_mm } = document
        const pdf = await parts.download(document)
        return {
          job_id,
          kind,
          type,
          title,
          copies,
          pdf,
          width_mm,
          height_mm,
          media: decided.media,
          labels: document.pages * copies,
        }
      }),
    )
  }

  return {
    submit,
    cancel: (jobId) => {
      const job = journal.find(jobId)
      if (!job) throw new DeviceRefusal('request_invalid')
      active.get(jobId)?.abort.abort()
      // nothing was sent, so it is settled here; otherwise the printer says what became of it
      return job.state === 'queued' ? step(job, 'cancelled', faultOf('cancelled')) : job
    },
    latest: () => journal.latest(50),
    stop: async () => {
      stopping = true
      await Promise.all([...active.values()].map(({ done }) => done))
    },
  }
}

/** What the last run left open: never sent is a failure, anything else may have been printed. Nothing reprints by itself. */
function endInterrupted({ journal, now }: JobQueueParts): void {
  for (const job of journal.all()) {
    if (job.state !== 'queued' && job.state !== 'sending' && job.state !== 'spooled') continue
    const end = job.state === 'queued' ? NEVER_SENT : MAYBE_PRINTED
    journal.write({ ...job, ...end, updated_at: now().toISOString() })
  }
}

const NEVER_SENT = { state: 'failed', error: faultOf('cancelled') } as const
const MAYBE_PRINTED = { state: 'unknown', error: faultOf('outcome_unknown') } as const
