import { addDays, type CalendarDate } from '@postroom/domain/calendar'
import type { TrackingCode } from '@postroom/domain/post/tracking'
import type { CarrierOrder, TrackingEvent } from '../carrier-port.ts'

/** Days to delivery by the aim of the service, where it is not the next day. */
const DAYS: Readonly<Record<string, number>> = { two_to_three_days: 2, abroad_standard: 4, abroad_economy: 12 }
const DAYS_UNTIL_RETURNED = 19

/** Events shown for an item of which only delivery is confirmed. */
const AT_THE_DOOR = new Set<TrackingCode>(['attempted', 'held_for_collection', 'delivered', 'returned'])

type Step = [code: TrackingCode, day: CalendarDate, time: string, place: string, description: string]

/**
 * All events of an item from its posting day on, plausible and always the same for its number: of twenty items one is
 * delivered at the second attempt, one is returned, and abroad two are held at customs. Times are UTC all year.
 */
export function journeyOf(item_number: string, { draft, quote }: CarrierOrder): TrackingEvent[] {
  const { shipping_date: posted, from, to } = draft
  const fate = Number(item_number.slice(2, 10)) % 20
  const isAbroad = quote.delivery.code.startsWith('abroad')
  const office = isAbroad ? to.country : `${to.postal_code.split(' ')[0]} Delivery Office`
  const arrival = afterSundays(posted, DAYS[quote.delivery.code] ?? 1)
  const steps: Step[] = [
    ['collected', posted, '17:30', from.city, 'Collected from the sender'],
    ['accepted', posted, '20:10', `${from.city} Mail Centre`, 'Accepted at the mail centre'],
    ['in_transit', posted, '23:40', 'National Distribution Centre', 'Sorted'],
    ...(isAbroad ? abroad(posted, to.country, fate) : []),
    ['out_for_delivery', arrival, '08:05', office, 'Out for delivery'],
    ...atTheDoor(arrival, office, fate),
  ]
  const seen = quote.meta_data.tracking_type === 'full' ? steps : steps.filter(([code]) => AT_THE_DOOR.has(code))
  return seen.map(([code, day, time, place, description]) => {
    return { item_number, at: new Date(`${day}T${time}:00Z`), code, description, place }
  })
}

function abroad(posted: CalendarDate, country: string, fate: number): Step[] {
  const left: Step = [
    'left_country',
    addDays(posted, 1),
    '06:20',
    'Heathrow Worldwide Distribution Centre',
    'Left the UK',
  ]
  const held: Step = ['held_at_customs', addDays(posted, 2), '10:45', country, 'Waiting for customs']
  return fate === 2 || fate === 3 ? [left, held] : [left]
}

function atTheDoor(arrival: CalendarDate, office: string, fate: number): Step[] {
  const next = afterSundays(arrival, 1)
  const attempted: Step = ['attempted', arrival, '11:20', office, 'Nobody was there to take it']
  if (fate === 0) return [attempted, ['delivered', next, '12:15', office, 'Delivered']]
  if (fate !== 1) return [['delivered', arrival, '11:20', office, 'Delivered']]
  const held: Step = ['held_for_collection', next, '07:00', office, 'Kept for collection']
  return [
    attempted,
    held,
    ['returned', addDays(arrival, DAYS_UNTIL_RETURNED), '15:00', office, 'Returned to the sender'],
  ]
}

/** The delivery day some days later: never a Sunday. */
function afterSundays(date: CalendarDate, days: number): CalendarDate {
  const day = addDays(date, days)
  return new Date(`${day}T00:00:00Z`).getUTCDay() === 0 ? addDays(day, 1) : day
}
