import { useTranslation } from 'react-i18next'
import { useDevices } from '../../device/device-context.tsx'
import type { Device } from '../../device/device-connector.tsx'
import { useDeviceText } from '../../device/device-status.tsx'
import { loadedMedia } from '../../device/media-text.ts'
import { href } from '../../pages.ts'
import { atPlace } from '../../printing/at-place.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import css from './side-card.module.css'

/** The printing status, with a link to the printers. */
export function DeviceCard() {
  const { t } = useTranslation()
  const { main, inUse } = useDevices()
  return (
    <Card title={t('home.device')}>
      <div className={css.text}>
        {inUse.map((device) => (
          <DeviceState key={device.hub?.id ?? ''} device={device} isMain={device === main} />
        ))}
        {main.state === 'no_hub' && <p className={css.more}>{t('home.no_device_text')}</p>}
        <LinkButton variant="link" href={href('printers')}>
          {t('home.set_up_printers')}
        </LinkButton>
      </div>
    </Card>
  )
}

function DeviceState({ device, isMain }: { device: Device; isMain: boolean }) {
  const { t, i18n } = useTranslation()
  const { text, tone } = useDeviceText(device)
  const isThere = device.state === 'connected'
  return (
    <>
      <p>
        <StatusDot tone={tone}>{atPlace(isMain || isThere ? undefined : device.hub?.alias, text, t)}</StatusDot>
      </p>
      {isThere && (
        <ul className={css.printers}>
          {device.printers.map((printer) => (
            <li key={printer.id}>{[printer.name, loadedMedia(printer, i18n)].filter(Boolean).join(' · ')}</li>
          ))}
        </ul>
      )}
    </>
  )
}
