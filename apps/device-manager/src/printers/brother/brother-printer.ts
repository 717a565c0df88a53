import type { Printer } from '@postroom/contract/device-messages'
import { faultOf } from '../../device-refusal.ts'
import { DOTS_PER_INCH } from '../../documents/pdf-to-dots.ts'
import { renderDots } from '../../documents/read-pdf.ts'
import { reasonNotOpened, type PrinterConnection } from '../printer-connection.ts'
import { faultOfReasons } from '../printer-reasons.ts'
import type { PrinterPort, PrintOrder, PrintOutcome } from '../printer.ts'
import { takeTurns } from '../take-turns.ts'
import { statusReader, type NextStatus } from './status-reader.ts'
import { askCondition, type OneWayPrinter, type Condition } from './condition.ts'
import type { QlModel } from './models.ts'
import { mediaInPrinter, prepareOrder } from './prepare-order.ts'
import { outcomeOf } from './print-outcome.ts'
import { printPages, type PagesWatch } from './print-pages.ts'
import { INITIALISE } from './raster.ts'
import { rollMedia, rollsFor } from './rolls.ts'

export interface BrotherPrinter {
  id: string
  /** Its location, shown to users: `USB` or its address. */
  place: string
  /** @throws Error whose `code` is one of the system, or `editor-lite` */
  open: () => Promise<PrinterConnection>
  oneWay?: OneWayPrinter | undefined
}

/** A printer that was ready is not asked again for `readyMs`: another computer may be printing, and status requests disturb that. */
const LIMITS = { statusMs: 2_000, silenceMs: 30_000, coolingMs: 600_000, readyMs: 30_000 }

/** A QL printer of Brother. `changed` limits are for tests. */
export function brotherPrinter(printer: BrotherPrinter, changed: Partial<typeof LIMITS> = {}): PrinterPort {
  const limits = { ...LIMITS, ...changed }
  let known = unseen(printer)
  let readyUntil = 0
  let printing = 0
  let isCooling = false

  /** The printer accepts one connection, and status requests disturb it while it prints. */
  const inTurn = takeTurns()

  /** Opens a connection, requests the status, and runs `work` with both. */
  async function withConnection<T>(
    work: (condition: Condition, connection: PrinterConnection, next: NextStatus) => T,
  ): Promise<Awaited<T>> {
    const connection = await printer.open()
    try {
      const next = statusReader(connection)
      const condition = await askCondition(connection, next, { limitMs: limits.statusMs, oneWay: printer.oneWay })
      return await work(condition, connection, next)
    } finally {
      connection.close()
    }
  }

  async function look(): Promise<Printer> {
    if (performance.now() < readyUntil) return known
    const condition = await withConnection((found) => found).catch(notReached)
    if (condition.isReady) readyUntil = performance.now() + limits.readyMs
    return (known = { ...known, ...describe(printer, condition) })
  }

  async function print(order: PrintOrder, watch: PagesWatch): Promise<PrintOutcome> {
    const pages = await renderDots(order.pdf)
    let isSending = false
    try {
      return await withConnection(async (condition, connection, next) => {
        const prepared = prepareOrder(order, pages, condition)
        if (!prepared.ok) return { state: 'failed', fault: prepared.fault }
        if (watch.signal.aborted) return { state: 'cancelled', fault: faultOf('cancelled') }
        isSending = true
        if (prepared.isOneWay) return await printOneWay(connection, prepared.pages, watch)
        const end = await printPages(connection, next, prepared.pages, watch, limits)
        return outcomeOf(end, order, prepared.pages.length, prepared.model)
      })
    } catch (error) {
      if (isSending) return { state: 'unknown', fault: faultOf('outcome_unknown') }
      return { state: 'failed', fault: faultOfReasons(notReached(error).reasons) }
    }
  }

  return {
    id: printer.id,
    describe: async () =>
      printing > 0 ? { ...known, state: 'printing', reasons: isCooling ? ['cooling'] : [] } : inTurn(look),
    print: async (order, onSent, signal, onPrinted = () => {}) => {
      printing++
      const watch: PagesWatch = { signal, onSent, onPrinted, onCooling: (now) => (isCooling = now) }
      const outcome = await inTurn(() => print(order, watch)).finally(() => {
        printing--
        isCooling = false
        readyUntil = 0
      })
      return outcome
    },
  }
}

/** The printer reports nothing, so the outcome is unknown. */
async function printOneWay(
  connection: PrinterConnection,
  pages: readonly Uint8Array[],
  { onSent }: PagesWatch,
): Promise<PrintOutcome> {
  for (const bytes of [INITIALISE, ...pages]) await connection.write(bytes)
  onSent()
  return { state: 'unknown', fault: faultOf('print_not_reported') }
}

function notReached(error: unknown): Extract<Condition, { isReady: false }> {
  const isEditorLite = error instanceof Error && 'code' in error && error.code === 'editor-lite'
  return { isReady: false, reasons: [isEditorLite ? 'editor-lite' : reasonNotOpened(error)] }
}

const unseen = ({ id, place }: Pick<BrotherPrinter, 'id' | 'place'>): Printer => ({
  id,
  name: `Brother QL (${place})`,
  driver: 'brother',
  state: 'offline',
  reasons: ['offline'],
  media: [],
  media_ready: [],
  resolutions_dpi: [DOTS_PER_INCH],
  can_offset: true,
})

/** A printer that is not asked, described by its announced model. */
export const unaskedPrinter = (printer: Pick<BrotherPrinter, 'id' | 'place'>, model: QlModel): Printer => ({
  ...unseen(printer),
  ...aboutModel(model, printer.place),
  state: 'ready',
  reasons: [],
})

const aboutModel = (model: QlModel, place: string) => ({
  name: `${model.name} (${place})`,
  media: rollsFor(model).map((roll) => rollMedia(roll, model)),
})

/** The changes that a status brings; without a status the name and media stay. */
function describe({ place }: BrotherPrinter, condition: Condition): Partial<Printer> {
  const { model } = condition
  const about = model && aboutModel(model, place)
  if (condition.isReady) {
    const { media, roll, isOneWay } = condition
    const loaded = mediaInPrinter(media, condition.model, roll?.name)
    // a configured roll is not a reported one
    const known = isOneWay ? { media: [loaded], media_default: loaded, media_ready: [] } : { media_ready: [loaded] }
    return { ...about, state: 'ready', reasons: [], ...known }
  }
  const { reasons } = condition
  return { ...about, state: reasons.includes('offline') ? 'offline' : 'stopped', reasons, media_ready: [] }
}
