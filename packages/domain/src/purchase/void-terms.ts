import { addDays, type CalendarDate } from '../calendar.ts'
import { refuse, type Refused } from '../refusal.ts'

/** Royal Mail accepts refund requests within 14 days (personal help, article 115001529593). */
const VOID_WITHIN_DAYS = 14
/** It decides within 5 working days, and credits within 21 days (the same article). */
const CREDITED_WITHIN_DAYS = 21

/** The last day on which postage may be voided. @param posting the posting day */
export const voidDeadline = (posting: CalendarDate): CalendarDate => addDays(posting, VOID_WITHIN_DAYS)

/** The day until which the money of a void is credited. @param asked the day of the request */
export const voidCreditedBy = (asked: CalendarDate): CalendarDate => addDays(asked, CREDITED_WITHIN_DAYS)

/**
 * Refuses a void after the 14th day from the posting day; details hold the last possible day. The posting day is never before the
 * day of purchase. @see spec §7 'PUT /shipment/{id}/void'
 */
export function refuseLateVoid(posting: CalendarDate, today: CalendarDate): Refused<'void_too_late'> | undefined {
  const deadline = voidDeadline(posting)
  return today > deadline ? refuse('void_too_late', { deadline }) : undefined
}
