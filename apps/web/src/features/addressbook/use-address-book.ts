import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { addressesQuery, countsQuery, type BookFilter, type BookOrder } from './address-queries.ts'
import { nextPageOf } from '../../ui/lists/query-state.ts'
import { eachOnce } from '../../ui/lists/list-pages.ts'

export const NO_FILTER: BookFilter = { q: '', visibility: 'all', tag: '', state: 'all' }

/** The shown part of the address book: filter, order, rows and counts. */
export function useAddressBook() {
  const [filter, setFilter] = useState(NO_FILTER)
  const [order, setOrder] = useState<BookOrder>({ by: 'known_as', isAscending: true })
  const wanted = useDeferredValue(filter)
  const list = useInfiniteQuery(addressesQuery(wanted, order))
  // the last rows stay while others load, and when they cannot be loaded
  const [shown, setShown] = useState({ data: list.data, at: list.dataUpdatedAt })
  if (list.data && list.data !== shown.data) setShown({ data: list.data, at: list.dataUpdatedAt })
  const pages = (list.data ?? shown.data)?.pages
  const { q, visibility, tag } = wanted
  const counts = useQuery(countsQuery({ q, visibility, tag }))
  return {
    filter,
    setFilter,
    order,
    sortBy: (by: string, isAscending: boolean) => setOrder({ by: by as BookOrder['by'], isAscending }),
    rows: pages && eachOnce(pages.flatMap(({ data }) => data)),
    total: pages?.[0]?.total,
    /** The total, while some of the rows are not loaded. */
    unloaded: list.hasNextPage ? pages?.[0]?.total : undefined,
    counts: counts.data,
    isLoading: list.isFetching,
    failure: list.isError ? { at: pages && new Date(shown.at), retry: () => void list.refetch() } : undefined,
    // absent while a page loads, so that the end of the list is looked for again afterwards
    loadMore: nextPageOf(list),
  }
}
