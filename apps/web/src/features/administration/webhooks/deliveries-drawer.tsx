import { DELIVERY_STATES, type DeliveryState, type Webhook } from '@postroom/contract/webhook'
import { useInfiniteQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { Drawer } from '../../../ui/lists/drawer.tsx'
import { eachOnce } from '../../../ui/lists/list-pages.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Select } from '../../../ui/select.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import { deliveriesQuery, useReplayFailed } from './webhook-queries.ts'
import own from './webhooks.module.css'

const SHOWN = ['all', ...DELIVERY_STATES] as const

/** The events of the last 30 days for a webhook; those that were given up can be sent again. */
export function DeliveriesDrawer({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<(typeof SHOWN)[number]>('all')
  const state: DeliveryState | undefined = shown === 'all' ? undefined : shown
  const list = useInfiniteQuery(deliveriesQuery(webhook.id, state))
  const rows =
    list.data && eachOnce(list.data.pages.flatMap(({ data }) => data.map((one) => ({ ...one, id: one.event_id }))))
  return (
    <Drawer title={t('webhooks.deliveries')} note={new URL(webhook.url).host} onClose={onClose}>
      <div className={own.parts}>
        <Choice
          label={t('webhooks.shown')}
          name="delivery-state"
          look="chips"
          value={shown}
          onChange={setShown}
          options={SHOWN.map((value) => ({ value, label: t(`webhooks.show.${value}`) }))}
        />
        {webhook.failed > 0 && <ReplayFailed webhookId={webhook.id} />}
        {list.isError && (
          <Notice tone="error" action={<Button onPress={() => void list.refetch()}>{t('common.try_again')}</Button>}>
            {t('webhooks.deliveries_not_loaded')}
          </Notice>
        )}
        {!rows && !list.isError && <Progress label={t('common.loading')} />}
        {rows?.length === 0 && <p className={own.quiet}>{t('webhooks.no_deliveries')}</p>}
        <ul className={own.deliveries}>
          {rows?.map((delivery) => (
            <DeliveryRow key={delivery.event_id} webhookId={webhook.id} delivery={delivery} />
          ))}
        </ul>
        {list.hasNextPage && (
          <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            {t('webhooks.older')}
          </Button>
        )}
      </div>
    </Drawer>
  )
}

const HOUR_MS = 3600_000
const SINCE = { hour: HOUR_MS, day: 24 * HOUR_MS, month: 30 * 24 * HOUR_MS } as const
type Since = keyof typeof SINCE

function ReplayFailed({ webhookId }: { webhookId: string }) {
  const { t } = useTranslation()
  const [since, setSince] = useState<Since>('month')
  const replay = useReplayFailed(webhookId)
  return (
    <div className={own.replay}>
      <Select<Since>
        name="failed-since"
        label={t('webhooks.failed_since')}
        value={since}
        onChange={setSince}
        options={(Object.keys(SINCE) as Since[]).map((value) => ({ value, label: t(`webhooks.since.${value}`) }))}
      />
      <Button
        icon={RotateCcw}
        isPending={replay.isPending}
        onPress={() => replay.mutate(new Date(Date.now() - SINCE[since]).toISOString())}
      >
        {t('webhooks.replay_failed')}
      </Button>
      <output>{replay.data && t('webhooks.replayed', { count: replay.data.replayed })}</output>
    </div>
  )
}
