import { listReturnServices } from '@postroom/contract/return-label'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api/call.ts'

/** The carrier seldom changes them. */
const STALE_MS = 600_000

/** The return services of an account; the carrier is asked. */
export const returnServicesQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['return services', accountId],
    queryFn: ({ signal }) => call(listReturnServices, { params: { accountId } }, { signal }),
    staleTime: STALE_MS,
    meta: { isQuiet: true },
  })
