import type { Hub } from '@postroom/contract/hub'
import { PRINTER_KINDS } from '@postroom/domain/catalogue/packaging'
import { useQuery } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDevices } from '../../device/device-context.tsx'
import { hubsQuery } from '../../device/device-queries.ts'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { useUnpairHub } from './device-mutations.ts'
import css from './device-preferences-page.module.css'

/** The paired device managers with their state. */
export function HubsCard() {
  const { t } = useTranslation()
  const hubs = useQuery(hubsQuery())
  const rows = hubs.data?.data ?? []
  return (
    <Card title={t('device.paired')} note={t('device.paired_hint')}>
      {hubs.isPending && <Progress label={t('common.loading')} />}
      {hubs.isError && (
        <Notice tone="error" action={<Button onPress={() => void hubs.refetch()}>{t('common.try_again')}</Button>}>
          {t('common.could_not_load')}
        </Notice>
      )}
      {hubs.isSuccess && rows.length === 0 && (
        <EmptyState icon={MonitorSmartphone} title={t('device.none')}>
          {t('device.none_text')}
        </EmptyState>
      )}
      <ul className={css.rows}>
        {rows.map((hub) => (
          <HubRow key={hub.id} hub={hub} isOnly={rows.length === 1} />
        ))}
      </ul>
    </Card>
  )
}

function HubRow({ hub, isOnly }: { hub: Hub; isOnly: boolean }) {
  const { t } = useTranslation()
  const { main, byKind, inUse, choose } = useDevices()
  const [isAsking, setAsking] = useState(false)
  const unpair = useUnpairHub(t('device.unpaired', { alias: hub.alias }))
  const isMain = main.hub?.id === hub.id
  const device = inUse.find((one) => one.hub?.id === hub.id)
  const kinds = isMain ? [] : PRINTER_KINDS.filter((kind) => byKind[kind] === device)
  // an open connection is more current than the list
  const isConnected = device && device.state !== 'connecting' ? device.state === 'connected' : hub.connected
  return (
    <li className={css.row}>
      <div className={css.head}>
        <strong>{hub.alias}</strong>
        {isMain && !isOnly && <Badge tone="info">{t('device.in_use')}</Badge>}
        {kinds.map((kind) => (
          <Badge key={kind} tone="info">
            {t(`device.kind.${kind}`)}
          </Badge>
        ))}
      </div>
      <StatusDot tone={isConnected ? 'good' : 'warn'}>{t(isConnected ? 'device.online' : 'device.offline')}</StatusDot>
      {!isConnected && <p className={css.quiet}>{t('device.offline_text', { alias: hub.alias })}</p>}
      {isConnected && device?.isPaused && <p>{t('device.paused_text', { alias: hub.alias })}</p>}
      <div className={css.acts}>
        {device?.state === 'not_connected' && (
          <Button variant="link" onPress={device.retryNow}>
            {t('printing.retry_now')}
          </Button>
        )}
        {!isMain && (
          <Button variant="link" onPress={() => choose('main', hub.id)}>
            {t('device.use')}
          </Button>
        )}
        {hub.can_manage && (
          <Button variant="link" isPending={unpair.isPending} onPress={() => setAsking(true)}>
            {t('device.unpair')}
          </Button>
        )}
      </div>
      {!hub.can_manage && <p className={css.quiet}>{t('device.not_yours')}</p>}
      <AskDialog
        title={t('device.unpair_title', { alias: hub.alias })}
        text={t('device.unpair_text')}
        act={t('device.unpair')}
        isOpen={isAsking}
        isPending={unpair.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          unpair.mutate(hub.id)
        }}
      />
    </li>
  )
}
