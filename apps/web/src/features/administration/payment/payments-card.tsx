import type { Payment } from '@postroom/contract/payment'
import { toPence } from '@postroom/domain/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatPence } from '../../../ui/format-pence.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Progress } from '../../../ui/progress.tsx'
import css from '../administration.module.css'
import { paymentsQuery } from './payment-queries.ts'
import { eachOnce } from '../../../ui/lists/list-pages.ts'

export const TONES: Record<Payment['state'], Exclude<Tone, 'neutral'>> = {
  open: 'info',
  pending: 'info',
  paid: 'good',
  failed: 'error',
  differs: 'warn',
}

/** The payments by card with their states, newest first. */
export function PaymentsCard({ accountId }: { accountId: string }) {
  const { t } = useTranslation()
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    paymentsQuery(accountId),
  )
  const payments = data && eachOnce(data.pages.flatMap((page) => page.data))
  return (
    <Card title={t('payment.list')}>
      {isPending && <Progress label={t('common.loading')} />}
      {isError && (
        <Notice tone="error" isLive action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
          {t('payment.not_loaded')}
        </Notice>
      )}
      {payments?.length === 0 && <p className={css.quiet}>{t('payment.none')}</p>}
      {payments && payments.length > 0 && (
        <ul className={css.payments}>
          {payments.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="quiet" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t('payment.older')}
        </Button>
      )}
    </Card>
  )
}

function PaymentRow({ payment }: { payment: Payment }) {
  const { amount, state, reference, taken_back, is_automatic, created_at } = payment
  const { t, i18n } = useTranslation()
  const day = new Date(created_at).toLocaleDateString(i18n.language, { dateStyle: 'medium' })
  return (
    <li>
      <span>
        <b>{formatPence(toPence(amount), i18n.language)}</b>
        <small>
          {day} · {reference}
          {is_automatic && ` · ${t('payment.automatic')}`}
          {taken_back > 0 &&
            ` · ${t('payment.taken_back', { amount: formatPence(toPence(taken_back), i18n.language) })}`}
        </small>
      </span>
      <Badge tone={TONES[state]}>{t(`payment.state.${state}`)}</Badge>
    </li>
  )
}
