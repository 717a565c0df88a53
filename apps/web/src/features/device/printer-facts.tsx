import type { Printer } from '@postroom/contract/device-messages'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { loadedMedia } from '../../device/media-text.ts'
import css from './device-preferences-page.module.css'

/** What a printer reports about itself: model, dots per inch, language and loaded media. @param isWell it has no problem to show instead */
export function PrinterFacts({ printer, isWell }: { printer: Printer | undefined; isWell: boolean }) {
  const { t, i18n } = useTranslation()
  if (!printer) return <p className={css.quiet} />
  const { name, model, language, thermal_dpi, resolutions_dpi } = printer
  const media = loadedMedia(printer, i18n)
  const facts = [
    model !== name && model,
    thermal_dpi === undefined
      ? resolutions_dpi.length > 0 && t('device.dpi', { dpi: Math.max(...resolutions_dpi) })
      : t(thermal_dpi === 203 ? 'device.thermal' : 'device.dpi', { dpi: thermal_dpi }),
    language?.toUpperCase(),
    media === undefined ? isWell && t('device.loaded_unknown') : t('device.loaded', { media }),
  ].filter((fact) => typeof fact === 'string')
  return (
    <p className={css.quiet}>
      {facts.map((fact, at) => (
        <Fragment key={fact}>
          {at > 0 && ' · '}
          <span>{fact}</span>
        </Fragment>
      ))}
    </p>
  )
}
