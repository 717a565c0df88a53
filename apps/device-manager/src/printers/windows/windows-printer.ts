import type { Printer } from '@postroom/contract/device-messages'
import type { MediaSize } from '@postroom/domain/media/media-size'
import { DeviceRefusal, faultOf } from '../../device-refusal.ts'
import { drawOrder } from '../move-ink.ts'
import { mediaFor } from '../media.ts'
import { printTimeoutMs } from '../print-timeout.ts'
import type { PrinterPort, PrintOrder, PrintOutcome } from '../printer.ts'
import { followJob, type JobTimings } from './follow-job.ts'
import { conditionOf, OFFLINE } from './spooler-status.ts'
import { SpoolerRefusal, type DrawnPage, type Spooler, type SpoolerPaper } from './spooler.ts'

const CANCEL_LIMIT_MS = 10_000
const POLL_MS = 250

/** The part of a Windows queue that depends on how it is printed on. */
export interface QueueWay {
  driver: Printer['driver']
  about(): Promise<Pick<Printer, 'media' | 'resolutions_dpi' | 'media_default' | 'language' | 'thermal_dpi'>>
  /** @returns the number of the job. @throws DeviceRefusal or SpoolerRefusal when nothing was sent, nor after `signal` */
  send(order: PrintOrder, signal: AbortSignal): Promise<number>
  /** Whether the state printed is reliable: for raw data it only means that they were forwarded. */
  isReported: boolean
}

/** A queue of the Windows spooler. `changed` limits are for tests. */
export function windowsQueue(
  spooler: Spooler,
  queue: string,
  way: QueueWay,
  changed: Partial<JobTimings> = {},
): PrinterPort {
  const id = `windows:${queue}`.slice(0, 200)
  let about: Awaited<ReturnType<QueueWay['about']>> = { media: [], resolutions_dpi: [] }

  async function describe(): Promise<Printer> {
    const found = (await spooler.queues().catch(() => [])).find(({ name }) => name === queue)
    const condition = found ? conditionOf(found) : OFFLINE
    // drivers answer slowly, and their media change only with the driver
    if (about.media.length === 0) about = await way.about().catch(() => about)
    return { id, name: queue, driver: way.driver, ...condition, ...about, media_ready: [], can_offset: true }
  }

  return {
    id,
    describe,
    print: async (order, onSpooled, signal) => {
      let job: number
      try {
        job = await way.send(order, signal)
      } catch (error) {
        if (error === signal.reason) return { state: 'cancelled', fault: faultOf('cancelled') }
        return notSent(error)
      }
      onSpooled()
      const limits = { printMs: printTimeoutMs(order.labels), cancelMs: CANCEL_LIMIT_MS, pollMs: POLL_MS, ...changed }
      const outcome = await followJob(spooler, { queue, job }, limits, signal)
      return outcome.state === 'printed' && !way.isReported
        ? { state: 'unknown', fault: faultOf('print_not_reported') }
        : outcome
    },
  }
}

function notSent(error: unknown): PrintOutcome {
  if (error instanceof DeviceRefusal) return { state: 'failed', fault: error.fault }
  if (error instanceof SpoolerRefusal) return { state: 'failed', fault: faultOf('printer_stopped', error.message) }
  return { state: 'unknown', fault: faultOf('outcome_unknown') }
}

/** A printer of any maker, printed on through its driver. */
export function windowsPrinter(spooler: Spooler, queue: string, limits?: Partial<JobTimings>): PrinterPort {
  return windowsQueue(
    spooler,
    queue,
    {
      driver: 'windows',
      isReported: true,
      about: async () => ({
        media: (await spooler.papers(queue)).map(asMedia),
        resolutions_dpi: await spooler.resolutions_dpi(queue),
      }),
      send: async (order, signal) => {
        const papers = await spooler.papers(queue)
        const decided = mediaFor(order, { from: 'offered', media: papers.map(asMedia) })
        if (!decided.ok) throw new DeviceRefusal(decided.fault)
        return spooler.draw(queue, order.title, {
          paper: papers.find(({ name }) => name === decided.media)?.number,
          isLandscape: order.width_mm > order.height_mm,
          copies: order.copies,
          pagesAt: async (dpi, sheet) => {
            refuseOtherSheet(sheet, decided.size)
            const pages = await pagesAt(order, dpi, decided.size)
            signal.throwIfAborted()
            return pages
          },
        })
      },
    },
    limits,
  )
}

/** Drivers round the names of their media to the millimetre. */
const SHEET_TOLERANCE_MM = 2

/** In either orientation. */
const sidesOf = ({ width_mm, height_mm }: MediaSize): number[] => [width_mm, height_mm].toSorted((a, b) => a - b)

/** Refuses a driver that prints on other media than requested: it would cut a label off or print it in a corner. */
function refuseOtherSheet(sheet: MediaSize, wanted: MediaSize | undefined): void {
  const isAsWanted = (mm: number, side: number) =>
    Math.abs(mm - (sidesOf(wanted ?? sheet)[side] ?? mm)) <= SHEET_TOLERANCE_MM
  if (sidesOf(sheet).every(isAsWanted)) return
  const words = [sheet.width_mm, sheet.height_mm].map(Math.round).join(' x ')
  throw new DeviceRefusal('settings_refused', `The driver would print on ${words} mm.`)
}

const asMedia = ({ name, width_mm, height_mm }: SpoolerPaper): Printer['media'][number] => ({
  name,
  width_mm,
  height_mm,
})

const RESOLUTION_MIN_DPI = 300
/** A higher resolution adds nothing to a label, and makes its sheets large. */
const RENDERED_MAX_DPI = 600

/** Each dot of the document covers a whole number of printer dots, so that all bars have even widths. */
async function pagesAt(
  order: PrintOrder,
  dpi: { x: number; y: number },
  media: MediaSize | undefined,
): Promise<DrawnPage[]> {
  const finer = Math.min(dpi.x, dpi.y)
  if (finer < RESOLUTION_MIN_DPI) throw new DeviceRefusal('resolution_too_low')
  const rendered = finer / Math.ceil(finer / RENDERED_MAX_DPI)
  const pages = await drawOrder(order, rendered, media)
  return pages.map((page) => ({ ...page, scale: { x: dpi.x / rendered, y: dpi.y / rendered } }))
}
