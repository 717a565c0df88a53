import { setTimeout as sleep } from 'node:timers/promises'
import type { PrinterConnection, NextStatus } from './printer-connection.ts'
import { INITIALISE } from './raster.ts'
import type { QlStatus } from './status.ts'

const PART_BYTES = 8192
const CLEAR_LIMIT_MS = 1_000

export interface PageTimeouts {
  /** A printer that says nothing for so long says nothing any more. */
  silenceMs: number
  /** While it cools it has nothing to say. */
  coolingMs: number
}

export interface PagesWatch {
  signal: AbortSignal
  /** The printer has taken all of it. */
  onSent: () => void
  onCooling: (isCooling: boolean) => void
  /** So many have come out, and more follow. */
  onPrinted: (pages: number) => void
}

/** What became of pages: how many the printer reported as printed, and what stopped it before the last. */
export interface PagesEnd {
  printed: number
  /** The page after those may be on paper, or a part of it. */
  isUncertain: boolean
  isCancelled: boolean
  /** The report of the printer, if it made one. */
  error?: QlStatus
}

/**
 * Prints page after page: the next is sent when the printer has reported the last one. Nothing is ever sent twice. A page
 * that the printer refused before paper moved is taken out of its memory, or it might come out when the cover is closed.
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

/** In parts, so that no more goes out once the printer has refused the page. */
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
  /** The connection or the printer is of no use any more. */
  isLast: boolean
  error?: QlStatus
}

/** Follows a page: printing begins, it is completed, the printer is ready for the next. */
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
