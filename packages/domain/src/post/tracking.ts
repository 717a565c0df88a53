/**
 * Tracking events in their usual order. Each carrier adapter maps the carrier's own events to these codes. No event is expected
 * after a final one.
 */
const TRACKING_STEPS = {
  collected: { final: false },
  accepted: { final: false },
  in_transit: { final: false },
  left_country: { final: false },
  held_at_customs: { final: false },
  out_for_delivery: { final: false },
  attempted: { final: false },
  held_for_collection: { final: false },
  delivered: { final: true },
  returned: { final: true },
  lost: { final: true },
} as const satisfies Record<string, { final: boolean }>

export type TrackingCode = keyof typeof TRACKING_STEPS
export const TRACKING_CODES = Object.keys(TRACKING_STEPS) as [TrackingCode, ...TrackingCode[]]

/** Whether every one of `items` has a final event. False without items. */
export function isTrackedToTheEnd(
  items: readonly string[],
  events: readonly { item_number: string; code: TrackingCode }[],
): boolean {
  const ended = new Set(events.filter(({ code }) => TRACKING_STEPS[code].final).map(({ item_number }) => item_number))
  return items.length > 0 && items.every((item) => ended.has(item))
}
