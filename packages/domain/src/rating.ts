import { addDays, isFriday, type CalendarDate } from './calendar.ts'
import { isDomestic } from './countries.ts'
import { fitPackaging, type FitRefusal, type PricedFormat } from './packaging-fit.ts'
import type { PriceList } from './price-row.ts'
import { compensationOf, frankPayQuote, quoteOf, type Quote } from './quote.ts'
import { refuse, type Refused } from './refusal.ts'
import { serviceOf, servicesFor, type Service, type ServiceCode } from './services.ts'
import type { ShipmentFacts } from './shipment-facts.ts'

/** Why an item cannot be sent at all, whatever the service. */
export type RatingRefusal =
  | FitRefusal
  | 'destination_not_available'
  | 'shipping_date_out_of_range'
  | 'option_not_allowed'
  | 'frank_pay_out_of_range'

/** Why one service cannot be had, while others may. */
export type UnavailableCode = 'no_published_price' | 'saturday_needs_friday' | 'service_not_available'

/** Every service the options allow stands in one of the two lists; quotes are cheapest first. */
export interface Rated {
  ok: true
  quotes: Quote[]
  unavailable: { service: ServiceCode; code: UnavailableCode }[]
}

/** Days ahead, after today, that an item may be dated for. */
const SHIPPING_DATE_DAYS_AHEAD = 7
/** Postage of the user's own value is more than £0 and less than this, in pence (spec §5, §9). */
const FRANK_PAY_BELOW = 1000_00

/** Prices an item with every service its options allow. @param today the day it is in London @see spec §5 */
export function rate(facts: ShipmentFacts, list: PriceList, today: CalendarDate): Rated | Refused<RatingRefusal> {
  const refused = refuseDestination(facts) ?? refuseDay(facts, today) ?? refuseOptions(facts) ?? refuseFrankPay(facts)
  if (refused) return refused
  const fit = fitPackaging(facts)
  if (!fit.ok) return fit

  const rated: Rated = { ok: true, quotes: [], unavailable: [] }
  for (const service of servicesFor(facts.options.map(({ code }) => code)).map(serviceOf)) {
    const price = unavailable(service, facts) ?? quoteService(service, facts, fit.format, list)
    if (typeof price === 'string') rated.unavailable.push({ service: service.code, code: price })
    else rated.quotes.push(price)
  }
  rated.quotes.sort((a, b) => a.charges.total_charge - b.charges.total_charge)
  return rated
}

function quoteService(
  service: Service,
  facts: ShipmentFacts,
  format: PricedFormat,
  list: PriceList,
): Quote | UnavailableCode {
  const typed = facts.options.find(({ code }) => code === 'frank_pay')?.amount
  if (service.code === 'frank_pay' && typed) return frankPayQuote(service, typed, facts, list)
  return quoteOf(service, facts, format, list) ?? 'no_published_price'
}

/** What keeps an item from a service apart from a missing price. */
function unavailable(service: Service, facts: ShipmentFacts): UnavailableCode | undefined {
  if (service.except?.some((country) => country === facts.country)) return 'service_not_available'
  const levels = service.compensation_gbp
  if (levels.length > 0 && !levels.includes(compensationOf(service, facts))) return 'service_not_available'
  if (service.saturday && !isFriday(facts.day)) return 'saturday_needs_friday'
  return undefined
}

const refuseDestination = ({ country }: ShipmentFacts) =>
  isDomestic(country) ? undefined : refuse('destination_not_available', { country })

function refuseDay({ day }: ShipmentFacts, today: CalendarDate) {
  const last = addDays(today, SHIPPING_DATE_DAYS_AHEAD)
  return day < today || day > last ? refuse('shipping_date_out_of_range', { first: today, last }) : undefined
}

/** Options that no service allows together, or one option twice, which could carry two different values. */
function refuseOptions({ options }: ShipmentFacts) {
  const codes = options.map(({ code }) => code)
  const allowed = new Set(codes).size === codes.length && servicesFor(codes).length > 0
  return allowed ? undefined : refuse('option_not_allowed', { options: codes.join(', ') })
}

function refuseFrankPay({ options }: ShipmentFacts) {
  const option = options.find(({ code }) => code === 'frank_pay')
  if (!option) return undefined
  const { amount = 0 } = option
  const inRange = amount > 0 && amount < FRANK_PAY_BELOW
  return inRange ? undefined : refuse('frank_pay_out_of_range', { amount, above: 0, below: FRANK_PAY_BELOW })
}
