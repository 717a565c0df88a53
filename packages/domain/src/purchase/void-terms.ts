import { addDays, type CalendarDate } from '../calendar.ts'
import { refuse, type Refused } from '../refusal.ts'

/** Royal Mail's word to people: a refund is asked for within 14 days (personal help, article 115001529593). */
const VOID_WITHIN_DAYS = 14

/**
 * The refusal to take postage back later than the 14th day after its posting day, with the last day it was possible.
 * The posting day is never before the day of purchase. @see spec §7 'PUT /shipment/{id}/void'
 */
export function refuseLateVoid(posting: CalendarDate, today: CalendarDate): Refused<'void_too_late'> | undefined {
  const deadline = addDays(posting, VOID_WITHIN_DAYS)
  return today > deadline ? refuse('void_too_late', { deadline }) : undefined
}
