import { MINIMUM_RESOLUTION_DPI } from './media-table.ts'

/**
 * The grids that labels are drawn on, by dots per inch: bars and modules are whole dots of the printer, and at least as
 * large as at 300. @see decision 050
 */
export const LABEL_GRIDS = {
  203: { data_matrix_dots: 4, code_128_dots: 3 },
  300: { data_matrix_dots: 6, code_128_dots: 4 },
} as const
export type LabelGridDpi = keyof typeof LABEL_GRIDS

/** What a printer reports about its dots. */
export interface PrinterDots {
  /** The resolutions it reports; empty when it reports none. */
  resolutions_dpi: readonly number[]
  /** Of a thermal label printer that prints exactly the dots that it is sent: how many to the inch. */
  thermal_dpi?: number | undefined
}

/**
 * The grid whose drawing a printer prints in whole dots; undefined when it may print none. Spec §9 asks for 300 dots per
 * inch. The exception: a thermal label printer with 203 prints labels that are drawn for it, and nothing else.
 * @param isLabel whether the document is a label, or the ruler page that tests one
 */
export function gridFor({ resolutions_dpi, thermal_dpi }: PrinterDots, isLabel: boolean): LabelGridDpi | undefined {
  if (thermal_dpi === 203) return isLabel ? 203 : undefined
  const best = thermal_dpi ?? Math.max(...resolutions_dpi)
  return resolutions_dpi.length > 0 && best < MINIMUM_RESOLUTION_DPI ? undefined : MINIMUM_RESOLUTION_DPI
}
