import type { LabelStock } from './label-stock.ts'
import { MINIMUM_RESOLUTION_DPI } from './media-table.ts'

/**
 * The grids that labels are drawn on, by dots per inch. Bars, modules and lines are whole dots of the printer, and at 203
 * about as large as at 300, or larger. `narrow_code_128_dots` is for bars beside a franking mark. Text is never smaller than
 * `smallest_pt`; at 300 each text has a minimum of its own. @see decision 050
 */
export const LABEL_GRIDS = {
  203: {
    data_matrix_dots: 4,
    code_128_dots: 3,
    narrow_code_128_dots: 3,
    thinnest_line_dots: 2,
    smallest_pt: { regular: 8, bold: 7 },
  },
  300: {
    data_matrix_dots: 6,
    code_128_dots: 4,
    narrow_code_128_dots: 3,
    thinnest_line_dots: 1,
    smallest_pt: { regular: 0, bold: 0 },
  },
} as const
export type LabelGridDpi = keyof typeof LABEL_GRIDS

/** The grids on which the labels of a stock are drawn. */
export const gridsOf = ({ thermal }: Pick<LabelStock, 'thermal'>): readonly LabelGridDpi[] =>
  thermal ? [300, 203] : [300]

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
