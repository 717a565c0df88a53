import type { RateQuote } from '@postroom/contract/rate'
import { serviceOf, type ServiceCode } from '@postroom/domain/catalogue/services'
import type { Rates } from './merge-rates.ts'

/** A service that applies until the user chooses one. */
export interface Suggestion {
  service: ServiceCode
  reason: 'last_used' | 'cheapest'
}

/** The service used last if it is offered, else the cheapest one that has a delivery to the addressee and a confirmed price. */
export function suggestionIn(rates: Rates | undefined, lastUsed: ServiceCode | undefined): Suggestion | undefined {
  const offered = rates?.data ?? []
  if (lastUsed && offered.some(({ service }) => service.code === lastUsed))
    return { service: lastUsed, reason: 'last_used' }
  const cheapest = offered.find(isOrdinary) ?? offered[0]
  return cheapest && { service: cheapest.service.code, reason: 'cheapest' }
}

/** A prepaid reply has no compensation, and is not what a sender usually wants. */
const isOrdinary = ({ service, tariff }: RateQuote): boolean =>
  serviceOf(service.code).compensation_gbp.length > 0 && tariff.confidence !== 'low'
