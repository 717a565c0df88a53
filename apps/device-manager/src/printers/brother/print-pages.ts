import { setTimeout as sleep } from 'node:timers/promises'
import type { PrinterConnection } from '../printer-connection.ts'
import type { NextStatus } from './status-reader.ts'
import { INITIALISE } from './raster.ts'
import type { QlStatus } from './status.ts'

const PART_BYTES = 8192
const CLEAR_LIMIT_MS = 1_000

export interface PageTimeouts {
  /** A printer that is silent for this long is given up. */
  silenceMs: number
  /** The same while it cools down. */
  coolingMs: number
}

export interface PagesWatch {
  signal: AbortSignal
  /** The printer has received everything. */
  onSent: () => void
  onCooling: (isCooling: boolean) => void
  /** This many pages are out and more follow. */
  onPrinted: (pages: number) => void
}

/** The outcome: how many pages the printer reported as printed, and what stopped it before the last. */
export interface PagesEnd {
  printed: number
  /** The next page may be printed, whole or in part. */
  isUncertain: boolean
  isCancelled: boolean
  /** The report of the printer, if it made one. */
  error?: QlStatus
}

/**
 * Prints page after page, each sent when the printer has reported the one before. Nothing is sent twice. A page that the
 * printer rejects is cleared from its memory, or it could come out when the cover is closed.
 */
export async function printPages(
  connection: PrinterConnection,
  next: NextStatus,
  pages: readonly Uint8Array[],
  watch: PagesWatch,
  timeouts: PageTimeouts,
): Promise<PagesEnd> {
  for (const [printed, page] of pages.entries()) {
    if (watch.signal.aborted) return { printed, isUncertain: false, isCancelled: true }
    const stop = new AbortController()
    const bytes = printed === 0 ? Buffer.concat([INITIALISE, page]) : page
    const isLastPage = printed === pages.length - 1
    const sending = sendPage(connection, bytes, stop.signal, isLastPage ? watch.onSent : undefined)
    sending.catch(() => {}) // a broken connection shows when it is read
    const end = await pageEnd(next, watch.onCooling, timeouts)
    if (end.state === 'printed' && !end.isLast) {
      if (!isLastPage) watch.onPrinted(printed + 1)
      continue
    }
    stop.abort()
    await Promise.race([
      sending.then(() => connection.write(INITIALISE)).catch(() => {}),
      sleep(CLEAR_LIMIT_MS, undefined, { ref: false }),
    ])
    const { error, state } = end
    const counted = state === 'printed' ? printed + 1 : printed
    return { printed: counted, isUncertain: state === 'unknown', isCancelled: false, ...(error && { error }) }
  }
  return { printed: pages.length, isUncertain: false, isCancelled: false }
}

/** In parts, so that sending stops once the printer has rejected the page. */
async function sendPage(
  connection: PrinterConnection,
  page: Uint8Array,
  stop: AbortSignal,
  onSent?: () => void,
): Promise<void> {
  for (let at = 0; at < page.length && !stop.aborted; at += PART_BYTES)
    await connection.write(page.subarray(at, at + PART_BYTES))
  if (!stop.aborted) onSent?.()
}

interface PageEnd {
  state: 'printed' | 'not_printed' | 'unknown'
  /** Nothing more can be printed over this connection. */
  isLast: boolean
  error?: QlStatus
}

/** Follows a page: printing starts, completes, and the printer is ready again. */
async function pageEnd(
  next: NextStatus,
  onCooling: PagesWatch['onCooling'],
  { silenceMs, coolingMs }: PageTimeouts,
): Promise<PageEnd> {
  let [hasBegun, isCompleted, isCooling] = [false, false, false]
  for (;;) {
    const status = await next(isCooling ? coolingMs : silenceMs).catch(() => undefined)
    if (!status) return { state: isCompleted ? 'printed' : 'unknown', isLast: true }
    hasBegun ||= status.isPrinting
    isCompleted ||= status.type === 'completed'
    if (status.type === 'error' || status.type === 'turned_off')
      return { state: isCompleted ? 'printed' : hasBegun ? 'unknown' : 'not_printed', isLast: true, error: status }
    if (status.cooling) {
      isCooling = status.cooling === 'started'
      onCooling(isCooling)
    }
    if (isCompleted && status.type === 'phase' && !status.isPrinting) return { state: 'printed', isLast: false }
  }
}
