import type { PaperSize, Printer } from '@postroom/contract/device-messages'

/** The paper that is in a printer, as sizes: '102 × 152 mm'. Undefined when the printer does not say. */
export const mediaWords = ({ media_ready }: Pick<Printer, 'media_ready'>, language: string): string | undefined =>
  media_ready.length === 0 ? undefined : sizeWords(media_ready, language)

/** '102 × 152 mm, 210 × 297 mm' */
export function sizeWords(sizes: readonly PaperSize[], language: string): string {
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 })
  const words = sizes.map(({ width_mm, height_mm }) => `${whole.format(width_mm)} × ${whole.format(height_mm)} mm`)
  return [...new Set(words)].join(', ')
}
