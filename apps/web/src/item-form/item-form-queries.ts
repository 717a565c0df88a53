import { listOptions } from '@postroom/contract/carrier'
import type { AnswerOf } from '@postroom/contract/endpoint'
import { searchShipments } from '@postroom/contract/shipment-search'
import { listShippers } from '@postroom/contract/shipment-shippers'
import { DEFAULT_CARRIER } from '@postroom/domain/catalogue/carriers'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** An option from the server, with the choices of its fields. */
export type OptionRow = AnswerOf<typeof listOptions>['data'][number]

/** The options this user can choose for a destination, and those that only lack a price. */
export const optionsQuery = (destination: string) =>
  queryOptions({
    queryKey: ['options', { destination }],
    queryFn: ({ signal }) =>
      call(listOptions, { params: { carrier: DEFAULT_CARRIER.code }, query: { destination } }, { signal }),
    select: ({ data }) => data.filter(({ available, reason }) => available || reason === 'no_published_price'),
    staleTime: Infinity,
  })

/** The sender of the organisation's latest shipment: the default sender of the next one. */
export const lastSenderQuery = () =>
  queryOptions({
    queryKey: ['shipments', 'last sender'],
    queryFn: ({ signal }) => call(searchShipments, { query: { length: 1 } }, { signal }),
    select: ({ data }) => data[0]?.from,
  })

/** The saved senders of the organisation. */
export const shippersQuery = () =>
  queryOptions({
    queryKey: ['shippers'],
    queryFn: ({ signal }) => call(listShippers, { query: { length: 100 } }, { signal }),
    select: ({ data }) => data,
  })
