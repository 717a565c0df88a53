import { ERRORS, type ErrorCode } from '@postroom/contract/errors'
import type { rateShipment as endpoint, RateRequest } from '@postroom/contract/rate'
import type { AnswerOf, RequestOf } from '@postroom/contract/endpoint'
import { addDays, ukDateOf } from '@postroom/domain/calendar'
import { slownessOf } from '@postroom/domain/catalogue/delivery-aims'
import { postingDay, SHIPPING_DAYS } from '@postroom/domain/post/posting-days'
import { priceListFor } from '@postroom/domain/tariffs/price-list'
import type { Quote } from '@postroom/domain/rating/quote'
import { rate, rateEvery } from '@postroom/domain/rating/rating'
import { isInPlan, serviceOf, type Plan, type ServiceCode } from '@postroom/domain/catalogue/services'
import { servicesSoldBy } from '../../../carriers/carriers.ts'
import type { Context } from '../../../context.ts'
import { requestedFacts } from './requested-facts.ts'
import { goodsMessages } from './goods-messages.ts'
import { refusedError } from './refused-error.ts'

type Query = RequestOf<typeof endpoint>['query']
type Rates = AnswerOf<typeof endpoint>

/**
 * Prices an item with every service its options and the user's plan allow, or every service sold to its destination, or with the
 * requested one; services that are not available are named with the reason. @throws AppError when the item cannot be sent at all. @see spec §4, §7
 */
export function rateShipment(context: Context, request: RateRequest, query: Query, plan: Plan): Rates {
  const facts = requestedFacts(request, query)
  const list = priceListFor(query.pricing, facts.day)
  const today = ukDateOf(context.now())
  const rates = query.every_service === 'true' ? rateEvery : rate
  const rated = rates(facts, list, today, { ...context.settings.priceTerms, plan })
  if (!rated.ok) throw refusedError(rated.refusal)

  const asked = (service: ServiceCode): boolean => request.service === undefined || request.service === service
  const sold = servicesSoldBy(context, request.carrier)
  const barrierTo = (service: ServiceCode): ErrorCode | undefined => {
    if (!sold.includes(service)) return 'service_not_available'
    return isInPlan(service, plan) ? undefined : 'service_not_in_plan'
  }
  const quotes = rated.quotes.filter((quote) => asked(quote.service.code))
  const unavailable: { service: ServiceCode; code: ErrorCode; details?: Record<string, string | number> }[] = [
    ...rated.unavailable.filter((row) => asked(row.service)),
    ...quotes.flatMap(({ service: { code: service } }) => {
      const code = barrierTo(service)
      return code ? [{ service, code }] : []
    }),
  ]
  return {
    data: shopFor(
      query.rate_shop_mode,
      quotes.filter((quote) => !barrierTo(quote.service.code)),
    ),
    messages: [
      ...goodsMessages(facts, request.service),
      ...unavailable.map(({ service, code, details }) => ({
        service: { code: service, name: serviceOf(service).name },
        code,
        description: ERRORS[code].description,
        ...(details && { details }),
      })),
    ],
    posting_days: SHIPPING_DAYS.map((ahead) => postingDay(addDays(today, ahead), facts.sender)),
  }
}

/** `quotes` are ordered by price; of equally quick services the cheapest is the fastest choice. */
function shopFor(mode: Query['rate_shop_mode'], quotes: Quote[]): Quote[] {
  if (mode === 'all') return quotes
  if (mode === 'cheapest') return quotes.slice(0, 1)
  return quotes.toSorted((a, b) => slownessOf(a.delivery.code) - slownessOf(b.delivery.code)).slice(0, 1)
}
