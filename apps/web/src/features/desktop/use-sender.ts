import type { PostalAddress } from '@postroom/contract/address'
import { listShippers } from '@postroom/contract/shipment-shippers'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { lastSenderQuery } from '../../item-form/item-form-queries.ts'

const firstShipperQuery = () =>
  queryOptions({
    queryKey: ['shippers', { length: 1 }],
    queryFn: ({ signal }) => call(listShippers, { query: { length: 1 } }, { signal }),
    select: ({ data }) => data[0]?.address,
  })

/** The sender of the latest shipment, else the first that the organisation keeps. */
export function useSender(): { from: PostalAddress | undefined; isSenderLoading: boolean; isSenderUnknown: boolean } {
  const last = useQuery(lastSenderQuery())
  const shipper = useQuery({ ...firstShipperQuery(), enabled: last.isSuccess && last.data === undefined })
  const from = last.data ?? shipper.data
  return {
    from,
    isSenderLoading: last.isLoading || shipper.isLoading,
    isSenderUnknown: shipper.isSuccess && from === undefined,
  }
}
