import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { membersQuery, type MemberOrder } from './member-queries.ts'
import { loadingOf, nextPageOf } from '../../ui/lists/query-state.ts'
import { eachOnce } from '../../ui/lists/list-pages.ts'

/** The users of the organisation in the chosen order. */
export function useMembers() {
  const [order, setOrder] = useState<MemberOrder>({ by: 'fullname', isAscending: true })
  const list = useInfiniteQuery(membersQuery(order))
  const pages = list.data?.pages
  return {
    order,
    sortBy: (by: string, isAscending: boolean) => setOrder({ by: by as MemberOrder['by'], isAscending }),
    rows: pages && eachOnce(pages.flatMap(({ data }) => data)),
    total: pages?.[0]?.total,
    ...loadingOf(list),
    loadMore: nextPageOf(list),
  }
}
