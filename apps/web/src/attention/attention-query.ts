import { getAttention } from '@postroom/contract/attention'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

const EVERY_MS = 15_000
/** While something is being bought or printed. */
const SOON_MS = 2_000
/** Several parts of the page ask at the same time. */
const STALE_MS = 1_000

/** What needs the user's attention. Hidden tabs do not ask. */
export const attentionQuery = () =>
  queryOptions({
    queryKey: ['attention'],
    queryFn: ({ signal }) => call(getAttention, {}, { signal }),
    staleTime: STALE_MS,
    refetchInterval: ({ state }) => ((state.data?.in_progress ?? 0) > 0 ? SOON_MS : EVERY_MS),
    // it is asked again by itself
    meta: { isQuiet: true },
  })
