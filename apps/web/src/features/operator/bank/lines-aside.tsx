import type { BankLine } from '@postroom/contract/bank-statement'
import { toPence } from '@postroom/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { formatPence } from '../../../ui/format-pence.ts'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast-queue.ts'
import css from '../operator.module.css'
import { formatDay } from './format-day.ts'
import { linesQuery, useReopen } from './statement-queries.ts'

/** The newest transfers that were set aside; loaded when they are opened. */
export function LinesAside() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('statements.asides')}</summary>
      {isOpen && <List />}
    </details>
  )
}

function List() {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery(linesQuery('set_aside'))
  if (isError)
    return (
      <Notice tone="error" action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
        {t('statements.not_loaded')}
      </Notice>
    )
  if (!data) return <p>{t('common.loading')}</p>
  if (data.total === 0) return <p>{t('statements.no_asides')}</p>
  return (
    <>
      {data.total > data.data.length && <p>{t('statements.newest', { shown: data.data.length, count: data.total })}</p>}
      <ul className={css.waiting}>
        {data.data.map((line) => (
          <LineAside key={line.id} line={line} />
        ))}
      </ul>
    </>
  )
}

function LineAside({ line }: { line: BankLine }) {
  const { t, i18n } = useTranslation()
  const reopen = useReopen()
  const amount = formatPence(toPence(line.amount), i18n.language)
  const press = () =>
    reopen.mutate(line.id, {
      onSuccess: () => showToast({ tone: 'good', text: t('statements.reopened', { amount }) }),
    })
  return (
    <li>
      <span>
        <b>{[amount, line.payer].filter(Boolean).join(' · ')}</b> {line.text}
        <small>
          {formatDay(line.day, i18n.language)} · {line.set_aside?.reason}
        </small>
      </span>
      <Button isPending={reopen.isPending} onPress={press}>
        {t('statements.undo')}{' '}
        <span className="visually-hidden">
          {amount}, {line.text}
        </span>
      </Button>
    </li>
  )
}
