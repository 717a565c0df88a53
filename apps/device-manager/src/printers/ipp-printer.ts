import { unescape } from 'node:querystring'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Printer } from '@postroom/contract/device-messages'
import { faultOf } from '../device-refusal.ts'
import { askPrinter, IppRefusal, numberIn, textIn, textsIn } from './ipp-client.ts'
import type { IppAttributes, RequestAttribute } from './ipp-codec.ts'
import { documentFor, takesDots, type IppDocument } from './ipp-document.ts'
import { hasNothingOut, pagesOutOf } from './ipp-job.ts'
import { mediaOf, resolutionsOf } from './ipp-media.ts'
import { paperFor } from './paper.ts'
import { patienceFor } from './print-patience.ts'
import type { PrinterPort, PrintOrder, PrintOutcome } from './printer.ts'

const ASK_EVERY_MS = 500
const DESCRIBE_LIMIT_MS = 3_000
/** After a cancel the printer finishes the sheet it is on. */
const CANCEL_LIMIT_MS = 10_000

const JOB_STATE = { canceled: 7, aborted: 8, completed: 9 } as const
const PRINTER_STATES: Record<number, Printer['state']> = { 3: 'ready', 4: 'printing', 5: 'stopped' }
const WANTED = [
  'printer-name',
  'printer-info',
  'printer-state',
  'printer-state-reasons',
  'printer-resolution-supported',
  'media-supported',
  'media-ready',
  'media-col-database', // is no part of 'all'
  'document-format-supported',
  'pwg-raster-document-resolution-supported',
  'device-uri', // only a queue of CUPS has one
]

interface JobWatch {
  isOfCups: boolean
  limitMs: number
  onPrinted: ((pages: number) => void) | undefined
}

/** A printer that speaks IPP itself, or a queue of CUPS. `limits` are for tests. */
export function ippPrinter(uri: string, limits: { printMs?: number; cancelMs?: number } = {}): PrinterPort {
  const aboutPrinter: RequestAttribute[] = [
    ['uri', 'printer-uri', uri],
    ['name', 'requesting-user-name', 'postroom'],
  ]

  async function attributes(): Promise<IppAttributes> {
    const wanted = WANTED.map((name, index): RequestAttribute => [
      'keyword',
      index === 0 ? 'requested-attributes' : '',
      name,
    ])
    const request = { operation: 'Get-Printer-Attributes', attributes: [...aboutPrinter, ...wanted] } as const
    const { printers } = await askPrinter(uri, request, { timeoutMs: DESCRIBE_LIMIT_MS })
    return printers[0] ?? {}
  }

  /** @returns the printer's number for the job. Throws IppRefusal when nothing was taken. */
  async function send(
    order: PrintOrder,
    document: IppDocument,
    patience: { idleMs: number; signal: AbortSignal },
  ): Promise<number | undefined> {
    const { jobs } = await askPrinter(
      uri,
      {
        operation: 'Print-Job',
        attributes: [
          ...aboutPrinter,
          ['name', 'job-name', withinName(order.title)],
          ['mimeType', 'document-format', document.format],
        ],
        jobAttributes: [
          ['integer', 'copies', order.copies],
          ['keyword', 'print-scaling', 'none'],
          ...(order.media === undefined ? [] : [['keyword', 'media', order.media] as const]),
        ],
      },
      { sending: { document: document.bytes, ...patience } },
    )
    return jobs[0] && numberIn(jobs[0], 'job-id')
  }

  const aboutJob = (job: number): RequestAttribute[] => [
    ['uri', 'printer-uri', uri],
    ['integer', 'job-id', job],
    ['name', 'requesting-user-name', 'postroom'],
  ]

  /** A job as the printer tells it; nothing when it cannot be asked. */
  async function lookAt(job: number): Promise<IppAttributes> {
    const asked = await askPrinter(uri, { operation: 'Get-Job-Attributes', attributes: aboutJob(job) }).catch(
      () => undefined,
    )
    return asked?.jobs[0] ?? {}
  }

  /** The end of a job, or undefined while it goes on. */
  async function endIn(job: IppAttributes, isOfCups: boolean): Promise<PrintOutcome | undefined> {
    const state = numberIn(job, 'job-state')
    // the reasons of a completed job may still say processing-to-stop-point: only the state decides
    if (state === JOB_STATE.completed) return { state: 'printed' }
    if (state === JOB_STATE.canceled) return { state: 'cancelled', fault: faultOf('cancelled') }
    if (state !== JOB_STATE.aborted) return undefined
    return {
      state: hasNothingOut(job, isOfCups) ? 'failed' : 'unknown',
      fault: faultOf('printer_stopped', await reasons()),
    }
  }

  /**
   * CUPS may call a job completed that its printer gave up, when the two words cross. A complaint that was not there before
   * is then all there is to go by: the last label of a roll looks the same.
   */
  async function unlessGivenUp(end: PrintOutcome, before: IppAttributes): Promise<PrintOutcome> {
    if (end.state !== 'printed' || !isQueueOfCups(before)) return end
    const after = await attributes().catch(() => before)
    const complaints = reasonsOf(after).filter((reason) => STOPS.has(reason) && !reasonsOf(before).includes(reason))
    return complaints.length === 0 ? end : { state: 'unknown', fault: faultOf('outcome_unknown', inWords(complaints)) }
  }

  async function reasons(): Promise<string | undefined> {
    const known = await attributes().catch(() => undefined)
    const words = known ? reasonsOf(known) : []
    return words.length > 0 ? inWords(words) : undefined
  }

  /** Waits for the end of a job, which gets its whole time anew whenever it gets further: CUPS would try for ever. */
  async function follow(
    job: number,
    { isOfCups, limitMs, onPrinted }: JobWatch,
    signal?: AbortSignal,
  ): Promise<PrintOutcome | undefined> {
    let [furthest, most] = [0, 0]
    let until = performance.now() + limitMs // an answer itself may take long
    while (performance.now() < until) {
      const now = await lookAt(job)
      const [state, pages] = [numberIn(now, 'job-state') ?? 0, pagesOutOf(now) ?? 0]
      if (pages > most && !isOfCups) onPrinted?.(pages)
      const end = await endIn(now, isOfCups)
      if (end || signal?.aborted) return end
      if (state > furthest || pages > most) until = performance.now() + limitMs
      furthest = Math.max(furthest, state)
      most = Math.max(most, pages)
      await sleep(ASK_EVERY_MS, undefined, { signal }).catch(() => {})
    }
    return undefined
  }

  async function cancel(job: number): Promise<void> {
    await askPrinter(uri, { operation: 'Cancel-Job', attributes: aboutJob(job) }).catch(() => {})
  }

  return {
    id: `ipp:${uri}`.slice(0, 200),
    addresses: [uri],
    describe: async () => describe(uri, await attributes().catch(() => undefined)),
    print: async (order, onSpooled, signal, onPrinted) => {
      const now = await attributes().catch(() => undefined)
      if (!now) return { state: 'failed', fault: faultOf('printer_stopped', 'It does not answer.') }
      const paper = paperFor(order, loadedIn(now))
      if (!paper.ok) return { state: 'failed', fault: paper.fault }
      const chosen = { ...order, media: paper.media }
      const document = await documentFor(chosen, now, paper.paper)
      if (signal.aborted) return { state: 'cancelled', fault: faultOf('cancelled') }
      const limitMs = limits.printMs ?? patienceFor(order.labels)
      const cancelMs = limits.cancelMs ?? CANCEL_LIMIT_MS
      let job: number | undefined
      try {
        job = await send(chosen, document, { idleMs: limitMs, signal: soonAfter(signal, cancelMs) })
      } catch (error) {
        if (wasNotTaken(error)) return { state: 'failed', fault: faultOf('printer_stopped', error.message) }
      }
      if (job === undefined) return { state: 'unknown', fault: faultOf('outcome_unknown') }
      onSpooled()
      const watch = { isOfCups: isQueueOfCups(now), onPrinted }
      const end = await follow(job, { ...watch, limitMs }, signal)
      if (end) return unlessGivenUp(end, now)
      const why = await reasons()
      await cancel(job)
      const afterwards = await follow(job, { ...watch, limitMs: cancelMs })
      // a person who cancels knows what he wanted; after a time-out nobody knows what came out
      const isClear = afterwards && (signal.aborted || afterwards.state === 'printed')
      return isClear ? unlessGivenUp(afterwards, now) : { state: 'unknown', fault: faultOf('outcome_unknown', why) }
    },
  }
}

const isQueueOfCups = (printer: IppAttributes): boolean => 'device-uri' in printer

/** A while after somebody cancels: only a job that the printer has taken can be taken back, so it may still take it. */
function soonAfter(signal: AbortSignal, ms: number): AbortSignal {
  const late = new AbortController()
  signal.addEventListener('abort', () => setTimeout(() => late.abort(), ms).unref(), { once: true })
  return late.signal
}

/** The printer said no, or there was nobody to say anything to. */
const wasNotTaken = (error: unknown): error is Error =>
  error instanceof IppRefusal || (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED')

function describe(uri: string, attributes: IppAttributes | undefined): Printer {
  // unlike decodeURIComponent it does not throw: anybody in the network may announce an address
  const name = unescape(new URL(uri).pathname.split('/').findLast((part) => part !== '') ?? uri)
  const known = attributes ?? {}
  return {
    id: `ipp:${uri}`.slice(0, 200),
    name: textIn(known, 'printer-info') || textIn(known, 'printer-name') || name,
    driver: 'ipp',
    state: attributes ? (PRINTER_STATES[numberIn(known, 'printer-state') ?? 0] ?? 'stopped') : 'offline',
    reasons: reasonsOf(known),
    media: mediaOf(known, 'media-supported'),
    media_ready: mediaOf(known, 'media-ready'),
    resolutions_dpi: resolutionsOf(known),
    ...(takesDots(known) && { can_offset: true }),
  }
}

/** What is in the printer when it knows, otherwise what it can take. */
function loadedIn(attributes: IppAttributes): Printer['media'] {
  const ready = mediaOf(attributes, 'media-ready')
  return ready.length > 0 ? ready : mediaOf(attributes, 'media-supported')
}

/** Without the ending that only says how bad it is: `media-empty-report` is `media-empty`. */
const reasonsOf = (attributes: IppAttributes): string[] =>
  textsIn(attributes, 'printer-state-reasons')
    .filter((reason) => reason !== 'none')
    .map((reason) => reason.replace(/-(report|warning|error)$/, ''))

const inWords = (reasons: readonly string[]): string => `It says: ${reasons.join(', ')}.`

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
