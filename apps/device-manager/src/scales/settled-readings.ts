import { isDeepStrictEqual } from 'node:util'
import type { Reading } from './scale-report.ts'

/** A reading is stable once unchanged for this long, so there are at most four reports a second. */
const SETTLE_MS = 500
const MOVING: Reading = { state: 'moving' }

/**
 * Reports a reading once it is stable, and `moving` as soon as it changes. This also works for scales that report changes
 * only, and it drops the weight of the parcel before, which some scales send first.
 */
export function settledReadings(report: (reading: Reading) => void) {
  let latest: Reading | undefined
  let reported: Reading | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function reportOnce(reading: Reading): void {
    if (isDeepStrictEqual(reading, reported)) return
    reported = reading
    report(reading)
  }

  return {
    take(reading: Reading): void {
      if (isDeepStrictEqual(reading, latest)) return
      latest = reading
      clearTimeout(timer)
      reportOnce(MOVING)
      if (reading.state !== 'moving') timer = setTimeout(() => reportOnce(reading), SETTLE_MS)
    },
    stop: (): void => clearTimeout(timer),
  }
}
