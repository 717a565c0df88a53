import { rateShipment, type RateRequest } from '@postroom/contract/rate'
import type { Channel } from '@postroom/domain/tariffs/channels'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import { call } from '../api/call.ts'
import { mergeRates, type Rates } from './merge-rates.ts'

export interface RatesQuestion {
  request: RateRequest
  /** The chosen service, if any. */
  service: ServiceCode | undefined
  /** The price list of the account. */
  pricing: Channel
}

/** Requests the prices with and without the chosen service, and merges the two answers. @see spec §4 */
export async function ratesFor({ request, service, pricing }: RatesQuestion, signal: AbortSignal): Promise<Rates> {
  const ask = (body: RateRequest) => call(rateShipment, { query: { pricing }, body }, { signal })
  const [every, chosen] = await Promise.all([ask(request), service && ask({ ...request, service })])
  return mergeRates(every, chosen)
}
