import { listOptions } from '@postroom/contract/carrier'
import { rateShipment, type RateRequest } from '@postroom/contract/rate'
import { searchShipments } from '@postroom/contract/shipment'
import type { ServiceCode } from '@postroom/domain/services'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { mergeRates, type Rates } from './merge-rates.ts'

/** The options this user can have. */
export const optionsQuery = () =>
  queryOptions({
    queryKey: ['options'],
    queryFn: ({ signal }) => call(listOptions, { params: { carrier: 'RM' } }, { signal }),
    select: ({ data }) => data.filter(({ available }) => available),
    staleTime: Infinity,
  })

/** The sender of the organisation's latest shipment, who is most often the sender of the next one. */
export const lastSenderQuery = () =>
  queryOptions({
    queryKey: ['shipments', { length: 1 }],
    queryFn: ({ signal }) => call(searchShipments, { query: { length: 1 } }, { signal }),
    select: ({ data }) => data[0]?.from,
  })

/** Asks for the prices twice, with the chosen service and without, and merges the answers. @see spec §4 */
export async function ratesFor(
  request: RateRequest,
  service: ServiceCode | undefined,
  signal: AbortSignal,
): Promise<Rates> {
  const ask = (body: RateRequest) => call(rateShipment, { body }, { signal })
  const [every, chosen] = await Promise.all([ask(request), service && ask({ ...request, service })])
  return mergeRates(every, chosen)
}
