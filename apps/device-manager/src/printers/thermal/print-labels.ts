import { setTimeout as sleep } from 'node:timers/promises'
import type { LabelStatus } from './language.ts'

export interface LabelLimits {
  /** The interval between questions while something is awaited. */
  pollMs: number
  /** How long a printer may be silent, idle without having printed, or hold half a label, before a label is given up. */
  silenceMs: number
  /** How long another program's labels or a pause may hold up a label. */
  patienceMs: number
}

export interface LabelsWatch {
  signal: AbortSignal
  /** The printer has received everything. */
  onSent: () => void
  /** This many labels are out and more follow. */
  onPrinted: (labels: number) => void
  /** Why the printer waits; none when it goes on. */
  onWaiting: (reasons: readonly string[]) => void
}

/** A printer to which a connection is open. Both reject once it is broken. */
export interface OpenPrinter {
  /** Undefined when the printer is silent. */
  status(): Promise<LabelStatus | undefined>
  send(label: Uint8Array): Promise<void>
}

/** A label on its way, with its length. */
export interface EncodedLabel {
  bytes: Uint8Array
  length_in: number
}

/** The outcome: how many labels are certainly out, and what stopped the printer before the last. */
export interface LabelsEnd {
  printed: number
  /** The next label may come out, whole or in part. */
  isUncertain: boolean
  isCancelled: boolean
  /** What the printer reported; none when nothing was wrong or nothing is known. */
  reasons: readonly string[]
}

/** A printer with these goes on by itself, or when its label is taken. */
const WAITS = new Set(['cooling', 'label-not-taken'])
/** So it does while it holds a label. */
const WAITS_WITH_LABEL = new Set([...WAITS, 'paused-at-printer'])

/** Prints label after label, each sent when the one before has ended. Nothing is sent twice. */
export async function printLabels(
  printer: OpenPrinter,
  labels: readonly EncodedLabel[],
  watch: LabelsWatch,
  limits: LabelLimits,
): Promise<LabelsEnd> {
  for (const [printed, label] of labels.entries()) {
    const before = await untilReady(printer, watch, limits).catch(() => ({ why: ['offline'] }))
    const stopped = { printed, isUncertain: false, isCancelled: watch.signal.aborted }
    if (watch.signal.aborted) return { ...stopped, reasons: [] }
    if ('why' in before) return { ...stopped, reasons: before.why }
    const isLast = printed === labels.length - 1
    const end = await labelEnd(printer, label, before, { ...watch, onSent: isLast ? watch.onSent : () => {} }, limits)
    if (end !== 'printed') return { printed, isUncertain: true, isCancelled: false, reasons: end.why }
    if (!isLast) watch.onPrinted(printed + 1)
  }
  return { printed: labels.length, isUncertain: false, isCancelled: false, reasons: [] }
}

/** Waits until the printer is ready, and holds nothing of anybody. */
async function untilReady(
  printer: OpenPrinter,
  { signal, onWaiting }: LabelsWatch,
  { pollMs, silenceMs, patienceMs }: LabelLimits,
): Promise<LabelStatus | { why: readonly string[] }> {
  const [whole, waiting] = [deadline(silenceMs), deadline(patienceMs)]
  for (;;) {
    const status = await printer.status()
    if (!status) return { why: ['label-printer-silent'] }
    if (!status.reasons.every((reason) => WAITS.has(reason))) return { why: status.reasons }
    const why = waitsFor(status)
    onWaiting(why)
    if (why.length === 0) return status
    if (!why.includes('half-label')) whole.restart()
    if (whole.isOver() || waiting.isOver() || signal.aborted) return { why }
    await sleep(pollMs, undefined, { signal }).catch(() => {})
  }
}

/** What a printer without a fault waits for, before it can get a label. */
export function waitsFor({ reasons, isBusy, hasHalfLabel }: LabelStatus): string[] {
  if (reasons.length > 0) return [...reasons]
  if (isBusy) return ['in-use']
  return hasHalfLabel ? ['half-label'] : []
}

type LabelEnd = 'printed' | { why: readonly string[] }
const NOT_KNOWN: LabelEnd = { why: [] }

/** Sends a label and follows it to its end. Only what the printer reports makes it printed. */
async function labelEnd(
  printer: OpenPrinter,
  { bytes, length_in }: EncodedLabel,
  before: LabelStatus,
  { onSent, onWaiting }: LabelsWatch,
  { pollMs, silenceMs, patienceMs }: LabelLimits,
): Promise<LabelEnd> {
  try {
    if (!(await isWithin(printer.send(bytes), silenceMs))) return NOT_KNOWN
    onSent()
    const [idle, waiting] = [deadline(silenceMs), deadline(patienceMs)]
    let [wasBusy, hasWaited] = [false, false]
    for (;;) {
      const status = await printer.status()
      if (status && !status.reasons.every((reason) => WAITS_WITH_LABEL.has(reason))) return { why: status.reasons }
      const why = status?.reasons ?? []
      onWaiting(why)
      if (status && isAtRest(status)) {
        const rise = riseOf(before, status)
        if (rise !== undefined && isOneLabel(rise, length_in)) return 'printed'
        // a label that is repeated or cut short, or one of another program
        if (rise !== undefined && rise.count !== 0) return NOT_KNOWN
        if (rise === undefined && wasBusy) return hasWaited ? NOT_KNOWN : 'printed'
      }
      wasBusy ||= status?.isBusy ?? false
      // a person may have thrown the label away during a pause
      hasWaited ||= why.includes('paused-at-printer')
      if (status && (status.isBusy || why.length > 0)) idle.restart()
      if (idle.isOver() || waiting.isOver()) return { why }
      await sleep(pollMs)
    }
  } catch {
    return NOT_KNOWN // the connection is broken
  } finally {
    onWaiting([])
  }
}

/** A label that waits to be taken is out. */
const isAtRest = ({ reasons, isBusy, hasHalfLabel }: LabelStatus): boolean =>
  !isBusy && !hasHalfLabel && reasons.every((reason) => reason === 'label-not-taken')

type Rise = { unit: 'labels' | 'inches'; count: number }

function riseOf({ printed: from }: LabelStatus, { printed: to }: LabelStatus): Rise | undefined {
  if (from && to && 'labels' in from && 'labels' in to) return { unit: 'labels', count: to.labels - from.labels }
  if (from && to && 'inches' in from && 'inches' in to) return { unit: 'inches', count: to.inches - from.inches }
  return undefined
}

/** A counter of whole inches may be one off. */
const isOneLabel = ({ unit, count }: Rise, length_in: number): boolean =>
  unit === 'labels' ? count === 1 : Math.abs(count - length_in) <= 1

function deadline(ms: number) {
  let at = performance.now() + ms
  return { isOver: () => performance.now() >= at, restart: () => void (at = performance.now() + ms) }
}

const isWithin = (work: Promise<void>, ms: number): Promise<boolean> =>
  Promise.race([work.then(() => true), sleep(ms, false, { ref: false })])
