import { rateShipment, type RateRequest } from '@postroom/contract/rate'
import type { Channel } from '@postroom/domain/tariffs/channels'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import { call } from '../api/call.ts'
import { mergeRates, type Rates } from './merge-rates.ts'

export interface RatesQuestion {
  request: RateRequest
  /** The chosen service, if any. */
  service: ServiceCode | undefined
  /** The price list that the account pays by. */
  pricing: Channel
}

/** Asks for the prices twice, with the chosen service and without, and merges the answers. @see spec §4 */
export async function ratesFor({ request, service, pricing }: RatesQuestion, signal: AbortSignal): Promise<Rates> {
  const ask = (body: RateRequest) => call(rateShipment, { query: { pricing }, body }, { signal })
  const [every, chosen] = await Promise.all([ask(request), service && ask({ ...request, service })])
  return mergeRates(every, chosen)
}
