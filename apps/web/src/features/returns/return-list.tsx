import type { ReturnedItem } from '@postroom/contract/returned-item'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { PackageCheck } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Column, TwoLines } from '../../ui/lists/columns.ts'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { loadingOf, nextPageOf } from '../../ui/lists/query-state.ts'
import { filterIn, queryOf, type ReturnFilter } from './return-filter.ts'
import { ReturnFilters } from './return-filters.tsx'
import { returnsQuery, useChangeReturn, useSendAgain } from './return-queries.ts'
import css from './returns.module.css'

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
      rows={pages?.flatMap(({ data }) => data)}
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

const nameOf = ({ to }: ReturnedItem): string => to.company_name || to.name

const returnColumns = (t: TFunction, language: string): Column<ReturnedItem>[] => [
  { id: 'created_at', name: t('returns.came_back'), width: 90, cell: (row) => dayOf(row.created_at, language) },
  { id: 'to', name: t('history.to'), width: '1fr', isRowHeader: true, cell: To },
  { id: 'number', name: t('history.number'), width: 140, from: 860, cell: ({ number }) => number },
  { id: 'reason', name: t('returns.reason_head'), width: 170, cell: ({ reason }) => t(`returns.reason.${reason}`) },
  { id: 'notes', name: t('returns.notes'), width: '1fr', from: 960, cell: ({ notes }) => notes },
  { id: 'act', name: t('returns.to_do'), width: 250, align: 'end', cell: (row) => <Acts row={row} /> },
]

const returnLines =
  (t: TFunction, language: string) =>
  (row: ReturnedItem): TwoLines => ({
    first: <To {...row} />,
    end: <Acts row={row} />,
    second: [t(`returns.reason.${row.reason}`), dayOf(row.created_at, language), row.number]
      .filter(Boolean)
      .join(' · '),
  })

function To({ to }: Pick<ReturnedItem, 'to'>) {
  return (
    <>
      <b>{to.company_name || to.name}</b>{' '}
      <span className={css.quiet}>{[to.address1, to.city, to.postal_code].filter(Boolean).join(', ')}</span>
    </>
  )
}

/** An item is sent again or done; one that is done can be opened again. */
function Acts({ row }: { row: ReturnedItem }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const change = useChangeReturn()
  const again = useSendAgain()
  const name = <span className="visually-hidden">{nameOf(row)}</span>
  if (row.state === 'done')
    return (
      <Button variant="link" isPending={change.isPending} onPress={() => change.mutate({ id: row.id, state: 'open' })}>
        {t('returns.reopen')} {name}
      </Button>
    )
  return (
    <span className={css.row}>
      <Button
        variant="link"
        isPending={again.isPending}
        onPress={() => again.mutate(row, { onSuccess: (page) => void navigate(page) })}
      >
        {t('home.send_again')} {name}
      </Button>
      <Button variant="link" isPending={change.isPending} onPress={() => change.mutate({ id: row.id, state: 'done' })}>
        {t('returns.done')} {name}
      </Button>
    </span>
  )
}

const dayOf = (at: string, language: string): string =>
  new Date(at).toLocaleDateString(language, { day: 'numeric', month: 'short' })
