import type { PaymentDifference } from '@postroom/contract/payment'
import { toPence } from '@postroom/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatPence } from '../../ui/format-pence.ts'
import { Notice } from '../../ui/notice.tsx'
import { differencesQuery } from './operator-queries.ts'
import css from './operator.module.css'

/** Where Stripe and the ledger disagree, newest first. There is nothing to see while they agree. */
export function DifferencesCard() {
  const { t, i18n } = useTranslation()
  const { data, isError, refetch } = useQuery(differencesQuery())
  if (isError)
    return (
      <Notice tone="error" action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
        {t('payment.differences_not_loaded')}
      </Notice>
    )
  if (!data || data.length === 0) return null
  const textOf = ({ kind, ours, stripes }: PaymentDifference) => {
    const shown = (text: string) => (kind === 'amount' ? formatPence(toPence(Number(text)), i18n.language) : text)
    return t(`payment.difference.${kind}`, { ours: shown(ours), stripes: shown(stripes) })
  }
  return (
    <Card title={t('payment.differences')}>
      <ul className={css.waiting}>
        {data.map((difference) => (
          <li key={difference.id}>
            <span>
              <b>{textOf(difference)}</b> {difference.organisation}
              <small>
                {new Date(difference.at).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })} ·{' '}
                <span className={css.code}>{difference.object}</span>
              </small>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
