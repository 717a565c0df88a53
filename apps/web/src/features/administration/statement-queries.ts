import { getStatement } from '@postroom/contract/carrier-account'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const PAGE = 100

/** The movements of money of an account, newest first, a hundred at a time. */
export const statementQuery = (accountId: string | undefined) =>
  infiniteQueryOptions({
    // a purchase makes all that begins like this stale
    queryKey: ['balance', accountId, 'statement'],
    queryFn: ({ pageParam, signal }) =>
      call(
        getStatement,
        { params: { accountId: accountId ?? '' }, query: { start: pageParam, length: PAGE, orderAsc: 'false' } },
        { signal },
      ),
    enabled: accountId !== undefined,
    initialPageParam: 0,
    getNextPageParam: ({ start, length, total }) => (start + length < total ? start + length : undefined),
    meta: { isQuiet: true },
  })
