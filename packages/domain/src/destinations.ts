import { isDomestic } from './countries.ts'
import { countryOf } from './country-table.ts'
import type { Confidence, PriceList } from './price-row.ts'
import { refuse, type Refused } from './refusal.ts'
import type { Service } from './services.ts'

/** A country that is listed but takes nothing at present; this overrides the lists of the country table. */
interface Suspension {
  country: string
  reason: string
  confidence: Confidence
}

/** No source could be found for either row; both follow common knowledge of 2022. Check with the carrier. */
const SUSPENDED: readonly Suspension[] = [
  { country: 'RU', reason: 'Royal Mail has sent nothing to Russia since March 2022.', confidence: 'low' },
  { country: 'BY', reason: 'Royal Mail has sent nothing to Belarus since March 2022.', confidence: 'low' },
]

/**
 * Why nothing can be sent to a country: its code is not known, or the carrier takes nothing for it. Forces addresses
 * (BFPO, postcode BF1) have the country GB and pay United Kingdom prices wherever they are.
 */
export function refuseDestination(
  country: string,
): Refused<'destination_not_available' | 'destination_suspended'> | undefined {
  if (!countryOf(country)) return refuse('destination_not_available', { country })
  const suspended = SUSPENDED.find((row) => row.country === country)
  return suspended && refuse('destination_suspended', { country, reason: suspended.reason })
}

/**
 * Why a service is not sold to a country that can be reached. The tracked and signed services are sold where the
 * carrier's list of December 2024 names the country, or where the price list has a price for that very country. A list
 * that is silent is no proof that there is no service, but nothing is sold that may not be carried.
 */
export function barredFrom(
  service: Service,
  country: string,
  list: PriceList,
): 'service_not_available' | 'service_not_listed' | undefined {
  const wrongSide = service.scope && service.scope !== (isDomestic(country) ? 'uk' : 'abroad')
  if (wrongSide || service.except?.some((code) => code === country)) return 'service_not_available'
  if (!service.listed_as || countryOf(country)?.[service.listed_as]) return undefined
  const hasOwnPrice = list.rows.some((row) => row.service === service.code && row.zone === `country:${country}`)
  return hasOwnPrice ? undefined : 'service_not_listed'
}
