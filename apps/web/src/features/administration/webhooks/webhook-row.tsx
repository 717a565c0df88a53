import type { Webhook, WebhookTest } from '@postroom/contract/webhook'
import { WEBHOOK_EVENTS } from '@postroom/contract/webhook-event'
import { Ellipsis, CircleAlert, CircleCheck, CirclePause, List, PlugZap, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { StateWord } from '../../../ui/lists/state-word.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { AskDialog } from '../../../ui/ask-dialog.tsx'
import { useChangeWebhook, useRemoveWebhook, useRenewSecret, useTestWebhook } from './webhook-queries.ts'
import own from './webhooks.module.css'

interface WebhookRowProps {
  webhook: Webhook
  onOpen: () => void
  onChange: () => void
  onSecret: (secret: string) => void
}

const LOOKS = {
  on: { icon: CircleCheck, tone: 'good' },
  failing: { icon: TriangleAlert, tone: 'warn' },
  paused: { icon: CirclePause, tone: 'neutral' },
  off: { icon: CircleAlert, tone: 'error' },
} as const

/** A webhook: whether its events are accepted, and what can be done. */
export function WebhookRow({ webhook, onOpen, onChange, onSecret }: WebhookRowProps) {
  const { t, i18n } = useTranslation()
  const { id, url, events, state, failing_since, waiting, failed } = webhook
  const [asked, setAsked] = useState<'remove' | 'renew'>()
  const test = useTestWebhook(id)
  const change = useChangeWebhook(id)
  const renew = useRenewSecret(id)
  const remove = useRemoveWebhook(id)
  const { host } = new URL(url)
  const named = (act: string) => ({ 'aria-label': `${act}, ${host}`, children: act })
  const shown = state === 'on' && failing_since !== undefined ? 'failing' : state
  const at =
    failing_since && new Date(failing_since).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  const done = () => setAsked(undefined)
  return (
    <li className={own.webhook}>
      <div>
        <strong>{url}</strong>
        <span className={own.quiet}>
          {events.length === WEBHOOK_EVENTS.length
            ? t('webhooks.all_events')
            : events.map((name) => t(`webhooks.event.${name}`)).join(', ')}
        </span>
        <StateWord {...LOOKS[shown]}>{t(`webhooks.state.${shown}`, { at })}</StateWord>
        {waiting > 0 && <span className={own.quiet}>{t('webhooks.waiting', { count: waiting })}</span>}
        {failed > 0 && <span className={own.quiet}>{t('webhooks.failed', { count: failed })}</span>}
        {test.data && <TestResult result={test.data} />}
      </div>
      <div className={own.acts}>
        <Button icon={List} onPress={onOpen} {...named(t('webhooks.deliveries'))} />
        <Button
          icon={PlugZap}
          variant="quiet"
          isPending={test.isPending}
          onPress={() => test.mutate()}
          {...named(t('webhooks.test'))}
        />
        <Menu
          label={t('webhooks.more')}
          trigger={
            <Button
              icon={Ellipsis}
              variant="quiet"
              aria-label={`${t('webhooks.more')}, ${host}`}
              isPending={change.isPending}
            >
              {t('webhooks.more')}
            </Button>
          }
          acts={[
            { id: 'change', label: t('webhooks.change'), onAction: onChange },
            state === 'on'
              ? { id: 'pause', label: t('webhooks.pause'), onAction: () => change.mutate({ state: 'paused' }) }
              : { id: 'turn_on', label: t('webhooks.turn_on'), onAction: () => change.mutate({ state: 'on' }) },
            { id: 'renew', label: t('webhooks.renew'), onAction: () => setAsked('renew') },
            { id: 'remove', label: t('webhooks.remove'), onAction: () => setAsked('remove') },
          ]}
        />
      </div>
      <AskDialog
        title={t('webhooks.renew_title')}
        text={t('webhooks.renew_text')}
        act={t('webhooks.renew')}
        isOpen={asked === 'renew'}
        isPending={renew.isPending}
        onClose={done}
        onConfirm={() =>
          renew.mutate(undefined, {
            onSuccess: ({ secret }) => {
              done()
              onSecret(secret)
            },
          })
        }
      />
      <AskDialog
        title={t('webhooks.remove_title', { host })}
        text={t('webhooks.remove_text')}
        act={t('webhooks.remove')}
        isOpen={asked === 'remove'}
        isPending={remove.isPending}
        onClose={done}
        onConfirm={() => remove.mutate(undefined, { onSuccess: done })}
      />
    </li>
  )
}

function TestResult({ result: { accepted, status, trouble } }: { result: WebhookTest }) {
  const { t } = useTranslation()
  return (
    <Notice tone={accepted ? 'good' : 'error'} isLive>
      {t(accepted ? 'webhooks.accepted' : `webhooks.trouble.${trouble ?? 'unreachable'}`, { status })}
    </Notice>
  )
}
