import type { Printer } from '@postroom/contract/device-messages'
import { DeviceRefusal, faultOf } from '../../device-refusal.ts'
import { reasonNotOpened } from '../printer-connection.ts'
import { faultOfReasons } from '../printer-reasons.ts'
import type { PrinterPort, PrintOrder, PrintOutcome } from '../printer.ts'
import { takeTurns } from '../take-turns.ts'
import { aboutSetting, describeStatus, isAsked, notReached, SILENT } from './describe-label-printer.ts'
import { drawLabels, type DrawnLabels } from './draw-labels.ts'
import type { LabelPrinter } from './label-setting.ts'
import { NO_FACTS, type LabelStatus, type PrinterFacts } from './language.ts'
import { printLabels, type LabelLimits, type LabelsEnd, type LabelsWatch } from './print-labels.ts'
import { talkOver, type Talk } from './talk.ts'

const LIMITS = { statusMs: 2_000, pollMs: 150, silenceMs: 30_000, patienceMs: 600_000, readyMs: 30_000 }
export type LabelPrinterLimits = LabelLimits & { statusMs: number; readyMs: number }

/** A thermal label printer that gets its dots in its own language. `changed` limits are for tests. */
export function labelPrinter(printer: LabelPrinter, changed: Partial<LabelPrinterLimits> = {}): PrinterPort {
  const { setting, id } = printer
  const { status: questions } = setting.language
  const asks = isAsked(setting)
  const limits = { ...LIMITS, ...changed }
  const inTurn = takeTurns()
  let facts: PrinterFacts | undefined
  let known = aboutSetting(printer)
  let readyUntil = 0
  let printing = 0
  let waiting: readonly string[] = []

  async function withConnection<T>(work: (talk: Talk) => Promise<T>): Promise<T> {
    const connection = await printer.open()
    try {
      return await work(talkOver(connection, limits.statusMs))
    } finally {
      connection.close()
    }
  }

  /** What the printer reports about itself is asked once, when it answers the first time after it was away. */
  async function statusOf(talk: Talk): Promise<LabelStatus | undefined> {
    if (!questions) return undefined
    const first = await questions.ask(talk, facts ?? NO_FACTS)
    if (!first || facts) return first
    facts = await questions.identify(talk)
    return questions.ask(talk, facts)
  }

  async function look(): Promise<Printer> {
    if (performance.now() < readyUntil) return known
    try {
      const status = await withConnection(async (talk) => (asks ? await statusOf(talk) : 'not_asked'))
      const state = status === 'not_asked' ? {} : status ? describeStatus(status, setting, facts ?? NO_FACTS) : SILENT
      known = { ...aboutSetting(printer, facts), ...state }
    } catch (error) {
      facts = undefined
      known = { ...known, ...notReached(error) }
    }
    if (known.state === 'ready') readyUntil = performance.now() + limits.readyMs
    return known
  }

  async function print(order: PrintOrder, watch: LabelsWatch): Promise<PrintOutcome> {
    let isSending = false
    try {
      return await withConnection(async (talk) => {
        const status = asks ? await statusOf(talk) : undefined
        if (asks && !status) return { state: 'failed', fault: faultOf('label_printer_silent') }
        const drawn = await drawLabels(order, {
          setting,
          facts: facts ?? NO_FACTS,
          status,
          expectedDpi: known.thermal_dpi,
        })
        if (!drawn.ok) return { state: 'failed', fault: drawn.fault }
        if (watch.signal.aborted) return { state: 'cancelled', fault: faultOf('cancelled') }
        isSending = true
        if (!asks) return await printOneWay(talk, drawn, watch)
        const open = { status: () => statusOf(talk), send: (label: Uint8Array) => talk.send(label) }
        return outcomeOf(await printLabels(open, drawn.labels, watch, limits), drawn.labels.length)
      })
    } catch (error) {
      if (error instanceof DeviceRefusal) throw error
      facts = undefined
      if (isSending) return { state: 'unknown', fault: faultOf('outcome_unknown') }
      return { state: 'failed', fault: faultOfReasons([reasonNotOpened(error)]) }
    }
  }

  return {
    id,
    ...(printer.addresses && { addresses: printer.addresses }),
    describe: async () => (printing > 0 ? { ...known, state: 'printing', reasons: [...waiting] } : inTurn(look)),
    print: async (order, onSent, signal, onPrinted = () => {}) => {
      printing++
      const watch: LabelsWatch = { signal, onSent, onPrinted, onWaiting: (reasons) => (waiting = reasons) }
      return inTurn(() => print(order, watch)).finally(() => {
        printing--
        waiting = []
        readyUntil = 0
      })
    },
  }
}

/** The printer reports nothing, so the outcome is unknown. */
async function printOneWay(
  talk: Talk,
  { labels }: Extract<DrawnLabels, { ok: true }>,
  { signal, onSent }: LabelsWatch,
): Promise<PrintOutcome> {
  let sent = 0
  for (; sent < labels.length && !signal.aborted; sent++) await talk.send(labels[sent]!.bytes)
  if (sent < labels.length)
    return { state: 'unknown', fault: faultOf('outcome_unknown', `Sent: ${sent} of ${labels.length} labels.`) }
  onSent()
  return { state: 'unknown', fault: faultOf('print_not_reported') }
}

/** The outcome of an order of `total` labels. `failed` only when none of it was sent. */
function outcomeOf({ printed, isUncertain, isCancelled, reasons }: LabelsEnd, total: number): PrintOutcome {
  if (printed === total) return { state: 'printed' }
  const facts = printed > 0 ? `Printed for certain: ${printed} of ${total} labels.` : undefined
  if (isCancelled) return { state: 'cancelled', fault: faultOf('cancelled', facts) }
  const fault = reasons.length > 0 ? faultOfReasons(reasons, facts) : faultOf('outcome_unknown', facts)
  return { state: isUncertain || printed > 0 ? 'unknown' : 'failed', fault }
}
