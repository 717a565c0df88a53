import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

const LABELS_PER_MINUTE = 60
const MINUTE_MS = 60_000

type RateLimit = (labels: number, signal: AbortSignal) => Promise<void>

/** One limit for each printer, so that a busy printer does not delay the others. */
export function printerRateLimits(): (printerId: string, ...asked: Parameters<RateLimit>) => Promise<void> {
  const limits = new Map<string, RateLimit>()
  return (printerId, ...asked) => {
    const limit = limits.get(printerId) ?? labelRateLimit()
    limits.set(printerId, limit)
    return limit(...asked)
  }
}

/**
 * Limits the labels of a printer to this many a minute: a fault or an attack must not empty a roll. Jobs pass in order, so
 * small jobs cannot starve a large one. A shorter minute is for tests.
 */
export function labelRateLimit(minuteMs = MINUTE_MS): RateLimit {
  let printed: { until: number; labels: number }[] = []
  let turn: Promise<void> = Promise.resolve()

  async function untilThereIsRoom(labels: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      const at = performance.now()
      printed = printed.filter(({ until }) => until > at)
      const [first] = printed
      const count = printed.reduce((sum, entry) => sum + entry.labels, 0)
      if (!first || count + labels <= LABELS_PER_MINUTE) return
      // a timer may fire a little early: without a minimum this would spin
      await sleep(Math.max(50, first.until - at), undefined, { signal })
    }
  }

  return async (labels, signal) => {
    const before = turn
    const own = Promise.withResolvers<void>()
    turn = before.then(() => own.promise)
    try {
      await Promise.race([before, once(signal, 'abort')])
      signal.throwIfAborted()
      await untilThereIsRoom(labels, signal)
      // a job larger than the limit counts for as many minutes as it needs
      const minutes = Math.max(1, labels / LABELS_PER_MINUTE)
      printed.push({ until: performance.now() + minutes * minuteMs, labels })
    } finally {
      own.resolve()
    }
  }
}
