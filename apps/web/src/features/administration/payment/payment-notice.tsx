import { toPence } from '@postroom/domain/money'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { formatPence } from '../../../ui/format-pence.ts'
import { Notice } from '../../../ui/notice.tsx'
import { paymentQuery } from './payment-queries.ts'
import { TONES } from './payments-card.tsx'

/** Says what became of the payment from which the user returns, as soon as Stripe has said it. */
export function PaymentNotice({ accountId, paymentId }: { accountId: string; paymentId: string }) {
  const { t, i18n } = useTranslation()
  const queryClient = useQueryClient()
  const { data, isError, refetch } = useQuery(paymentQuery(accountId, paymentId))
  const state = data?.state
  useEffect(() => {
    if (state !== undefined && state !== 'open') void queryClient.invalidateQueries({ queryKey: ['balance'] })
  }, [state, queryClient])
  if (isError && !data)
    return (
      <Notice tone="error" isLive action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
        {t('payment.not_loaded')}
      </Notice>
    )
  if (!data) return null
  return (
    <Notice tone={TONES[data.state]} isLive>
      {t(`payment.became.${data.state}`, { amount: formatPence(toPence(data.amount), i18n.language) })}
    </Notice>
  )
}
