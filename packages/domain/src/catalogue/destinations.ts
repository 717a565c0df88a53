import type { CalendarDate } from '../calendar.ts'
import { isDomestic } from './countries.ts'
import { countryOf } from './country-table.ts'
import { placeCodeOf, type Place } from './places.ts'
import type { Confidence, PriceList } from '../tariffs/price-row.ts'
import { refuse, type Refused } from '../refusal.ts'
import type { Service } from './services.ts'

/** A country that is listed but takes nothing for a time; this overrides the lists of the country table. */
interface Suspension {
  country: string
  from: CalendarDate
  /** The last day; absent: until further notice. */
  until?: CalendarDate
  reason: string
  source: string
  confidence: Confidence
}

/** Where the carrier says what is suspended; no copy of March 2022 could be found, so the first day may be some days off. */
const BULLETIN =
  'royalmail.com, international incident bulletin, as reported in the press of March 2022; copy not found'

/** Look at the carrier's bulletin before anything is sold. */
const SUSPENDED: readonly Suspension[] = [
  {
    country: 'RU',
    from: '2022-03-04',
    reason: 'Royal Mail has sent nothing to Russia since March 2022.',
    source: BULLETIN,
    confidence: 'low',
  },
  {
    country: 'BY',
    from: '2022-03-04',
    reason: 'Royal Mail has sent nothing to Belarus since March 2022.',
    source: BULLETIN,
    confidence: 'low',
  },
]

/** Countries in which the carrier takes post. Source: spec §3 (`from.country`); Jersey, Guernsey and the Isle of Man have posts of their own. */
export const SENDER_COUNTRIES = ['GB'] as const

/** A sender where the carrier collects nothing, however domestic the price is there. */
export function refuseSender(sender: Place | undefined): Refused<'sender_outside_uk'> | undefined {
  const { country } = sender ?? { country: 'GB' }
  return SENDER_COUNTRIES.some((code) => code === country)
    ? undefined
    : refuse('sender_outside_uk', { field: 'from.country', country })
}

/**
 * Why nothing can be sent to a country: its code is not known, or the carrier takes nothing for it on that day. Forces addresses
 * (BFPO, postcode BF1) have the country GB and pay United Kingdom prices wherever they are.
 */
export function refuseDestination(
  country: string,
  day: CalendarDate,
): Refused<'destination_not_available' | 'destination_suspended'> | undefined {
  if (!countryOf(country)) return refuse('destination_not_available', { country })
  const suspended = SUSPENDED.find(
    (row) => row.country === country && row.from <= day && (row.until === undefined || day <= row.until),
  )
  return (
    suspended &&
    refuse('destination_suspended', {
      country,
      reason: suspended.reason,
      from: suspended.from,
      source: suspended.source,
    })
  )
}

/**
 * Why a service is not sold to a country that can be reached. The tracked and signed services are sold where the
 * carrier's list of December 2024 names the country, or where the price list has a price for that very country. A list
 * that is silent is no proof that there is no service, but nothing is sold that may not be carried.
 */
export function barredFrom(
  service: Service,
  to: Place,
  list: PriceList,
): 'service_not_available' | 'service_not_listed' | undefined {
  const { country } = to
  const wrongSide = service.scope && service.scope !== (isDomestic(country) ? 'uk' : 'abroad')
  if (wrongSide || service.except?.includes(placeCodeOf(to))) return 'service_not_available'
  if (!service.listed_as || countryOf(country)?.[service.listed_as]) return undefined
  const hasOwnPrice = list.rows.some((row) => row.service === service.code && row.zone === `country:${country}`)
  return hasOwnPrice ? undefined : 'service_not_listed'
}
