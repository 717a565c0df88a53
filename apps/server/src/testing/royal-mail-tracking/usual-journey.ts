import type { StubEvent } from './description.ts'

const MINUTE_MS = 60_000

/** Minutes after the order was made. */
const STEPS: readonly (readonly [minute: number, eventCode: string, eventName: string, locationName: string])[] = [
  [0, 'EVAIP', 'Announced by the sender', ''],
  [1, 'EVDAV', 'Received', 'Cardiff MC'],
  [4, 'EVIMC', 'Received', 'Jubilee MC'],
  [7, 'EVGPD', 'Due today', 'London NW1 DO'],
  [10, 'EVKOP', 'Delivered', 'London NW1 DO'],
]

/** The events of an item that is delivered ten minutes after its order was made, newest first. */
export const usualJourney = (ordered: Date, now: Date): StubEvent[] =>
  STEPS.map(([minute, eventCode, eventName, locationName]) => ({
    at: new Date(ordered.getTime() + minute * MINUTE_MS),
    event: { eventCode, eventName, ...(locationName && { locationName }) },
  }))
    .filter(({ at }) => at <= now)
    .map(({ at, event }) => ({ ...event, eventDateTime: at.toISOString() }))
    .toReversed()
