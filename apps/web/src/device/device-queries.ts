import { listHubs, type Hub } from '@postroom/contract/hub'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { DEVICE_RETRY_MS } from './device-state.ts'

/** Grants are renewed this long before they expire. */
const RENEWAL_MS = 120_000
const SHORTEST_WAIT_MS = 30_000
/** Refetch interval while none is paired: one may be pairing or starting now. */
const NONE_YET_MS = 5_000

/** The paired device managers with their grants, which are renewed while the query is used. */
export const hubsQuery = () =>
  queryOptions({
    queryKey: ['hubs'],
    queryFn: ({ signal }) => call(listHubs, { query: { length: 100 } }, { signal }),
    staleTime: RENEWAL_MS,
    refetchInterval: ({ state: { data } }) => (data ? renewalIn(data.data, Date.now()) : DEVICE_RETRY_MS),
    refetchOnReconnect: 'always',
  })

/** Milliseconds until the first grant needs renewal, or until the next look while none is paired. */
export function renewalIn(hubs: readonly Pick<Hub, 'expires_at'>[], now: number): number {
  if (hubs.length === 0) return NONE_YET_MS
  const first = Math.min(...hubs.map((hub) => Date.parse(hub.expires_at)))
  return Math.max(SHORTEST_WAIT_MS, first - RENEWAL_MS - now)
}
