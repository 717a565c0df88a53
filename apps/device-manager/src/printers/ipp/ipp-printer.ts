import { faultOf, type DeviceFault } from '../../device-refusal.ts'
import { reasonsBehind } from './behind-queue.ts'
import { followJob, type JobTimings } from './follow-ipp-job.ts'
import { aboutPrinter, askPrinter, IPP_STATUS, IppRefusal, numberIn, printerAttributes } from './ipp-client.ts'
import type { IppAttributes, IppRequest, RequestAttribute } from './ipp-codec.ts'
import { describeIpp, DESCRIPTION, idOf, reasonsOf } from './ipp-description.ts'
import { documentFor, unreadableOf, type IppDocument } from './ipp-document.ts'
import { isQueueOfCups, mediaOf } from './ipp-media.ts'
import { refusedOf, settingsFault, ticketFor } from './ipp-ticket.ts'
import { mediaFor, type KnownMedia } from '../media.ts'
import { printTimeoutMs } from '../print-timeout.ts'
import type { PrinterPort, PrintOrder, PrintOutcome } from '../printer.ts'

const DESCRIBE_LIMIT_MS = 3_000
const CANCEL_LIMIT_MS = 10_000
const POLL_MS = 500

interface Job {
  title: string
  document: IppDocument
  ticket: readonly RequestAttribute[]
}

/** How a printer gets its documents. */
export interface IppWay {
  unreadable: typeof unreadableOf
  document: typeof documentFor
  ticket: typeof ticketFor
  /** Whether the state printed is reliable: for raw data it only means that they were forwarded. */
  isReported: boolean
}

const BY_IPP: IppWay = { unreadable: unreadableOf, document: documentFor, ticket: ticketFor, isReported: true }

/** A printer that speaks IPP itself, or a queue of CUPS. `changed` timings are for tests. */
export function ippPrinter(uri: string, changed: Partial<JobTimings> = {}, way: IppWay = BY_IPP): PrinterPort {
  const attributes = (): Promise<IppAttributes> => printerAttributes(uri, DESCRIPTION, DESCRIBE_LIMIT_MS)

  const requestOf = (operation: IppRequest['operation'], { title, document, ticket }: Job): Omit<IppRequest, 'id'> => ({
    operation,
    attributes: [
      ...aboutPrinter(uri),
      ['name', 'job-name', withinName(title)],
      ['boolean', 'ipp-attribute-fidelity', true],
      ['mimeType', 'document-format', document.format],
    ],
    jobAttributes: ticket,
  })

  /** Why the printer would reject a job, before anything of it is sent. */
  async function rejection(job: Job): Promise<DeviceFault | undefined> {
    try {
      const { unsupported } = await askPrinter(uri, requestOf('Validate-Job', job))
      const refused = refusedOf(job.ticket, Object.keys(unsupported))
      return refused.length > 0 ? settingsFault(refused) : undefined
    } catch (error) {
      if (!(error instanceof IppRefusal)) return faultOf('printer_stopped', 'It does not answer.')
      if (error.status === IPP_STATUS.operationNotSupported) return undefined
      return faultOfRefusal(error, job)
    }
  }

  const aboutJob = (job: number): RequestAttribute[] => {
    const [printer, user] = aboutPrinter(uri)
    return [printer, ['integer', 'job-id', job], user]
  }

  async function lookAt(job: number): Promise<IppAttributes | 'forgotten' | undefined> {
    try {
      const { jobs } = await askPrinter(uri, { operation: 'Get-Job-Attributes', attributes: aboutJob(job) })
      return jobs[0]
    } catch (error) {
      return isNotFound(error) ? 'forgotten' : undefined
    }
  }

  const cancel = (job: number): Promise<boolean> =>
    askPrinter(uri, { operation: 'Cancel-Job', attributes: aboutJob(job) }).then(
      () => true,
      () => false,
    )

  /**
   * CUPS may call a job completed that its printer gave up, when the messages cross; a new printer-state-reason of the queue
   * or of the printer behind it is then the only evidence. The last label of a roll looks the same.
   */
  async function unlessGivenUp(end: PrintOutcome, before: IppAttributes, pollMs: number): Promise<PrintOutcome> {
    if (end.state !== 'printed' || !isQueueOfCups(before)) return end
    const behind = await reasonsBehind(before, pollMs)
    const after = await attributes().catch(() => before)
    const known = reasonsOf(before)
    const added = [...new Set([...reasonsOf(after), ...behind])].filter(
      (reason) => STOPS.has(reason) && !known.includes(reason),
    )
    return added.length === 0 ? end : { state: 'unknown', fault: faultOf('outcome_unknown', inWords(added)) }
  }

  async function complaints(): Promise<string | undefined> {
    const known = await attributes().catch(() => undefined)
    const words = known ? reasonsOf(known) : []
    return words.length > 0 ? inWords(words) : undefined
  }

  const print: PrinterPort['print'] = async (order, onSpooled, signal, onPrinted) => {
    const now = await attributes().catch(() => undefined)
    if (!now) return { state: 'failed', fault: faultOf('printer_stopped', 'It does not answer.') }
    const decided = mediaFor(order, mediaKnownTo(now))
    if (!decided.ok) return { state: 'failed', fault: decided.fault }
    const chosen: PrintOrder = { ...order, media: decided.media }
    const document = await way.document(chosen, now, decided.size)
    const job: Job = { title: order.title, document, ticket: way.ticket(chosen, now) }
    const rejected = await rejection(job)
    if (rejected) return { state: 'failed', fault: rejected }
    if (signal.aborted) return { state: 'cancelled', fault: faultOf('cancelled') }
    const timings = { printMs: printTimeoutMs(order.labels), cancelMs: CANCEL_LIMIT_MS, pollMs: POLL_MS, ...changed }
    const sending = { document: document.bytes, idleMs: timings.printMs, signal: soonAfter(signal, timings.cancelMs) }
    let number: number | undefined
    let refused: string[] = []
    try {
      const { jobs, unsupported } = await askPrinter(uri, requestOf('Print-Job', job), { sending })
      number = jobs[0] && numberIn(jobs[0], 'job-id')
      refused = refusedOf(job.ticket, Object.keys(unsupported))
    } catch (error) {
      if (error instanceof IppRefusal) return { state: 'failed', fault: faultOfRefusal(error, job) }
      if (hasNobodyToAnswer(error)) return { state: 'failed', fault: faultOf('printer_stopped', error.message) }
    }
    if (number === undefined) return { state: 'unknown', fault: faultOf('outcome_unknown') }
    const sent = number
    onSpooled()
    const end = await followJob(
      {
        ticket: job.ticket,
        refused,
        labels: order.labels,
        isOfCups: isQueueOfCups(now),
        look: () => lookAt(sent),
        cancel: () => cancel(sent),
        complaints,
      },
      timings,
      signal,
      onPrinted,
    )
    if (end.state === 'printed' && !way.isReported) return { state: 'unknown', fault: faultOf('print_not_reported') }
    return unlessGivenUp(end, now, timings.pollMs)
  }

  return {
    id: idOf(uri),
    addresses: [uri],
    describe: async () => describeIpp(uri, await attributes().catch(() => undefined), way.unreadable),
    print,
  }
}

/** What is loaded when the printer knows, otherwise what it offers. */
function mediaKnownTo(printer: IppAttributes): KnownMedia {
  const ready = mediaOf(printer, 'media-ready')
  if (ready.length > 0) return { from: 'loaded', media: ready }
  return { from: 'offered', media: mediaOf(printer, 'media-supported') }
}

/** Aborts some time after a cancel: the printer may still accept the job, and only an accepted job can be cancelled. */
function soonAfter(signal: AbortSignal, ms: number): AbortSignal {
  const late = new AbortController()
  signal.addEventListener('abort', () => setTimeout(() => late.abort(), ms).unref(), { once: true })
  return late.signal
}

function faultOfRefusal(error: IppRefusal, { ticket }: Job): DeviceFault {
  const isAboutSettings = error.status === IPP_STATUS.attributesNotSupported
  const refused = refusedOf(ticket, error.unsupported)
  return isAboutSettings && refused.length > 0 ? settingsFault(refused) : faultOf('printer_stopped', error.message)
}

const isNotFound = (error: unknown): boolean =>
  error instanceof IppRefusal && (error.status === IPP_STATUS.notFound || error.status === IPP_STATUS.gone)

const hasNobodyToAnswer = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'

const inWords = (reasons: readonly string[]): string => `Reported: ${reasons.join(', ')}.`

/** With any of these nothing comes out (RFC 8011 §5.4.12). */
const STOPS = new Set([
  'media-empty',
  'media-needed',
  'media-jam',
  'cover-open',
  'door-open',
  'interlock-open',
  'toner-empty',
  'marker-supply-empty',
])

const NAME_LIMIT_BYTES = 255
/** A name in IPP has 255 bytes at most; what a cut leaves of a character is dropped. */
const withinName = (title: string): string =>
  new TextDecoder().decode(Buffer.from(title).subarray(0, NAME_LIMIT_BYTES)).replace(/\uFFFD+$/, '')
