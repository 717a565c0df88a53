import type { ReturnedItem } from '@postroom/contract/returned-item'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PackageCheck } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { eachOnce } from '../../ui/lists/list-pages.ts'
import { loadingOf, nextPageOf } from '../../ui/lists/query-state.ts'
import { nameOf, returnColumns, returnLines } from './return-columns.tsx'
import { filterIn, queryOf, type ReturnFilter } from './return-filter.ts'
import { ReturnFilters } from './return-filters.tsx'
import { returnsQuery } from './return-queries.ts'

/** The recorded items. What is done moves to the other view, from where it can be taken back. */
export function ReturnList() {
  const { t, i18n } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const filter = filterIn(search)
  const list = useInfiniteQuery(returnsQuery(filter))
  const pages = list.data?.pages
  const columns = useMemo(() => returnColumns(t, i18n.language), [t, i18n.language])
  const lines = useMemo(() => returnLines(t, i18n.language), [t, i18n.language])
  return (
    <DataTable<ReturnedItem>
      label={t('returns.list')}
      columns={columns}
      rows={pages && eachOnce(pages.flatMap(({ data }) => data))}
      nameOf={nameOf}
      lines={lines}
      rowHeight={36}
      onNearEnd={nextPageOf(list)}
      {...loadingOf(list)}
      above={
        <ReturnFilters
          filter={filter}
          onChange={(changed) => setSearch(queryOf(changed), { replace: true, flushSync: true })}
          total={pages?.[0]?.total}
        />
      }
      empty={<NothingListed filter={filter} onReset={() => setSearch({}, { replace: true })} />}
      foot={pages?.[0] && t('returns.count', { count: pages[0].total })}
    />
  )
}

function NothingListed({ filter, onReset }: { filter: ReturnFilter; onReset: () => void }) {
  const { t } = useTranslation()
  const isNarrowed = filter.reason !== undefined || filter.from !== undefined || filter.to !== undefined
  if (isNarrowed)
    return (
      <EmptyState
        icon={PackageCheck}
        title={t('returns.none.found')}
        action={<Button onPress={onReset}>{t('history.remove_all')}</Button>}
      />
    )
  return (
    <EmptyState icon={PackageCheck} title={t(`returns.none.${filter.state}`)}>
      {t('returns.none_text')}
    </EmptyState>
  )
}
