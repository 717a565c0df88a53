import { CircleAlert, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'
import { Notice } from '../notice.tsx'
import css from './table-state.module.css'

export interface TableStateProps {
  rows: readonly unknown[] | undefined
  /** What the rows are, in the plural: 'Addresses'. */
  label: string
  /** A request is under way; rows that are there stay. */
  isLoading?: boolean
  /** The last request failed. Rows that are there stay, with the time they are from. */
  failure?: { at: Date | undefined; requestId?: string | undefined; retry: () => void } | undefined
  /** Shown without rows: what was looked for, and one way out. */
  empty: ReactNode
}

/** Rows of a table that is loading for the first time. */
const PLACES = 10

/** What stands in a table beside its rows: loading, empty, and errors. */
export function TableState(props: TableStateProps & { columns: number; rowHeight: number }) {
  const { rows, label, isLoading = false, failure, empty, columns, rowHeight } = props
  const { t, i18n } = useTranslation()
  if (rows && failure)
    return (
      <div className={css.notice}>
        <Notice
          tone="warn"
          isLive
          action={
            <Button variant="link" onPress={failure.retry}>
              {t('table.try_now')}
            </Button>
          }
        >
          {failure.at
            ? t('table.rows_from', { time: failure.at.toLocaleTimeString(i18n.language, { timeStyle: 'short' }) })
            : t('table.lost')}
        </Notice>
      </div>
    )
  if (failure)
    return (
      <div role="alert">
        <EmptyState
          icon={CircleAlert}
          tone="error"
          title={t('table.could_not_load', { what: label })}
          action={
            <Button icon={RefreshCw} onPress={failure.retry}>
              {t('common.try_again')}
            </Button>
          }
        >
          <p>{t('table.nothing_lost')}</p>
          {failure.requestId !== undefined && (
            <p className={css.request}>{t('table.request', { id: failure.requestId })}</p>
          )}
        </EmptyState>
      </div>
    )
  if (!rows)
    return (
      <output aria-label={t('table.loading', { what: label })} className={css.places}>
        {Array.from({ length: PLACES }, (_place, row) => (
          <div key={row} className={css.place} style={{ height: rowHeight }}>
            {Array.from({ length: Math.min(columns, 4) }, (_cell, cell) => (
              <span key={cell} />
            ))}
          </div>
        ))}
      </output>
    )
  if (rows.length === 0) return <output className={css.empty}>{empty}</output>
  return isLoading ? <output className={css.line} aria-label={t('table.loading', { what: label })} /> : null
}
