import type { CarrierAccount } from '@postroom/contract/carrier'
import { rateShipment, type RateRequest } from '@postroom/contract/rate'
import type { ShipmentOption } from '@postroom/contract/option'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import { call } from '../api/call.ts'
import { mergeRates, type Rates } from './merge-rates.ts'

export interface RatesQuestion {
  /** The item, without options. */
  request: RateRequest
  /** The chosen service with the options it needs, if any. */
  chosen: { service: ServiceCode; options: ShipmentOption[] } | undefined
  /** The account that would pay: its way of paying and its contract decide the prices. */
  account: Pick<CarrierAccount, 'id' | 'pricing'> | undefined
}

/**
 * Requests the prices of every service, and of the chosen one with its options, and merges the two answers. @see spec §4
 */
export async function ratesFor({ request, chosen, account }: RatesQuestion, signal: AbortSignal): Promise<Rates> {
  const ask = (body: RateRequest, every_service: 'true' | 'false') =>
    call(
      rateShipment,
      {
        query: { pricing: account?.pricing ?? 'online', every_service },
        body: { ...body, ...(account && { by: account.id }) },
      },
      { signal },
    )
  const [every, closer] = await Promise.all([ask(request, 'true'), chosen && ask({ ...request, ...chosen }, 'false')])
  return mergeRates(every, closer, chosen?.service)
}
