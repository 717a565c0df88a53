import type { PrintRefusal } from '@postroom/domain/media/printing-rules'
import { useTranslation } from 'react-i18next'
import { placeOf, useDevices } from '../device/device-context.tsx'
import { href } from '../pages.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { atPlace } from './at-place.ts'

/** Why nothing can be printed now, and how to fix it. */
export function PrintRefusalNotice({ refusal }: { refusal: PrintRefusal }) {
  const { t } = useTranslation()
  const devices = useDevices()
  const kind = refusal.code === 'test_print_quantity' ? undefined : refusal.kind
  const device = kind && devices.byKind[kind]
  const canRetry = refusal.code === 'device_not_connected' && device?.state === 'not_connected'
  const place = kind && placeOf(devices, kind)
  // it counts as not connected for buying, but may still connect
  if (device?.state === 'connecting') return <Notice>{atPlace(place, t('device.status.connecting'), t)}</Notice>
  const values = { ...(kind && { kind: t(`printing.kind.${kind}`) }), ...(place !== undefined && { place }) }
  return (
    <Notice
      tone="warn"
      action={
        <>
          {canRetry && <Button onPress={device.retryNow}>{t('printing.retry_now')}</Button>}
          <LinkButton variant="link" href={href('printers')}>
            {t('printing.open_preferences')}
          </LinkButton>
        </>
      }
    >
      {t(`printing.${place === undefined ? 'refusal' : 'refusal_at'}.${refusal.code}`, values)}
    </Notice>
  )
}
