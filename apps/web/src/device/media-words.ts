import type { Printer } from '@postroom/contract/device-messages'

/** The paper that is in a printer, as sizes: '102 × 152 mm'. Undefined when the printer does not say. */
export function mediaWords({ media_ready }: Pick<Printer, 'media_ready'>, language: string): string | undefined {
  if (media_ready.length === 0) return undefined
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 })
  const sizes = media_ready.map(
    ({ width_mm, height_mm }) => `${whole.format(width_mm)} × ${whole.format(height_mm)} mm`,
  )
  return [...new Set(sizes)].join(', ')
}
