import { listOptions } from '@postroom/contract/carrier'
import type { AnswerOf } from '@postroom/contract/endpoint'
import { rateShipment, type RateRequest } from '@postroom/contract/rate'
import { searchShipments } from '@postroom/contract/shipment-search'
import type { Channel } from '@postroom/domain/tariffs/channels'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { mergeRates, type Rates } from './merge-rates.ts'

/** An option as the server describes it, with the choices of its fields. */
export type OptionRow = AnswerOf<typeof listOptions>['data'][number]

/** The options this user can have for a destination, and those that only lack a price. */
export const optionsQuery = (destination: string) =>
  queryOptions({
    queryKey: ['options', { destination }],
    queryFn: ({ signal }) => call(listOptions, { params: { carrier: 'RM' }, query: { destination } }, { signal }),
    select: ({ data }) => data.filter(({ available, reason }) => available || reason === 'no_published_price'),
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
  { request, service, pricing }: { request: RateRequest; service: ServiceCode | undefined; pricing: Channel },
  signal: AbortSignal,
): Promise<Rates> {
  const ask = (body: RateRequest) => call(rateShipment, { query: { pricing }, body }, { signal })
  const [every, chosen] = await Promise.all([ask(request), service && ask({ ...request, service })])
  return mergeRates(every, chosen)
}
