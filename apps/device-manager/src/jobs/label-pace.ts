import { setTimeout as sleep } from 'node:timers/promises'

const LABELS_PER_MINUTE = 60
const MINUTE_MS = 60_000

/** No more labels a minute than this, over all printers: a fault or an attack must not empty a roll. */
export function labelPace(now: () => Date): (labels: number, signal: AbortSignal) => Promise<void> {
  let printed: { at: number; labels: number }[] = []
  return async (labels, signal) => {
    for (;;) {
      const since = now().getTime() - MINUTE_MS
      printed = printed.filter(({ at }) => at > since)
      const [first] = printed
      const count = printed.reduce((sum, entry) => sum + entry.labels, 0)
      if (!first || count + labels <= LABELS_PER_MINUTE) break
      await sleep(Math.max(50, first.at - since), undefined, { signal })
    }
    printed.push({ at: now().getTime(), labels })
  }
}
