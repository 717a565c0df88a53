import { FOUND_STATUSES, type FoundStatus, type ShipmentNarrowing } from '@postroom/contract/shipment-search'
import { isCalendarDate, type CalendarDate } from '@postroom/domain/calendar'
import { SERVICE_CODES } from '@postroom/domain/catalogue/services'

/** What the history is narrowed to. It is the query of the page's URL, under the same names. */
export interface HistoryFilter {
  q: string
  from?: CalendarDate | undefined
  to?: CalendarDate | undefined
  state?: FoundStatus | undefined
  /** One service, or several of a link, separated by commas. */
  service?: string | undefined
  person?: string | undefined
  costcenter?: string | undefined
  country?: string | undefined
}

const KEYS = ['q', 'from', 'to', 'state', 'service', 'person', 'costcenter', 'country'] as const
/** The shipment whose drawer is open. */
export const OPEN = 'shipment'
const Q_MAX = 100
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The filter in a URL. What is not understood is left out: a link is never an error. */
export function filterIn(search: URLSearchParams): HistoryFilter {
  const read = (key: (typeof KEYS)[number], isValid: (value: string) => boolean) => {
    const value = search.get(key)
    return value !== null && isValid(value) ? value : undefined
  }
  const from = read('from', isCalendarDate)
  const to = read('to', (day) => isCalendarDate(day) && (from === undefined || from <= day))
  return {
    q: (search.get('q') ?? '').slice(0, Q_MAX),
    from,
    to,
    state: FOUND_STATUSES.find((status) => status === search.get('state')),
    service: read('service', isServiceList),
    person: read('person', (id) => UUID.test(id)),
    costcenter: read('costcenter', (id) => UUID.test(id)),
    country: read('country', (code) => /^[A-Z]{2}$/.test(code)),
  }
}

const isServiceList = (value: string): boolean =>
  value.split(',').every((service) => SERVICE_CODES.some((code) => code === service))

/** A URL with another filter; other parts of its query stay. */
export function withFilter(search: URLSearchParams, filter: HistoryFilter): URLSearchParams {
  const changed = new URLSearchParams(search)
  for (const key of KEYS) {
    const value = filter[key]
    if (value) changed.set(key, value)
    else changed.delete(key)
  }
  return changed
}

export const isFiltered = (filter: HistoryFilter): boolean => KEYS.some((key) => Boolean(filter[key]))

/** The filter as the server reads it. Shipments entered by hand are part of the history. */
export const narrowingOf = ({ q, from, to, state, ...rest }: HistoryFilter) =>
  ({
    ...(q.trim() !== '' && { text: q.trim() }),
    ...(from && { dateFrom: from }),
    ...(to && { dateTo: to }),
    ...(state && { status: state }),
    ...(rest.service && { service: rest.service }),
    ...(rest.person && { person: rest.person }),
    ...(rest.costcenter && { costcenter: rest.costcenter }),
    ...(rest.country && { country: rest.country }),
    withManual: 'true',
  }) satisfies Partial<ShipmentNarrowing>
