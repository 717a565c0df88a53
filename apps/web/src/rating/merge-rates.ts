import type { rateShipment, RateQuote } from '@postroom/contract/rate'
import type { AnswerOf } from '@postroom/contract/endpoint'
import type { ServiceCode } from '@postroom/domain/catalogue/services'

export type Rates = AnswerOf<typeof rateShipment>

/**
 * Rating runs twice per request, with the chosen service and without (spec §4). The answer for the chosen service wins:
 * its quote replaces the other, and its message is kept when the service is not available.
 */
export function mergeRates(every: Rates, chosen: Rates | undefined): Rates {
  if (!chosen) return every
  const closer = new Map(chosen.data.map((quote) => [quote.service.code, quote]))
  const known = new Set(every.data.map((quote) => quote.service.code))
  const quotes = [
    ...every.data.map((quote) => closer.get(quote.service.code) ?? quote),
    ...chosen.data.filter((quote) => !known.has(quote.service.code)),
  ]
  const messages = [...chosen.messages, ...every.messages]
  return {
    ...every,
    data: quotes.toSorted((a, b) => a.charges.total_charge - b.charges.total_charge),
    messages: messages.filter((row, index) => messages.findIndex((other) => sameSubject(row, other)) === index),
  }
}

/** The quote to buy: the cheapest until a service is chosen. A chosen service that is gone is never replaced silently. */
export const quoteOf = (rates: Rates | undefined, service: ServiceCode | undefined): RateQuote | undefined =>
  service === undefined ? rates?.data[0] : rates?.data.find((quote) => quote.service.code === service)

const sameSubject = (a: Rates['messages'][number], b: Rates['messages'][number]): boolean =>
  a.service?.code === b.service?.code && (a.service !== undefined || a.code === b.code)
