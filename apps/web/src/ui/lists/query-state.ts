import type { TableStateProps } from './table-state.tsx'

interface Query {
  data: unknown
  isFetching: boolean
  isError: boolean
  dataUpdatedAt: number
  refetch: () => Promise<unknown>
}

/** What a table shows of the query of its rows: loading, and a failure, with the time of the rows that stay. */
export function loadingOf(query: Query): { isLoading: boolean; failure: TableStateProps['failure'] } {
  const { data, isFetching, isError, dataUpdatedAt, refetch } = query
  const at = data === undefined ? undefined : new Date(dataUpdatedAt)
  return { isLoading: isFetching, failure: isError ? { at, retry: () => void refetch() } : undefined }
}

/** Loads the next page of a list; undefined while another loads, and when there is none. */
export const nextPageOf = (query: {
  hasNextPage: boolean
  isFetching: boolean
  fetchNextPage: () => Promise<unknown>
}): (() => void) | undefined => (query.hasNextPage && !query.isFetching ? () => void query.fetchNextPage() : undefined)
