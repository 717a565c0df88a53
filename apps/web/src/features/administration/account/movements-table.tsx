import { useInfiniteQuery } from '@tanstack/react-query'
import { Receipt } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { eachOnce } from '../../../ui/lists/list-pages.ts'
import { loadingOf, nextPageOf } from '../../../ui/lists/query-state.ts'
import { movementsQuery } from './account-queries.ts'
import { movementColumns, movementLines, type MovementRow } from './movement-columns.tsx'
import { StatementBar } from './statement-bar.tsx'
import { StatementFoot } from './statement-foot.tsx'
import type { StatementProps } from './statement-props.ts'

/** Every movement of money with the balance after it, newest first. */
export function MovementsTable(props: StatementProps) {
  const { t, i18n } = useTranslation()
  const list = useInfiniteQuery(movementsQuery(props.accountId, props.filter))
  const columns = useMemo(() => movementColumns(t, i18n.language), [t, i18n.language])
  const lines = useMemo(() => movementLines(t, i18n.language), [t, i18n.language])
  const pages = list.data?.pages
  const rows = pages && eachOnce(pages.flatMap(({ data }) => data.map((line) => ({ ...line, id: String(line.id) }))))
  return (
    <DataTable<MovementRow>
      label={t('administration.statement')}
      columns={columns}
      rows={rows}
      nameOf={({ reference }) => reference}
      lines={lines}
      onNearEnd={nextPageOf(list)}
      {...loadingOf(list)}
      above={<StatementBar {...props} />}
      empty={<EmptyState icon={Receipt} title={t('administration.no_movements')} />}
      foot={
        pages?.[0] && (
          <StatementFoot
            count={t('administration.movements', { count: pages[0].total })}
            first={list.hasNextPage ? undefined : rows?.at(-1)}
          />
        )
      }
    />
  )
}
