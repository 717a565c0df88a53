import type { TrackingCode } from './tracking.ts'

/** What a person can be notified of about a shipment on its way. */
export const DELIVERY_EVENTS = ['dispatched', 'delivered', 'problem'] as const
export type DeliveryEvent = (typeof DELIVERY_EVENTS)[number]

const PROBLEMS = [
  'attempted',
  'held_at_customs',
  'held_for_collection',
  'returned',
  'lost',
] as const satisfies readonly TrackingCode[]
export type DeliveryProblem = (typeof PROBLEMS)[number]

interface Scan {
  item_number: string
  code: TrackingCode
  at: Date
}

/** What is known of a shipment on its way; undefined before its first scan. A problem is over with the next scan. */
export function deliveryStateOf(items: readonly string[], scans: readonly Scan[]): DeliveryEvent | undefined {
  const events = deliveryEventsOf(items, scans)
  if (events.some(({ event }) => event === 'delivered')) return 'delivered'
  const newest = scans.filter(({ item_number }) => items.includes(item_number)).toSorted((a, b) => +b.at - +a.at)[0]
  return newest && (isProblem(newest) ? 'problem' : 'dispatched')
}

/** The problem that was scanned last; undefined without one, and when each of `items` is delivered. */
export const newestProblemOf = (items: readonly string[], scans: readonly Scan[]): DeliveryProblem | undefined =>
  milestonesOf(items, scans).problem?.code

/**
 * What has happened to a shipment, each with its time: dispatched with the first scan of an item, delivered with the last of
 * its items, a problem with the newest scan of one. A shipment that is delivered is no longer reported as dispatched, and its
 * problems are over.
 * @param items the item numbers of the shipment
 */
export function deliveryEventsOf(
  items: readonly string[],
  scans: readonly Scan[],
): { event: DeliveryEvent; at: Date }[] {
  const { first, delivered, problem } = milestonesOf(items, scans)
  return [
    ...(first && !delivered ? [{ event: 'dispatched' as const, at: first.at }] : []),
    ...(delivered ? [{ event: 'delivered' as const, at: delivered.at }] : []),
    ...(problem ? [{ event: 'problem' as const, at: problem.at }] : []),
  ]
}

/** The first scan of an item, the scan that completed the delivery of all, and the newest problem unless it is over. */
function milestonesOf(items: readonly string[], scans: readonly Scan[]) {
  const own = scans.filter(({ item_number }) => items.includes(item_number)).toSorted((a, b) => +a.at - +b.at)
  const delivered = own.filter(({ code }) => code === 'delivered')
  const isDelivered = items.every((item) => delivered.some((scan) => scan.item_number === item))
  return isDelivered
    ? { first: own[0], delivered: delivered.at(-1) }
    : { first: own[0], problem: own.findLast(isProblem) }
}

const isProblem = (scan: Scan): scan is Scan & { code: DeliveryProblem } =>
  (PROBLEMS as readonly TrackingCode[]).includes(scan.code)
