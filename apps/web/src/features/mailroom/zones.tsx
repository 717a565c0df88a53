import { Printer as PrinterIcon, Scale as ScaleIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useDevices } from '../../device/device-context.tsx'
import { useDeviceText } from '../../device/device-status.tsx'
import { readyPrinters } from '../../device/device-state.ts'
import { loadedMedia } from '../../device/media-text.ts'
import { writtenWeight } from '../../formats/written-weight.ts'
import { Icon } from '../../ui/icon.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import css from './zones.module.css'

/** What lies on the scale now. */
export function ScaleZone() {
  const { t, i18n } = useTranslation()
  const { scale } = useDevices().main
  const grams = scale?.state === 'weight' ? scale.grams : undefined
  return (
    <section className={css.zone} aria-label={t('mailroom.scale')}>
      <Icon of={ScaleIcon} />
      {grams !== undefined && <span className={css.weight}>{writtenWeight(grams, i18n.language)}</span>}
      <span className={grams === undefined ? css.note : css.steady}>
        {scale?.fault ? t(`shipping.scale_faults.${scale.fault}`) : t(`mailroom.scale_state.${scale?.state ?? 'gone'}`)}
      </span>
    </section>
  )
}

/** The printer of parcel labels, with what is loaded in it. */
export function PrinterZone() {
  const { t, i18n } = useTranslation()
  const device = useDevices().byKind.shipping
  const { text, tone } = useDeviceText(device)
  const id = device.config?.shipping?.printerId
  const printer = device.state === 'connected' ? device.printers.find((one) => one.id === id) : undefined
  const isReady = printer !== undefined && readyPrinters([printer]).length > 0
  return (
    <section className={css.zone} aria-label={t('mailroom.printer')}>
      <Icon of={PrinterIcon} />
      <span className={css.grow}>
        {printer && <strong className={css.name}>{printer.name}</strong>}
        {printer && <span className={css.media}>{loadedMedia(printer, i18n)}</span>}
        {!printer && <StatusDot tone={tone}>{text}</StatusDot>}
      </span>
      {printer && (
        <span className={css.note}>
          <StatusDot tone={isReady ? 'good' : 'warn'}>{t(isReady ? 'mailroom.ready' : 'mailroom.not_ready')}</StatusDot>
        </span>
      )}
    </section>
  )
}
