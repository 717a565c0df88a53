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

/** An item that has no final event yet, and its newest event, where it has any. */
export interface ItemOnItsWay {
  item_number: string
  newest?: { code: TrackingCode; at: Date }
}

/** Those of `items` that have no final event, in their order. */
export function itemsOnTheirWay(
  items: readonly string[],
  events: readonly { item_number: string; code: TrackingCode; at: Date }[],
): ItemOnItsWay[] {
  return items.flatMap((item_number) => {
    const own = events.filter((event) => event.item_number === item_number)
    if (own.some(({ code }) => TRACKING_STEPS[code].final)) return []
    const [newest] = own.toSorted((a, b) => +b.at - +a.at)
    return [{ item_number, ...(newest && { newest: { code: newest.code, at: newest.at } }) }]
  })
}

/** Where Royal Mail shows everybody the events of an item. */
export const trackingPageOf = (itemNumber: string): string =>
  `https://www.royalmail.com/track-your-item#/tracking-results/${encodeURIComponent(itemNumber)}`
