import { setTimeout as sleep } from 'node:timers/promises'

const LABELS_PER_MINUTE = 60
const MINUTE_MS = 60_000
const LABEL_MS = MINUTE_MS / LABELS_PER_MINUTE

/** No more labels a minute than this, over all printers: a fault or an attack must not empty a roll. */
export function labelPace(now: () => Date): (labels: number, signal: AbortSignal) => Promise<void> {
  let printed: { until: number; labels: number }[] = []
  return async (labels, signal) => {
    for (;;) {
      const at = now().getTime()
      printed = printed.filter(({ until }) => until > at)
      const [first] = printed
      const count = printed.reduce((sum, entry) => sum + entry.labels, 0)
      if (!first || count + labels <= LABELS_PER_MINUTE) break
      await sleep(Math.max(50, first.until - at), undefined, { signal })
    }
    // a job that is larger than a minute counts for as many minutes as it has
    printed.push({ until: now().getTime() + Math.max(MINUTE_MS, labels * LABEL_MS), labels })
  }
}
