import type { WebhookDelivery } from '@postroom/contract/webhook'
import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { StateWord } from '../../../ui/lists/state-word.tsx'
import { useReplay } from './webhook-queries.ts'
import own from './webhooks.module.css'

const LOOKS = {
  waiting: { icon: Clock, tone: 'neutral' },
  delivered: { icon: CircleCheck, tone: 'good' },
  failed: { icon: CircleAlert, tone: 'error' },
} as const

/** An event for a webhook: what came of the last attempt, and what was answered. */
export function DeliveryRow({ webhookId, delivery }: { webhookId: string; delivery: WebhookDelivery }) {
  const { t, i18n } = useTranslation()
  const { event_id, event, state, attempts, created_at, tried_at, due_at, status, trouble, answer } = delivery
  const replay = useReplay(webhookId)
  const timeOf = (instant: string) =>
    new Date(instant).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' })
  const name = t(`webhooks.event.${event}`)
  return (
    <li>
      <div className={own.headline}>
        <strong>{name}</strong>
        <StateWord {...LOOKS[state]}>{t(`webhooks.delivery.${state}`)}</StateWord>
      </div>
      <p className={own.quiet}>{t('webhooks.happened', { at: timeOf(created_at) })}</p>
      {tried_at !== undefined && (
        <p className={own.quiet}>{t('webhooks.tried', { count: attempts, at: timeOf(tried_at) })}</p>
      )}
      {trouble !== undefined && <p>{t(`webhooks.trouble.${trouble}`, { status })}</p>}
      {due_at !== undefined && tried_at !== undefined && (
        <p className={own.quiet}>{t('webhooks.due', { at: timeOf(due_at) })}</p>
      )}
      {answer !== undefined && answer !== '' && (
        <details>
          <summary>{t('webhooks.answer', { status })}</summary>
          <pre>{answer}</pre>
        </details>
      )}
      <div className={own.foot}>
        <code>{event_id}</code>
        <Button
          variant="link"
          aria-label={`${t('webhooks.replay')}, ${name}, ${timeOf(created_at)}`}
          isPending={replay.isPending}
          onPress={() => replay.mutate(event_id)}
        >
          {t('webhooks.replay')}
        </Button>
      </div>
    </li>
  )
}
