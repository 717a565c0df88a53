import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { loadingOf, nextPageOf } from '../../../ui/lists/query-state.ts'
import { auditIn, entryIn, withAudit, withEntry, type ShownAudit } from './audit-filter.ts'
import { entriesQuery } from './audit-queries.ts'
import { eachOnce } from '../../../ui/lists/list-pages.ts'

/** The shown part of the audit log: filter and open entry, which are in the URL, and the loaded entries. */
export function useAudit() {
  const [search, setSearch] = useSearchParams()
  const filter = auditIn(search)
  const list = useInfiniteQuery(entriesQuery(filter))
  const pages = list.data?.pages
  const open = entryIn(search)
  return {
    filter,
    setFilter: (next: ShownAudit) => setSearch((now) => withAudit(now, next), { replace: true }),
    open,
    setOpen: (number: string | undefined) =>
      // Back closes the drawer; moving from row to row adds no steps
      setSearch((now) => withEntry(now, number), { replace: open !== undefined }),
    rows: pages && eachOnce(pages.flatMap(({ data }) => data.map((entry) => ({ ...entry, id: String(entry.number) })))),
    total: pages?.[0]?.total,
    ...loadingOf(list),
    loadMore: nextPageOf(list),
  }
}
