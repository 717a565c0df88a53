import type { rateShipment, RateQuote } from '@postroom/contract/rate'
import type { AnswerOf } from '@postroom/contract/endpoint'
import type { ServiceCode } from '@postroom/domain/catalogue/services'

export type Rates = AnswerOf<typeof rateShipment>

/**
 * Rating runs twice per request, with the chosen service and without (spec §4). For the chosen service only the answer that was
 * asked with its options counts: its quote replaces the other, and without one the service is not available.
 */
export function mergeRates(every: Rates, closer: Rates | undefined, chosen: ServiceCode | undefined): Rates {
  if (!closer) return every
  const others = every.data.filter((quote) => quote.service.code !== chosen)
  const messages = [...closer.messages, ...every.messages]
  return {
    ...every,
    data: [...others, ...closer.data].toSorted((a, b) => a.charges.total_charge - b.charges.total_charge),
    messages: messages.filter((row, index) => messages.findIndex((other) => sameSubject(row, other)) === index),
  }
}

/** The quote of a service. A chosen service that is gone is never replaced silently. */
export const quoteOf = (rates: Rates | undefined, service: ServiceCode | undefined): RateQuote | undefined =>
  rates?.data.find((quote) => quote.service.code === service)

const sameSubject = (a: Rates['messages'][number], b: Rates['messages'][number]): boolean =>
  a.service?.code === b.service?.code && (a.service !== undefined || a.code === b.code)
