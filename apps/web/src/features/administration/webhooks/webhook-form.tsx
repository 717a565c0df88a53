import { createWebhook, type Webhook } from '@postroom/contract/webhook'
import { WEBHOOK_EVENTS, type WebhookEvent } from '@postroom/contract/webhook-event'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FormActs } from '../../../ui/form-acts.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import css from '../administration.module.css'
import { Choices } from '../choices.tsx'
import { useChangeWebhook, useCreateWebhook } from './webhook-queries.ts'

interface WebhookFormProps {
  /** Absent for a new one. */
  webhook: Webhook | undefined
  onDone: () => void
  /** Called with the secret of a new one. */
  onSecret: (secret: string) => void
}

/** The address of a webhook, and the events that are reported to it. */
export function WebhookForm({ webhook, onDone, onSecret }: WebhookFormProps) {
  const { t } = useTranslation()
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? WEBHOOK_EVENTS)
  const [wrong, setWrong] = useState<ReadonlySet<unknown>>(new Set())
  const create = useCreateWebhook()
  const change = useChangeWebhook(webhook?.id ?? '')
  function submit(event: SyntheticEvent): void {
    event.preventDefault()
    const read = createWebhook.body.safeParse({ url: url.trim(), events })
    setWrong(new Set(read.error?.issues.map(({ path }) => path[0])))
    if (!read.success) return
    if (webhook) change.mutate(read.data, { onSuccess: onDone })
    else
      create.mutate(read.data, {
        onSuccess: ({ secret }) => {
          onDone()
          onSecret(secret)
        },
      })
  }
  return (
    <form className={css.form} noValidate onSubmit={submit}>
      <TextField
        name="webhook-url"
        label={t('webhooks.url')}
        description={t('webhooks.url_hint')}
        value={url}
        onChange={setUrl}
        autoComplete="off"
        maxLength={500}
        error={wrong.has('url') ? t('webhooks.url_wrong') : undefined}
      />
      <Choices label={t('webhooks.events')} error={wrong.has('events') ? t('webhooks.events_wrong') : undefined}>
        {WEBHOOK_EVENTS.map((name) => (
          <Checkbox
            key={name}
            name={name}
            label={t(`webhooks.event.${name}`)}
            isSelected={events.includes(name)}
            onChange={(isChosen) =>
              setEvents(WEBHOOK_EVENTS.filter((each) => (each === name ? isChosen : events.includes(each))))
            }
          />
        ))}
      </Choices>
      <FormActs
        submit={t(webhook ? 'webhooks.save' : 'webhooks.add_this')}
        isPending={create.isPending || change.isPending}
        onCancel={onDone}
      />
    </form>
  )
}
