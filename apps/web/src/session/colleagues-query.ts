import { listColleagues } from '@postroom/contract/identity'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Names change rarely. */
const STALE_MS = 300_000

/** Names of the users of the organisation, disabled ones too. */
export const colleaguesQuery = () =>
  queryOptions({
    queryKey: ['colleagues'],
    queryFn: async ({ signal }) => (await call(listColleagues, {}, { signal })).data,
    staleTime: STALE_MS,
    meta: { isQuiet: true },
  })
