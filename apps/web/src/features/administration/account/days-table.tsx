import type { StatementDay } from '@postroom/contract/carrier-account'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { Receipt } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { Column, TwoLines } from '../../../ui/lists/columns.ts'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { eachOnce } from '../../../ui/lists/list-pages.ts'
import { loadingOf, nextPageOf } from '../../../ui/lists/query-state.ts'
import css from '../administration.module.css'
import { daysQuery } from './account-queries.ts'
import { money, signed } from './movement-columns.tsx'
import { StatementBar } from './statement-bar.tsx'
import { StatementFoot } from './statement-foot.tsx'
import type { StatementProps } from './statement-props.ts'

type DayRow = StatementDay & { id: string }

/** The movements added up by day and kind. A row opens the movements of its day. */
export function DaysTable(props: StatementProps) {
  const { t, i18n } = useTranslation()
  const list = useInfiniteQuery(daysQuery(props.accountId, props.filter))
  const columns = useMemo(() => dayColumns(t, i18n.language), [t, i18n.language])
  const lines = useMemo(() => dayLines(t, i18n.language), [t, i18n.language])
  const pages = list.data?.pages
  const rows =
    pages && eachOnce(pages.flatMap(({ data }) => data.map((row) => ({ ...row, id: `${row.day} ${row.kind}` }))))
  const openDay = (id: string) => {
    const day = id.slice(0, id.indexOf(' '))
    props.onChange({ statement: 'movements', from: day, to: day })
  }
  return (
    <DataTable<DayRow>
      label={t('administration.statement')}
      columns={columns}
      rows={rows}
      nameOf={({ day }) => day}
      lines={lines}
      onOpen={openDay}
      onNearEnd={nextPageOf(list)}
      {...loadingOf(list)}
      above={<StatementBar {...props} />}
      empty={<EmptyState icon={Receipt} title={t('administration.no_movements')} />}
      foot={
        pages?.[0] && (
          <StatementFoot
            count={t('account.sums', { count: pages[0].total })}
            first={list.hasNextPage ? undefined : rows?.at(-1)}
          />
        )
      }
    />
  )
}

const dayOf = ({ day }: StatementDay, language: string): string =>
  new Date(day).toLocaleDateString(language, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

const whatOf = ({ kind, movements }: StatementDay, t: TFunction) => (
  <>
    <b>{t(`administration.movement.${kind}`)}</b>{' '}
    <span className={css.quiet}>{t('administration.movements', { count: movements })}</span>
  </>
)

const dayColumns = (t: TFunction, language: string): Column<DayRow>[] => [
  { id: 'day', name: t('account.day'), width: 120, cell: (row) => dayOf(row, language) },
  { id: 'what', name: t('administration.what'), width: '1fr', isRowHeader: true, cell: (row) => whatOf(row, t) },
  {
    id: 'in',
    name: t('account.in'),
    width: 120,
    align: 'end',
    cell: ({ amount }) => (amount > 0 ? signed(amount, language) : ''),
  },
  {
    id: 'out',
    name: t('account.out'),
    width: 120,
    align: 'end',
    cell: ({ amount }) => (amount > 0 ? '' : signed(amount, language)),
  },
  {
    id: 'balance',
    name: t('administration.balance'),
    width: 120,
    align: 'end',
    cell: ({ balance }) => money(balance, language),
  },
]

const dayLines =
  (t: TFunction, language: string) =>
  (row: DayRow): TwoLines => ({
    first: whatOf(row, t),
    end: signed(row.amount, language),
    second: `${dayOf(row, language)} · ${t('administration.balance')} ${money(row.balance, language)}`,
  })
