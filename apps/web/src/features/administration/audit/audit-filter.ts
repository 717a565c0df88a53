import { AUDIT_EVENTS, type AuditEventName, type AuditFilter } from '@postroom/contract/audit-log'
import { isCalendarDate, type CalendarDate } from '@postroom/domain/calendar'

/** What the audit log is narrowed to. It is the query of the page's URL, under the same names. */
export interface ShownAudit {
  event?: AuditEventName | undefined
  person?: string | undefined
  /** The id of what an entry is about. */
  about?: string | undefined
  from?: CalendarDate | undefined
  to?: CalendarDate | undefined
}

const KEYS = ['event', 'person', 'about', 'from', 'to'] as const
/** The number of the open entry. */
const OPEN = 'entry'
const ABOUT_MAX = 100
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The filter in a URL. What is not understood is left out: a link is never an error. */
export function auditIn(search: URLSearchParams): ShownAudit {
  const read = (key: (typeof KEYS)[number], isValid: (value: string) => boolean) => {
    const value = search.get(key)
    return value !== null && isValid(value) ? value : undefined
  }
  const from = read('from', isCalendarDate)
  return {
    event: AUDIT_EVENTS.find((event) => event === search.get('event')),
    person: read('person', (id) => UUID.test(id)),
    about: read('about', (id) => id !== '' && id.length <= ABOUT_MAX),
    from,
    to: read('to', (day) => isCalendarDate(day) && (from === undefined || from <= day)),
  }
}

/** A URL with another filter and no open entry; other parts of its query stay. */
export function withAudit(search: URLSearchParams, filter: ShownAudit): URLSearchParams {
  const changed = withEntry(search, undefined)
  for (const key of KEYS) {
    const value = filter[key]
    if (value) changed.set(key, value)
    else changed.delete(key)
  }
  return changed
}

export const entryIn = (search: URLSearchParams): string | undefined => search.get(OPEN) ?? undefined

/** A URL with another open entry. */
export function withEntry(search: URLSearchParams, number: string | undefined): URLSearchParams {
  const changed = new URLSearchParams(search)
  if (number === undefined) changed.delete(OPEN)
  else changed.set(OPEN, number)
  return changed
}

export const isNarrowed = (filter: ShownAudit): boolean => KEYS.some((key) => filter[key] !== undefined)

/** The filter as the server reads it. */
export const askedOf = ({ event, person, about, from, to }: ShownAudit): AuditFilter => ({
  ...(event && { event }),
  ...(person && { user_id: person }),
  ...(about && { subject: about }),
  ...(from && { dateFrom: from }),
  ...(to && { dateTo: to }),
})
