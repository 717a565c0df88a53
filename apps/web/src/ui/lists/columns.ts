import type { ReactNode } from 'react'

/** One column of a `DataTable`. */
export interface Column<Row> {
  id: string
  /** The text of the head; an empty column of buttons has one for screen readers. */
  name: string
  /** Pixels, or a share of what is left such as `1fr`. */
  width: number | `${number}fr`
  cell: (row: Row) => ReactNode
  align?: 'end'
  isSortable?: boolean
  /** The name of the row, which a screen reader reads with each of its cells. */
  isRowHeader?: boolean
  /** The column is left out while the table is narrower than this, in pixels. */
  from?: number
}

/** The two lines of a row where the columns have no room. */
export interface TwoLines {
  first: ReactNode
  /** At the right end of the first line: the state, or the price. */
  end?: ReactNode
  second: ReactNode
}

/** Below this width, in pixels, each row is shown as two lines. */
const COLUMNS_FROM = 560

/** The columns that fit into a table of this width; all of them before it was measured. */
export const fittingColumns = <Row>(columns: readonly Column<Row>[], width: number | undefined): Column<Row>[] =>
  columns.filter(({ from = 0 }) => width === undefined || width >= from)

export const isNarrow = (width: number | undefined): boolean => width !== undefined && width < COLUMNS_FROM
