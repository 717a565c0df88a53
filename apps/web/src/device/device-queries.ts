import { listHubs, type Hub } from '@postroom/contract/hub'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Grants are fetched anew this long before they run out. */
const RENEWAL_MS = 120_000
const SHORTEST_WAIT_MS = 30_000

/** The paired device managers, each with a grant that stays fresh while the query is used. */
export const hubsQuery = () =>
  queryOptions({
    queryKey: ['hubs'],
    queryFn: ({ signal }) => call(listHubs, { query: { length: 100 } }, { signal }),
    staleTime: RENEWAL_MS,
    refetchInterval: ({ state }) => renewalIn(state.data?.data ?? [], Date.now()),
  })

/** Milliseconds until the first grant needs renewal; false when there is none. */
export function renewalIn(hubs: readonly Pick<Hub, 'expires_at'>[], now: number): number | false {
  if (hubs.length === 0) return false
  const first = Math.min(...hubs.map((hub) => Date.parse(hub.expires_at)))
  return Math.max(SHORTEST_WAIT_MS, first - RENEWAL_MS - now)
}
