import type { ErrorCode } from '@postroom/contract/errors'
import { ERRORS } from '@postroom/contract/errors'
import { factsOf } from '@postroom/contract/shipment-facts'
import type { rateShipment as endpoint, RateQuote, RateRequest } from '@postroom/contract/rate'
import type { AnswerOf, RequestOf } from '@postroom/contract/endpoint'
import { ukDateOf } from '@postroom/domain/calendar'
import { priceListFor } from '@postroom/domain/price-list'
import { rate } from '@postroom/domain/rating'
import { isInPlan, serviceOf, type Plan, type ServiceCode } from '@postroom/domain/services'
import { AppError } from '../../http/app-error.ts'

type Query = RequestOf<typeof endpoint>['query']
type Rates = AnswerOf<typeof endpoint>

/**
 * Prices an item with every service its options and the user's plan allow, or with the one asked for; what cannot be had
 * is named with the reason. @throws AppError when the item cannot be sent at all. @see spec §4, §7
 */
export function rateShipment(request: RateRequest, query: Query, plan: Plan, now: Date): Rates {
  const facts = factsOf(request)
  const rated = rate(facts, priceListFor(query.pricing, facts.day), ukDateOf(now))
  if (!rated.ok) throw new AppError(rated.refusal.code, { details: rated.refusal.details })

  const asked = (service: ServiceCode): boolean => request.service === undefined || request.service === service
  const quotes = rated.quotes.filter((quote) => asked(quote.service.code))
  const beyondPlan = quotes.filter((quote) => !isInPlan(quote.service.code, plan))
  const unavailable: { service: ServiceCode; code: ErrorCode }[] = [
    ...rated.unavailable.filter((row) => asked(row.service)),
    ...beyondPlan.map((quote) => ({ service: quote.service.code, code: 'service_not_in_plan' as const })),
  ]
  return {
    data: shopFor(
      query.rate_shop_mode,
      quotes.filter((quote) => !beyondPlan.includes(quote)),
    ),
    messages: unavailable.map(({ service, code }) => ({
      service: { code: service, name: serviceOf(service).name },
      code,
      description: ERRORS[code].description,
    })),
  }
}

/** Delivery aims, quickest first. Saturday guarantees reach those who would otherwise wait until Monday. */
const QUICKEST_FIRST = [
  'guaranteed_9am',
  'guaranteed_saturday_9am',
  'guaranteed_1pm',
  'guaranteed_saturday_1pm',
  'next_working_day',
  'two_to_three_days',
  'as_posted',
]

/** `quotes` come cheapest first; of equally quick services the cheapest is the fastest choice. */
function shopFor(mode: Query['rate_shop_mode'], quotes: RateQuote[]): RateQuote[] {
  if (mode === 'all') return quotes
  if (mode === 'cheapest') return quotes.slice(0, 1)
  return quotes.toSorted((a, b) => slownessOf(a) - slownessOf(b)).slice(0, 1)
}

const slownessOf = (quote: RateQuote): number => QUICKEST_FIRST.indexOf(quote.delivery.code)
