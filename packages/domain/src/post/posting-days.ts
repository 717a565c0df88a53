import { bankHolidayOn, divisionOf, type BankHoliday } from './bank-holidays.ts'
import { addDays, weekdayOf, type CalendarDate } from '../calendar.ts'
import { isDomestic } from '../catalogue/countries.ts'
import { countryOf } from '../catalogue/country-table.ts'
import { aimOf, type DeliveryAim, type DeliveryCode, type Region } from '../catalogue/delivery-aims.ts'
import { isForcesAddress, type Place } from '../catalogue/places.ts'
import { refuse, type Refused } from '../refusal.ts'
import type { Service } from '../catalogue/services.ts'
import type { ShipmentFacts } from '../rating/shipment-facts.ts'

const SUNDAY = 0
const SATURDAY = 6
const FRIDAY = 5

/** How many days ahead an item may be posted: today and the next seven. */
export const SHIPPING_DAYS = [0, 1, 2, 3, 4, 5, 6, 7] as const

/** Whether there is a collection on a day; if not, why, and when an item posted that day is collected. */
export interface PostingDay {
  day: CalendarDate
  collection: boolean
  /** Why there is none; absent when there is a collection. */
  reason?: 'sunday' | 'bank_holiday'
  /** The name of the bank holiday, in English. */
  holiday?: string
  collected_on: CalendarDate
}

/**
 * The collection for post from `sender` on `day`: none on Sundays and on bank holidays there.
 * Source: royalmail.com, bank holidays. Some post boxes are emptied on Sundays, but no list of them is kept here.
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

/** The delivery aim of a service to a destination. No service to the forces guarantees a day. Source: gov.uk, BFPO services guide. */
export const aimFor = (service: Service, to: Place): DeliveryAim & { code: DeliveryCode } =>
  aimOf(isForcesAddress(to) && service.scope === 'uk' ? 'forces' : service.delivery)

/** The first and last day an item should arrive. */
export interface DeliveryDays {
  earliest: CalendarDate
  latest: CalendarDate
}

/**
 * When an item should arrive, counted in working days of the destination from the collection. Abroad, where holidays are unknown,
 * every weekday counts. Undefined where the aim names no days, and for the forces, whose services have no delivery day.
 */
export function deliveryDays(aim: DeliveryAim, facts: ShipmentFacts): DeliveryDays | undefined {
  const range = aim.abroad?.[regionOf(facts.country)] ?? aim.days
  if (!range || isForcesAddress(facts)) return undefined
  const [from, to] = range
  const { collected_on } = postingDay(facts.day, facts.sender)
  const isLetter = facts.packaging === 'letter' || facts.packaging === 'large_letter'
  const onSaturday = aim.saturday === 'always' || (aim.saturday === 'parcels' && !isLetter)
  const after = (days: number) => workingDaysAfter(collected_on, days, facts, onSaturday)
  return { earliest: after(from), latest: after(to) }
}

/** The region of a country abroad. */
function regionOf(country: string): Region {
  if (NORTH_AMERICA.includes(country)) return 'north_america'
  return countryOf(country)?.zone.startsWith('EUR') ? 'europe' : 'elsewhere'
}
const NORTH_AMERICA = ['US', 'CA']

function workingDaysAfter(day: CalendarDate, days: number, place: Place, onSaturday: boolean): CalendarDate {
  if (days === 0) return day
  const next = addDays(day, 1)
  const weekday = weekdayOf(next)
  const isHoliday = isDomestic(place.country) && holidayAt(next, place) !== undefined
  const isWorking = weekday !== SUNDAY && (weekday !== SATURDAY || onSaturday) && !isHoliday
  return workingDaysAfter(next, isWorking ? days - 1 : days, place, onSaturday)
}

/** What the Saturday guarantee depends on besides the day. */
type Saturday = Pick<ShipmentFacts, 'sender'> & Place

/**
 * Why the Saturday guarantee is not sold for an item posted on `day`. It is sold for Fridays only (carrier warning W0044), and
 * neither the Friday nor the Saturday may be a bank holiday. @see spec §5
 */
export function refuseSaturday({
  day,
  sender = ENGLAND,
  ...facts
}: Saturday & Pick<ShipmentFacts, 'day'>): Refused<'saturday_needs_friday' | 'saturday_bank_holiday'> | undefined {
  if (weekdayOf(day) !== FRIDAY) return refuse('saturday_needs_friday', { day })
  const holiday = holidayAt(day, sender) ?? holidayAt(addDays(day, 1), facts)
  return holiday && refuse('saturday_bank_holiday', { day, holiday: holiday.name, holiday_on: holiday.date })
}

/** The first day from `today` on which the Saturday guarantee is sold; undefined when none of the days an item may be posted on is one. */
export const saturdayPosting = (facts: Saturday, today: CalendarDate): CalendarDate | undefined =>
  SHIPPING_DAYS.map((ahead) => addDays(today, ahead)).find((day) => !refuseSaturday({ ...facts, day }))
