import type { CalendarDate } from '../calendar.ts'
import { isDomestic } from './countries.ts'
import { countryOf } from './country-table.ts'
import { placeCodeOf, type Place } from './places.ts'
import type { Confidence, PriceList } from '../tariffs/price-row.ts'
import { refuse, type Refused } from '../refusal.ts'
import type { Service } from './services.ts'

/** A temporary suspension of a country. It overrides the country table. */
interface Suspension {
  country: string
  from: CalendarDate
  /** The last day; absent: until further notice. */
  until?: CalendarDate
  reason: string
  source: string
  confidence: Confidence
}

/** Where the carrier announces suspensions. No copy of March 2022 was found, so the first day may be a few days off. */
const BULLETIN =
  'royalmail.com, international incident bulletin, as reported in the press of March 2022; copy not found'

/** Compare these with the carrier's bulletin before going live. */
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

/** Countries where the carrier collects. Source: spec §3 (`from.country`); Jersey, Guernsey and the Isle of Man have their own postal operators. */
export const SENDER_COUNTRIES = ['GB'] as const

/** Refuses a sender in a country where the carrier does not collect, even at domestic prices. */
export function refuseSender(sender: Place | undefined): Refused<'sender_outside_uk'> | undefined {
  const { country } = sender ?? { country: 'GB' }
  return SENDER_COUNTRIES.some((code) => code === country)
    ? undefined
    : refuse('sender_outside_uk', { field: 'from.country', country })
}

/**
 * Refuses a country whose code is unknown or that is suspended on that day. Forces addresses (BFPO, postcode BF1) have the country
 * GB and United Kingdom prices wherever they are.
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
 * Why a service is not sold to a country that is not suspended. Tracked and signed services are sold where the carrier's list of
 * December 2024 names the country, or the price list has a price for that country. A country missing from the list may still
 * have the service, but Postroom sells only what the carrier certainly accepts.
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
