/** Sizes of a label as spec §9 names them: one 4 × 6 label, a sheet of A4, one label for each sheet or feed. */
export const LABEL_SIZES = ['4x6', 'A4', '1X'] as const
export type LabelSize = (typeof LABEL_SIZES)[number]

/** A place on a sheet, both counted from 0: `index` is the column, `row` the row (spec §3, avery_label_location). */
export interface LabelPosition {
  index: number
  row: number
}
