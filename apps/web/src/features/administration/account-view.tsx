import { exportStatement } from '@postroom/contract/carrier-account'
import { toPence } from '@postroom/domain/money'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Download, Receipt } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useBalance } from '../../accounts/balance-queries.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatPence } from '../../ui/format-pence.ts'
import { DataTable } from '../../ui/lists/data-table.tsx'
import css from './administration.module.css'
import { statementQuery } from './statement-queries.ts'
import { statementColumns, statementLines, type StatementRow } from './statement-columns.tsx'

/** The money of the account that pays: what can be spent, what is held, and every movement. */
export function AccountView() {
  const { t, i18n } = useTranslation()
  const money = useBalance()
  const { account, balance } = money
  const list = useInfiniteQuery(statementQuery(account?.id))
  const save = useSaveStatement(account?.id)
  const columns = useMemo(() => statementColumns(t, i18n.language), [t, i18n.language])
  const lines = useMemo(() => statementLines(t, i18n.language), [t, i18n.language])
  const pages = list.data?.pages
  const rows = pages?.flatMap(({ data }) => data.map((line) => ({ ...line, id: String(line.id) })))
  const hasNone = !money.isPending && !money.isError && account === undefined
  const retry = () => void (money.isError ? money.retry() : list.refetch())
  return (
    <>
      <dl className={css.figures}>
        {(['balance', 'held', 'posted'] as const).map((figure) => (
          <div key={figure}>
            <dt>{t(`administration.figure.${figure}`)}</dt>
            <dd>{balance ? formatPence(toPence(balance[figure]), i18n.language) : '–'}</dd>
          </div>
        ))}
      </dl>
      <DataTable<StatementRow>
        label={t('administration.statement')}
        columns={columns}
        rows={hasNone ? [] : rows}
        nameOf={({ reference }) => reference}
        lines={lines}
        onNearEnd={list.hasNextPage && !list.isFetching ? () => void list.fetchNextPage() : undefined}
        isLoading={list.isFetching}
        failure={money.isError || list.isError ? { at: pages && new Date(list.dataUpdatedAt), retry } : undefined}
        above={
          <div className={css.above}>
            <Button icon={Download} isPending={save.isPending} onPress={() => save.mutate()}>
              {t('administration.save_csv')}
            </Button>
          </div>
        }
        empty={<EmptyState icon={Receipt} title={t('administration.no_movements')} />}
        foot={pages?.[0] && t('administration.movements', { count: pages[0].total })}
      />
    </>
  )
}

/** Saves the whole statement of the account as a CSV file. */
const useSaveStatement = (accountId: string | undefined) =>
  useMutation({
    mutationFn: () => call(exportStatement, { params: { accountId: accountId ?? '' } }),
    onSuccess: (bytes) => {
      const url = URL.createObjectURL(new Blob([bytes.slice()], { type: 'text/csv' }))
      const link = document.createElement('a')
      link.href = url
      link.download = 'statement.csv'
      link.click()
      URL.revokeObjectURL(url)
    },
  })
