import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router'
import { filterIn, OPEN, withFilter, type HistoryFilter } from './history-filter.ts'
import { historyQuery, type HistoryOrder } from './history-queries.ts'
import { nextPageOf } from '../../ui/lists/query-state.ts'
import { eachOnce } from '../../ui/lists/list-pages.ts'

/** The shown part of the history: its filter and open shipment, which are in the URL, its order, rows and sum. */
export function useHistory() {
  const [search, setSearch] = useSearchParams()
  const filter = filterIn(search)
  const { key } = useLocation()
  const isStep = useNavigationType() !== 'REPLACE'
  const [searchKey, setSearchKey] = useState(key)
  if (isStep && key !== searchKey) setSearchKey(key)
  const [order, setOrder] = useState<HistoryOrder>({ by: 'created_at', isAscending: false })
  const list = useInfiniteQuery(historyQuery(filter, order))
  // the last rows stay while others load, and when they cannot be loaded
  const [shown, setShown] = useState({ data: list.data, at: list.dataUpdatedAt })
  if (list.data && list.data !== shown.data) setShown({ data: list.data, at: list.dataUpdatedAt })
  const pages = (list.data ?? shown.data)?.pages
  const open = search.get(OPEN) ?? undefined
  return {
    filter,
    setFilter: (next: HistoryFilter) => setSearch((now) => withFilter(now, next), { replace: true }),
    reset: () => setSearch((now) => withFilter(now, { q: '' })),
    /** Changes with every step of the browser's history, so not with the filters. */
    searchKey,
    order,
    sortBy: (by: string, isAscending: boolean) => setOrder({ by: by as HistoryOrder['by'], isAscending }),
    open,
    setOpen: (id: string | undefined) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now)
          if (id === undefined) next.delete(OPEN)
          else next.set(OPEN, id)
          return next
        },
        // Back closes the drawer; moving from row to row adds no steps
        { replace: open !== undefined },
      ),
    rows: pages && eachOnce(pages.flatMap(({ data }) => data)),
    total: pages?.[0]?.total,
    /** More are found than `total`, which are those that can be listed. */
    isMore: pages?.[0]?.total_is_minimum === true,
    sum: pages?.[0]?.sum,
    isLoading: list.isFetching,
    failure: list.isError ? { at: pages && new Date(shown.at), retry: () => void list.refetch() } : undefined,
    loadMore: nextPageOf(list),
  }
}
