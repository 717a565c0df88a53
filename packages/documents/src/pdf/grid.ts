import { LABEL_GRIDS, type LabelGridDpi } from '@postroom/domain/media/label-drawing'

/** The dots of the printer that a document is drawn for. Bars print sharply when their edges and widths are whole dots. */
export type Grid = Readonly<(typeof LABEL_GRIDS)[LabelGridDpi]> & {
  dpi: LabelGridDpi
  /** Width of a dot, in points. */
  dot: number
  /** Width of a line that prints on every printer, in points. */
  line: number
  /** Rounds a length in points to whole dots. */
  round: (points: number) => number
}

/** The grid of a resolution. */
export const gridOf = (dpi: LabelGridDpi): Grid => GRIDS[dpi]

const GRIDS: Readonly<Record<LabelGridDpi, Grid>> = { 203: grid(203), 300: grid(300) }

function grid(dpi: LabelGridDpi): Grid {
  const dot = 72 / dpi
  return { ...LABEL_GRIDS[dpi], dpi, dot, line: 2 * dot, round: (points) => Math.round(points / dot) * dot }
}

/** The grid of every document but labels and ruler pages for thermal printers. */
export const OFFICE_GRID = GRIDS[300]
