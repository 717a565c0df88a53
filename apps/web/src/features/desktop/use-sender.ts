import type { PostalAddress } from '@postroom/contract/address'
import { listShippers } from '@postroom/contract/shipment-shippers'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useDefaultSender } from '../../item-form/use-default-sender.ts'

const firstShipperQuery = () =>
  queryOptions({
    queryKey: ['shippers', { length: 1 }],
    queryFn: ({ signal }) => call(listShippers, { query: { length: 1 } }, { signal }),
    select: ({ data }) => data[0]?.address,
  })

/** The default sender, else the first that the organisation keeps. */
export function useSender(): { from: PostalAddress | undefined; isSenderLoading: boolean; isSenderUnknown: boolean } {
  const { sender, isLoading } = useDefaultSender()
  const shipper = useQuery({ ...firstShipperQuery(), enabled: !isLoading && sender === undefined })
  const from = sender ?? shipper.data
  return {
    from,
    isSenderLoading: isLoading || shipper.isLoading,
    isSenderUnknown: shipper.isSuccess && from === undefined,
  }
}
