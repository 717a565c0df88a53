import { createContext, use } from 'react'
import { Cell, Collection, Row as AriaRow, TableBody } from 'react-aria-components'
import { classNames } from '../class-names.ts'
import type { Column, TwoLines } from './columns.ts'
import css from './data-table.module.css'
import { RowBox } from './row-box.tsx'

/** The row whose details are shown beside the table. A context: a changed property would build every row again. */
export const CurrentRow = createContext<string | undefined>(undefined)

interface DataRowsProps<Row extends { id: string }> {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  /** Set where the columns have no room. */
  lines: ((row: Row) => TwoLines) | undefined
  hasBoxes: boolean
  isSelectable: (row: Row) => boolean
  nameOf: (row: Row) => string
}

/** The rows of a `DataTable`. */
export function DataRows<Row extends { id: string }>(props: DataRowsProps<Row>) {
  const { rows, columns, lines, hasBoxes, isSelectable, nameOf } = props
  return (
    <TableBody>
      <Collection items={rows} dependencies={[columns, lines, hasBoxes, isSelectable, nameOf]}>
        {(row) => (
          <AriaRow id={row.id} textValue={nameOf(row)} className={css.row ?? ''}>
            {hasBoxes && <Cell className={css.cell ?? ''}>{isSelectable(row) && <RowBox />}</Cell>}
            {lines ? (
              <Cell className={css.lines ?? ''}>
                <CurrentMark id={row.id} />
                <Lines {...lines(row)} />
              </Cell>
            ) : (
              columns.map((column) => (
                <Cell key={column.id} className={classNames(css.cell, column.align && css.end)}>
                  {column.isRowHeader && <CurrentMark id={row.id} />}
                  <span className={css.cut}>{column.cell(row)}</span>
                </Cell>
              ))
            )}
          </AriaRow>
        )}
      </Collection>
    </TableBody>
  )
}

/** Marks its row for the style sheet. */
const CurrentMark = ({ id }: { id: string }) => use(CurrentRow) === id && <span data-current />

function Lines({ first, end, second }: TwoLines) {
  return (
    <>
      <span className={css.first}>
        <span className={css.cut}>{first}</span>
        {end !== undefined && <span>{end}</span>}
      </span>
      <span className={classNames(css.second, css.cut)}>{second}</span>
    </>
  )
}
