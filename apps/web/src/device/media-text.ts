import type { Printer } from '@postroom/contract/device-messages'
import type { MediaSize } from '@postroom/domain/media/media-size'
import type { i18n } from 'i18next'

/** The media loaded in a printer: 'DK-11247, 104 × 164 mm'; undefined when it does not report them. */
export function loadedMedia({ media_ready }: Pick<Printer, 'media_ready'>, language: i18n): string | undefined {
  if (media_ready.length === 0) return undefined
  return [...new Set(media_ready.map((media) => mediaName(media, language)))].join(', ')
}

/** DK names are printed on the rolls; media names of other printers are for programs and are not shown. */
export const mediaName = ({ name, ...size }: MediaSize & { name?: string | undefined }, language: i18n): string =>
  name?.startsWith('DK-') ? `${name}, ${oneSize(size, language)}` : oneSize(size, language)

/** '102 × 152 mm, 210 × 297 mm' */
export const sizesText = (sizes: readonly MediaSize[], language: i18n): string =>
  [...new Set(sizes.map((size) => oneSize(size, language)))].join(', ')

function oneSize({ width_mm, height_mm, endless }: MediaSize, { t, language }: i18n): string {
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 })
  if (endless) return t('device.endless', { width: whole.format(width_mm) })
  return `${whole.format(width_mm)} × ${whole.format(height_mm)} mm`
}
