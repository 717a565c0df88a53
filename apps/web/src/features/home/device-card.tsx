import { Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useDevice } from '../../device/device-context.tsx'
import { useDeviceWords } from '../../device/device-status.tsx'
import { mediaWords } from '../../device/media-words.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import css from './side-card.module.css'

/** Whether labels come out here, and where to change it. */
export function DeviceCard() {
  const { t, i18n } = useTranslation()
  const { state, printers } = useDevice()
  const { words, tone } = useDeviceWords()
  return (
    <Card title={t('home.device')}>
      <div className={css.words}>
        <p>
          <StatusDot tone={tone}>{words}</StatusDot>
        </p>
        {state === 'no_hub' && <p className={css.more}>{t('home.no_device_words')}</p>}
        {state === 'connected' && (
          <ul className={css.printers}>
            {printers.map((printer) => (
              <li key={printer.id}>{[printer.name, mediaWords(printer, i18n)].filter(Boolean).join(' · ')}</li>
            ))}
          </ul>
        )}
        <LinkButton href="/app/device-preferences" icon={Printer}>
          {t('home.set_up_printers')}
        </LinkButton>
      </div>
    </Card>
  )
}
