import { countryOf } from '@postroom/domain/catalogue/country-table'
import type { CalendarDate } from '@postroom/domain/calendar'
import { listPricing } from '@postroom/domain/tariffs/contract-list'
import { barredFrom, refuseDestination } from '@postroom/domain/catalogue/destinations'
import type { PriceList } from '@postroom/domain/tariffs/price-row'
import { isInPlan, type Plan, type Service, type ServiceCode } from '@postroom/domain/catalogue/services'

/** The user's plan, the day and the destination; without a destination, a service that is sold anywhere counts. */
export interface CatalogueView {
  plan: Plan
  /** The services the carrier sells. */
  sold: readonly ServiceCode[]
  /** The price list of the account on `day`. */
  list: PriceList
  day: CalendarDate
  destination?: string | undefined
}

/** Why a service is not available: an error code and its details. */
interface Reason {
  reason: string
  details?: Record<string, string | number>
}

/** Why `service` is not available on this plan, to this destination, on this day; nothing when it is. */
export function reasonAgainst(
  service: Service,
  { plan, sold, list: offered, day, destination }: CatalogueView,
): Reason | undefined {
  const list = listPricing(service.code, offered)
  const refused = destination === undefined ? undefined : refuseDestination(destination, day)
  if (refused) return { reason: refused.refusal.code, details: refused.refusal.details }
  const barred = destination === undefined ? undefined : barredFrom(service, { country: destination }, list)
  if (barred) return { reason: barred }
  if (!sold.includes(service.code)) return { reason: 'service_not_available' }
  if (!isInPlan(service.code, plan)) return { reason: 'service_not_in_plan' }
  if (isPriced(service.code, destination, list)) return undefined
  const why = list.unpublished[service.code]
  return { reason: 'no_published_price', details: { list: list.id, ...(why && { reason: why }) } }
}

/** The user's own postage value needs no published price. */
function isPriced(code: ServiceCode, destination: string | undefined, list: PriceList): boolean {
  if (code === 'frank_pay') return true
  const areas = destination === undefined ? undefined : [countryOf(destination)?.zone, `country:${destination}`]
  return list.rows.some((row) => row.service === code && (!areas || areas.includes(row.zone)))
}
