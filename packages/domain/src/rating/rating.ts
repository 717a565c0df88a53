import { adviceFor } from './advice.ts'
import { addDays, type CalendarDate } from '../calendar.ts'
import { isDomestic } from '../catalogue/countries.ts'
import { refuseDestination, refuseSender } from '../catalogue/destinations.ts'
import { priceOf, type RatingTerms, type UnavailableCode } from './item-price.ts'
import { fitPackaging, type FitRefusal } from './packaging-fit.ts'
import type { PackagingCode } from '../catalogue/packaging.ts'
import { SHIPPING_DAYS } from '../post/posting-days.ts'
import { listPricing } from '../tariffs/contract-list.ts'
import type { PriceList } from '../tariffs/price-row.ts'
import { refuseTypedTotal } from '../media/printing-rules.ts'
import { quoteOf, type Quote } from './quote.ts'
import { refuse, type Refusal, type Refused } from '../refusal.ts'
import { servicesFor } from '../catalogue/options.ts'
import { isInPlan, serviceOf, SERVICES, type Service, type ServiceCode } from '../catalogue/services.ts'
import type { ChosenOption, ShipmentFacts } from './shipment-facts.ts'

/** Why an item cannot be sent with any service. */
export type RatingRefusal =
  | FitRefusal
  | 'destination_not_available'
  | 'destination_suspended'
  | 'sender_outside_uk'
  | 'shipping_date_out_of_range'
  | 'option_not_allowed'
  | 'frank_pay_out_of_range'
  | 'pickup_not_available'

/** Every service asked for is in one of the two lists. Quotes are cheapest first. */
export interface Rated {
  ok: true
  quotes: Quote[]
  unavailable: ({ service: ServiceCode } & Refusal<UnavailableCode>)[]
}

/**
 * Prices an item with every service its options allow, from one list. If the item does not fit its format, the refusal names the
 * smallest format it fits and its lowest price in pence. @param today the current date in London @see spec §5
 */
export function rate(
  facts: ShipmentFacts,
  list: PriceList,
  today: CalendarDate,
  terms: RatingTerms = {},
): Rated | Refused<RatingRefusal> {
  return rateWith(servicesAllowed(facts.options), facts, list, today, terms)
}

/**
 * Prices an item with every service sold to its destination, each as if its own option had been chosen, so that a list of services
 * can be offered as a choice. What is bought is still priced by `rate` with the option it needs (spec §5). Postage of the user's own
 * value is left out, because it has no price before they enter one.
 */
export function rateEvery(
  facts: Omit<ShipmentFacts, 'options'>,
  list: PriceList,
  today: CalendarDate,
  terms: RatingTerms = {},
): Rated | Refused<RatingRefusal> {
  const plain = { ...facts, options: [] }
  const tracked = { ...facts, options: [{ code: 'tracked' as const }] }
  // a large letter may be heavier with Tracked than with the other services
  const onlyTracked = !fitPackaging(plain).ok && fitPackaging(tracked).ok
  return onlyTracked
    ? rate(tracked, list, today, terms)
    : rateWith(servicesTo(facts.country), plain, list, today, terms)
}

const servicesTo = (country: string): readonly ServiceCode[] =>
  SERVICES.filter(({ scope }) => scope === (isDomestic(country) ? 'uk' : 'abroad')).map(({ code }) => code)

function rateWith(
  services: readonly ServiceCode[],
  facts: ShipmentFacts,
  list: PriceList,
  today: CalendarDate,
  terms: RatingTerms,
): Rated | Refused<RatingRefusal> {
  const refused =
    refuseSender(facts.sender) ??
    refuseDestination(facts.country, facts.day) ??
    refuseDay(facts, today) ??
    refuseOptions(facts) ??
    refuseTypedTotal(facts, terms) ??
    refusePickup(facts, terms)
  if (refused) return refused
  const fit = fitPackaging(facts)
  if (!fit.ok) return withPriceOfFitting(fit, services, facts, list, today, terms)

  const rated: Rated = { ok: true, quotes: [], unavailable: [] }
  for (const service of services.map(serviceOf)) {
    const item = { facts, format: fit.format, levels: levelsOf(service, facts) }
    const price = priceOf(service, item, list, terms)
    if (!price.ok) rated.unavailable.push({ service: service.code, ...price.refusal })
    else {
      const advice = adviceFor(service, price, item, list, terms)
      rated.quotes.push(quoteOf(service, price, facts, listPricing(service.code, list), advice))
    }
  }
  rated.quotes.sort((a, b) => a.charges.total_charge - b.charges.total_charge)
  return rated
}

/** The services that the options and their fields allow together. The Saturday field leaves those with Saturday guarantee. @see spec §5 */
export function servicesAllowed(options: readonly ChosenOption[]): readonly ServiceCode[] {
  const services = servicesFor(options.map(({ code }) => code))
  return options.some(({ saturday }) => saturday) ? services.filter((code) => serviceOf(code).saturday) : services
}

/** The acceptable levels of compensation in whole pounds: the chosen one, or all of the service. */
function levelsOf(service: Service, { options }: ShipmentFacts): readonly number[] {
  const chosen = options.find(({ compensation_gbp }) => compensation_gbp !== undefined)?.compensation_gbp
  return chosen === undefined ? service.compensation_gbp : [chosen]
}

function withPriceOfFitting(
  refused: Refused<FitRefusal>,
  services: readonly ServiceCode[],
  facts: ShipmentFacts,
  list: PriceList,
  today: CalendarDate,
  terms: RatingTerms,
): Refused<FitRefusal> {
  const { code, details } = refused.refusal
  if (!details['fits']) return refused
  const rated = rateWith(services, { ...facts, packaging: details['fits'] as PackagingCode }, list, today, terms)
  const cheapest = rated.ok && rated.quotes.find(({ service }) => isInPlan(service.code, terms.plan ?? 'full'))
  return cheapest ? refuse(code, { ...details, total_charge: cheapest.charges.total_charge }) : refused
}

function refuseDay({ day }: ShipmentFacts, today: CalendarDate) {
  const last = addDays(today, SHIPPING_DAYS.at(-1)!)
  return day < today || day > last ? refuse('shipping_date_out_of_range', { first: today, last }) : undefined
}

/** Refuses options that no service allows together, an option twice, and two typed amounts, which would contradict each other. */
function refuseOptions({ options }: ShipmentFacts) {
  const codes = options.map(({ code }) => code)
  const twice = new Set(codes).size < codes.length || (codes.includes('frank_pay') && codes.includes('surcharge'))
  const allowed = !twice && servicesAllowed(options).length > 0
  return allowed ? undefined : refuse('option_not_allowed', { options: codes.join(', ') })
}

const refusePickup = ({ with_pickup }: ShipmentFacts, { pickup_fee }: RatingTerms) =>
  with_pickup && pickup_fee === undefined ? refuse('pickup_not_available') : undefined
