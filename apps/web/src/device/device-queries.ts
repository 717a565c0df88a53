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

const CHOICE = 'postroom.device'

/** The device manager this browser prints with: the chosen one, else one that is on the line. */
export const hubInUse = (hubs: readonly Hub[], chosen: string | null): Hub | undefined =>
  hubs.find(({ id }) => id === chosen) ?? hubs.find(({ connected }) => connected) ?? hubs[0]

export const chosenHub = (storage: Pick<Storage, 'getItem'>): string | null => storage.getItem(CHOICE)
export const chooseHub = (storage: Pick<Storage, 'setItem'>, id: string): void => storage.setItem(CHOICE, id)
