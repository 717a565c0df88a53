import { isDeepStrictEqual } from 'node:util'
import type { Reading } from './scale-report.ts'

/** What a scale says counts when it has said nothing else for this long; so nobody is told more than four things a second. */
const SETTLE_MS = 500
const MOVING: Reading = { state: 'moving' }

/**
 * Tells a reading once it has settled, and that it moves as soon as it is another one. A scale that reports only when
 * something changes settles too; the last weight of a parcel before this one, which some report first, does not.
 */
export function settledReadings(tell: (reading: Reading) => void) {
  let latest: Reading | undefined
  let told: Reading | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function say(reading: Reading): void {
    if (isDeepStrictEqual(reading, told)) return
    told = reading
    tell(reading)
  }

  return {
    take(reading: Reading): void {
      if (isDeepStrictEqual(reading, latest)) return
      latest = reading
      clearTimeout(timer)
      say(MOVING)
      if (reading.state !== 'moving') timer = setTimeout(() => say(reading), SETTLE_MS)
    },
    stop: (): void => clearTimeout(timer),
  }
}
