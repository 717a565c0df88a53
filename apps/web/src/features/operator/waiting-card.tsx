import { toPence } from '@postroom/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatPence } from '../../ui/format-pence.ts'
import { ConfirmWithReason } from '../../ui/lists/confirm-with-reason.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useApprove, useReject, waitingQuery } from './operator-queries.ts'
import css from './operator.module.css'

const REASONS = ['not_received', 'wrong_amount', 'wrong_account'] as const

/** Large amounts wait for a second operator. Nobody decides on what they entered themselves. */
export function WaitingCard() {
  const { t, i18n } = useTranslation()
  const { id: ownId } = useUser()
  const { data, isError, refetch } = useQuery(waitingQuery())
  const approve = useApprove()
  const reject = useReject()
  const [rejected, setRejected] = useState<{ id: string; amount: string }>()
  if (isError)
    return (
      <Notice tone="error" action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
        {t('operator.waiting_not_loaded')}
      </Notice>
    )
  if (!data || data.length === 0) return null
  return (
    <Card title={t('operator.waiting')}>
      <ul className={css.waiting}>
        {data.map(({ id, amount: pence, organisation, reference, requested_by, expires_at }) => {
          const amount = formatPence(toPence(pence), i18n.language)
          const isOwn = requested_by === ownId
          return (
            <li key={id}>
              <span>
                <b>
                  {amount} · {organisation}
                </b>{' '}
                {reference}
                <small>
                  {t('operator.until', {
                    day: new Date(expires_at).toLocaleDateString(i18n.language, { dateStyle: 'medium' }),
                  })}
                  {isOwn && ` · ${t('operator.own_request')}`}
                </small>
              </span>
              {!isOwn && (
                <span className={css.acts}>
                  <Button isPending={approve.isPending} onPress={() => approve.mutate(id)}>
                    {t('operator.approve', { amount })} <span className="visually-hidden">{organisation}</span>
                  </Button>
                  <Button variant="quiet" onPress={() => setRejected({ id, amount })}>
                    {t('operator.reject')} <span className="visually-hidden">{organisation}</span>
                  </Button>
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {rejected && (
        <ConfirmWithReason
          title={t('operator.reject_title', { amount: rejected.amount })}
          isOpen
          onClose={() => setRejected(undefined)}
          label={t('operator.reject_why')}
          reasons={REASONS.map((value) => ({ value, label: t(`operator.reject_reason.${value}`) }))}
          confirm={t('operator.reject')}
          isPending={reject.isPending}
          onConfirm={(reason) =>
            reject.mutate(
              { requestId: rejected.id, reason: t(`operator.reject_reason.${reason}`) },
              { onSuccess: () => setRejected(undefined) },
            )
          }
        >
          <p>{t('operator.reject_text')}</p>
        </ConfirmWithReason>
      )}
    </Card>
  )
}
