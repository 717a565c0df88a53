import { WEBHOOKS_MAX, type Webhook } from '@postroom/contract/webhook'
import { useQuery } from '@tanstack/react-query'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { WithDrawer } from '../../../ui/lists/drawer.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Progress } from '../../../ui/progress.tsx'
import css from '../administration.module.css'
import { DeliveriesDrawer } from './deliveries-drawer.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { webhooksQuery } from './webhook-queries.ts'
import { WebhookRow } from './webhook-row.tsx'
import own from './webhooks.module.css'

/** The addresses that events are reported to, and what came of it. */
export function WebhooksView() {
  const { t } = useTranslation()
  const { data: webhooks, isError, refetch } = useQuery(webhooksQuery())
  /** The webhook in the form; a new one has none. */
  const [form, setForm] = useState<{ webhook?: Webhook }>()
  const [secret, setSecret] = useState<string>()
  const [open, setOpen] = useState<string>()
  if (isError && !webhooks)
    return (
      <Notice tone="error" action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
        {t('webhooks.not_loaded')}
      </Notice>
    )
  if (!webhooks) return <Progress label={t('common.loading')} />
  const isEmpty = webhooks.length === 0
  const add = (
    <Button icon={Plus} variant={isEmpty ? 'primary' : 'secondary'} onPress={() => setForm({})}>
      {t('webhooks.add')}
    </Button>
  )
  const shown = webhooks.find(({ id }) => id === open)
  const close = () => setOpen(undefined)
  return (
    <>
      <WithDrawer onClose={close} drawer={shown && <DeliveriesDrawer key={shown.id} webhook={shown} onClose={close} />}>
        <Card title={t('webhooks.title')} {...(!isEmpty && !form && webhooks.length < WEBHOOKS_MAX && { action: add })}>
          {form && (
            <WebhookForm
              key={form.webhook?.id ?? 'new'}
              webhook={form.webhook}
              onDone={() => setForm(undefined)}
              onSecret={setSecret}
            />
          )}
          {isEmpty && !form && (
            <EmptyState icon={WebhookIcon} title={t('webhooks.none')} action={add}>
              {t('webhooks.none_text')}
            </EmptyState>
          )}
          <ul className={own.webhooks}>
            {webhooks.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                onOpen={() => setOpen(webhook.id)}
                onChange={() => setForm({ webhook })}
                onSecret={setSecret}
              />
            ))}
          </ul>
          {webhooks.length >= WEBHOOKS_MAX && (
            <p className={css.quiet}>{t('webhooks.full', { count: WEBHOOKS_MAX })}</p>
          )}
        </Card>
      </WithDrawer>
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  )
}
