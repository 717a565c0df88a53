import { bankHolidayOn, divisionOf, type BankHoliday } from './bank-holidays.ts'
import { addDays, weekdayOf, type CalendarDate } from '../calendar.ts'
import { aimOf, type DeliveryAim, type DeliveryCode } from '../catalogue/delivery-aims.ts'
import { isForcesAddress, type Place } from '../catalogue/places.ts'
import { refuse, type Refused } from '../refusal.ts'
import type { Service } from '../catalogue/services.ts'
import type { ShipmentFacts } from '../rating/shipment-facts.ts'

const SUNDAY = 0
const SATURDAY = 6
const FRIDAY = 5

/** How many days ahead an item may be posted: today and the next seven. */
export const SHIPPING_DAYS = [0, 1, 2, 3, 4, 5, 6, 7] as const

/** Whether anything is collected on a day, why not, and when an item posted then is collected. */
export interface PostingDay {
  day: CalendarDate
  collection: boolean
  /** Absent when there is a collection. */
  reason?: 'sunday' | 'bank_holiday'
  /** The name of the bank holiday, in English. */
  holiday?: string
  collected_on: CalendarDate
}

/**
 * What `day` is for post from `sender`: nothing is collected on Sundays and on the bank holidays there.
 * Source: royalmail.com, bank holidays. Some post boxes are emptied on a Sunday; no list of them is kept here.
 */
export function postingDay(day: CalendarDate, sender: Place = ENGLAND): PostingDay {
  const holiday = holidayAt(day, sender)
  const reason = holiday ? 'bank_holiday' : weekdayOf(day) === SUNDAY ? 'sunday' : undefined
  if (!reason) return { day, collection: true, collected_on: day }
  const { collected_on } = postingDay(addDays(day, 1), sender)
  return { day, collection: false, reason, ...(holiday && { holiday: holiday.name }), collected_on }
}

const ENGLAND: Place = { country: 'GB' }

const holidayAt = (day: CalendarDate, place: Place): BankHoliday | undefined => bankHolidayOn(day, divisionOf(place))

/** What is promised of a service to a destination. No service to the forces is guaranteed to arrive on a day. Source: gov.uk, BFPO services guide. */
export const aimFor = (service: Service, to: Place): DeliveryAim & { code: DeliveryCode } =>
  aimOf(isForcesAddress(to) && service.scope === 'uk' ? 'forces' : service.delivery)

/** The first and the last day on which an item should arrive. */
export interface DeliveryDays {
  earliest: CalendarDate
  latest: CalendarDate
}

/**
 * When an item should arrive: so many working days of the destination after it is collected. Nothing for an aim that is not
 * told in days, abroad, where the holidays are not known, and for the forces, to whom no day is promised.
 */
export function deliveryDays(aim: DeliveryAim, facts: ShipmentFacts): DeliveryDays | undefined {
  if (!aim.days || isForcesAddress(facts)) return undefined
  const [from, to] = aim.days
  const { collected_on } = postingDay(facts.day, facts.sender)
  const isLetter = facts.packaging === 'letter' || facts.packaging === 'large_letter'
  const onSaturday = aim.saturday === 'always' || (aim.saturday === 'parcels' && !isLetter)
  const after = (days: number) => workingDaysAfter(collected_on, days, facts, onSaturday)
  return { earliest: after(from), latest: after(to) }
}

function workingDaysAfter(day: CalendarDate, days: number, place: Place, onSaturday: boolean): CalendarDate {
  if (days === 0) return day
  const next = addDays(day, 1)
  const weekday = weekdayOf(next)
  const isWorking = weekday !== SUNDAY && (weekday !== SATURDAY || onSaturday) && !holidayAt(next, place)
  return workingDaysAfter(next, isWorking ? days - 1 : days, place, onSaturday)
}

/**
 * Why no Saturday guarantee is sold for an item posted on `day`: it is sold on Fridays only (carrier warning W0044), and
 * neither that Friday nor the Saturday after may be a bank holiday. @see spec §5
 */
export function refuseSaturday({
  day,
  sender = ENGLAND,
  ...facts
}: ShipmentFacts): Refused<'saturday_needs_friday' | 'saturday_bank_holiday'> | undefined {
  if (weekdayOf(day) !== FRIDAY) return refuse('saturday_needs_friday', { day })
  const holiday = holidayAt(day, sender) ?? holidayAt(addDays(day, 1), facts)
  return holiday && refuse('saturday_bank_holiday', { day, holiday: holiday.name, holiday_on: holiday.date })
}
