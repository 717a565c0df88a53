const DAY_MS = 24 * 3_600_000
const WEDNESDAY = 3
const RealDate = Date

/** Back to the last Wednesday, at the present time of day. */
const OFFSET_MS = ((new RealDate().getUTCDay() - WEDNESDAY + 7) % 7) * DAY_MS

/** A running clock on a Wednesday: which services are sold depends on the day of the week. */
class WednesdayDate extends RealDate {
  constructor(...parts: unknown[]) {
    // a date has several overloads
    super(...((parts.length === 0 ? [RealDate.now() - OFFSET_MS] : parts) as [number]))
  }

  static override now(): number {
    return RealDate.now() - OFFSET_MS
  }
}

/** Sets the clock of a test to a Wednesday. Fake timers start from there. */
export const useWednesday = (): void => void (globalThis.Date = WednesdayDate as DateConstructor)
