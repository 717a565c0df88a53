import type { VatStatement } from '@postroom/contract/vat-statement'
import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../../item-form/use-today.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { loadingOf } from '../../../ui/lists/query-state.ts'
import { Notice } from '../../../ui/notice.tsx'
import { vatQuery } from './account-queries.ts'
import { monthsTo } from './account-filter.ts'
import type { StatementProps } from './statement-props.ts'
import { VatBar } from './vat-bar.tsx'
import { shareLines, shareColumns, sumOf, type ShareRow } from './vat-columns.tsx'

/** The VAT of a month: what was bought less refunds, by how VAT treats it and by day. */
export function VatView({ accountId, filter, onChange, choice }: StatementProps) {
  const { t, i18n } = useTranslation()
  const thisMonth = monthsTo(useToday(), 1)[0]!
  const month = filter.month ?? thisMonth
  const asked = useQuery(vatQuery(accountId, month))
  const isVat = asked.data?.seller.vat_number !== null
  const columns = useMemo(() => {
    const of = (first: string) => shareColumns(first, isVat, t, i18n.language)
    return { groups: of(t('account.treatment')), days: of(t('account.day')) }
  }, [isVat, t, i18n.language])
  const lines = useMemo(() => shareLines(isVat, t, i18n.language), [isVat, t, i18n.language])
  const { groups, days } = rowsOf(asked.data, t, i18n.language)
  return (
    <>
      <DataTable<ShareRow>
        label={t('account.vat_by_treatment')}
        columns={columns.groups}
        rows={groups}
        nameOf={({ name }) => name}
        lines={lines}
        {...loadingOf(asked)}
        above={
          <VatBar
            accountId={accountId}
            month={month}
            thisMonth={thisMonth}
            hasRows={groups !== undefined && groups.length > 0}
            onChange={(chosen) => onChange({ month: chosen })}
            choice={choice}
          />
        }
        empty={<EmptyState icon={ReceiptText} title={t('account.nothing_bought')} />}
        foot={groups && groups.length > 0 && sumOf(groups, isVat, t, i18n.language)}
      />
      {!isVat && groups && groups.length > 0 && <Notice>{t('account.no_vat_number')}</Notice>}
      {days && days.length > 0 && (
        <DataTable<ShareRow>
          label={t('account.vat_by_day')}
          columns={columns.days}
          rows={days}
          nameOf={({ name }) => name}
          lines={lines}
          empty={null}
        />
      )}
    </>
  )
}

function rowsOf(statement: VatStatement | undefined, t: (key: string) => string, language: string) {
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' })
  return {
    groups: statement?.groups.map((share) => ({
      ...share,
      id: share.group,
      name: t(`account.vat_groups.${share.group}`),
    })),
    days: statement?.days.map((share) => ({ ...share, id: share.day, name: day.format(new Date(share.day)) })),
  }
}
