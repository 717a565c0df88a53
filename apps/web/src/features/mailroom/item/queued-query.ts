import { listPending, type QueuedShipment } from '@postroom/contract/shipment-pending'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** `k2041`, `2041` and `K-2041` are the same item; undefined when the text is no code. */
export function codeIn(text: string): string | undefined {
  const number = /^k?[-\s]?([1-9]\d{0,14})$/i.exec(text.trim())?.[1]
  return number && `K-${number}`
}

/** The shipment with this code; null when the organisation's queue has none. */
export const queuedQuery = (code: string) =>
  queryOptions({
    // `pending` would be asked again with each change of the queue
    queryKey: ['queued', code],
    queryFn: async ({ signal }): Promise<QueuedShipment | null> =>
      (await call(listPending, { query: { code } }, { signal })).data[0] ?? null,
    staleTime: 0,
    gcTime: 0,
    // it leaves the queue while it is being bought
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { isQuiet: true },
  })
