import { serviceOf } from '../catalogue/services.ts'
import type { Pence } from '../money.ts'
import type { PriceList } from '../tariffs/price-row.ts'
import { priceOf, type RatingTerms } from './item-price.ts'
import { fitPackaging } from './packaging-fit.ts'
import type { Quote } from './quote.ts'
import type { ShipmentFacts } from './shipment-facts.ts'

/**
 * What the quoted item costs at the Post Office counter in pence: the same service and options, with no less compensation. Nothing
 * where the counter does not sell it, or its price is not confirmed. @param counter the counter's list of the same day
 */
export function counterCharge(
  { service: { code }, delivery }: Quote,
  facts: ShipmentFacts,
  counter: PriceList,
  terms: RatingTerms,
): Pence | undefined {
  const fit = fitPackaging(facts)
  if (!fit.ok) return undefined
  const service = serviceOf(code)
  const levels = service.compensation_gbp.filter((level) => level >= delivery.compensation_gbp)
  const price = priceOf(service, { facts, format: fit.format, levels }, counter, terms)
  return price.ok && price.confidence !== 'low' ? price.total : undefined
}
