import { useMemo, useRef, type FocusEvent, type ReactNode, type Ref } from 'react'
import { Table, TableLayout, Virtualizer, type Selection } from 'react-aria-components'
import { classNames } from '../class-names.ts'
import { fittingColumns, isNarrow, type Column, type TwoLines } from './columns.ts'
import { CurrentRow, DataRows } from './data-rows.tsx'
import { DataTableHead } from './data-table-head.tsx'
import css from './data-table.module.css'
import { TableState, type TableStateProps } from './table-state.tsx'
import { useNearEnd } from './use-near-end.ts'
import { useWidth } from './use-width.ts'

/** Functions and columns should stay the same from render to render: a change builds every row again. */
export interface DataTableProps<Row extends { id: string }> extends Omit<TableStateProps, 'rows'> {
  columns: readonly Column<Row>[]
  /** Undefined until the first answer. */
  rows: readonly Row[] | undefined
  /** The name of a row, which is typed to find it. */
  nameOf: (row: Row) => string
  /** Each row as two lines, for a table without room for columns. */
  lines: (row: Row) => TwoLines
  /** Pixels: 36 in a book or a history, 32 in a queue. */
  rowHeight?: 32 | 36
  sort?: { by: string; isAscending: boolean }
  onSort?: (by: string, isAscending: boolean) => void
  /** Ids of the chosen rows. Without it no row can be chosen. */
  selected?: ReadonlySet<string>
  onSelect?: (selected: ReadonlySet<string>) => void
  /** Rows that cannot be chosen have no box. */
  isSelectable?: (row: Row) => boolean
  /** The row whose details are shown beside the table. */
  current?: string | undefined
  /** Called by Enter and by a click on a row. */
  onOpen?: (id: string) => void
  /** Called for each row that gets the focus, so that the details beside the table can follow. */
  onFocusRow?: (id: string) => void
  /** Called when the last row comes near; the caller loads the next page. */
  onNearEnd?: (() => void) | undefined
  /** Filters and notices, in the card above the head. */
  above?: ReactNode
  foot?: ReactNode
  ref?: Ref<HTMLTableElement>
}

const HEAD_HEIGHT = 30
const TWO_LINES_HEIGHT = 56
const any = () => true

/** A table of thousands of rows. Only those in view are in the page, and the one with the focus. The page scrolls. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { label, columns, rows, nameOf, lines, rowHeight = 36, sort, onSort, selected, onSelect } = props
  const { isSelectable = any, current, onOpen, onFocusRow, onNearEnd, above, foot, ref } = props
  const frame = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  useNearEnd(end, onNearEnd)
  const width = useWidth(frame)
  const narrow = isNarrow(width)
  const shown = useMemo(() => fittingColumns(columns, width), [columns, width])
  const given = rows ?? []
  return (
    <div ref={frame} className={css.frame}>
      {above}
      <CurrentRow value={current}>
        <div className={css.rows} onFocus={(event) => rowWith(event, (id) => onFocusRow?.(id))}>
          <Virtualizer
            layout={TableLayout}
            layoutOptions={{ rowHeight: narrow ? TWO_LINES_HEIGHT : rowHeight, headingHeight: HEAD_HEIGHT }}
          >
            <Table
              {...(ref && { ref })}
              aria-label={label}
              className={classNames(css.table, given.length === 0 && css.bare)}
              selectionMode={selected ? 'multiple' : 'none'}
              selectedKeys={selected ?? []}
              onSelectionChange={(chosen) => onSelect?.(idsOf(chosen, given.filter(isSelectable)))}
              disabledKeys={given.filter((row) => !isSelectable(row)).map(({ id }) => id)}
              disabledBehavior="selection"
              {...(sort && {
                sortDescriptor: { column: sort.by, direction: sort.isAscending ? 'ascending' : 'descending' },
              })}
              onSortChange={({ column, direction }) => onSort?.(String(column), direction === 'ascending')}
              {...(onOpen && { onRowAction: (key) => onOpen(String(key)) })}
            >
              <DataTableHead columns={shown} isNarrow={narrow} hasBoxes={selected !== undefined} />
              <DataRows
                rows={given}
                columns={shown}
                nameOf={nameOf}
                lines={narrow ? lines : undefined}
                hasBoxes={selected !== undefined}
                isSelectable={isSelectable}
              />
            </Table>
          </Virtualizer>
        </div>
      </CurrentRow>
      <div ref={end} />
      <TableState {...props} columns={shown.length} rowHeight={rowHeight} />
      {foot !== undefined && foot !== false && <div className={css.foot}>{foot}</div>}
    </div>
  )
}

/** Names the row that got the focus, itself or one of its cells. */
function rowWith({ target }: FocusEvent, found: (id: string) => void): void {
  const id = target.closest<HTMLElement>('[role=row]:not(:has([role=columnheader]))')?.dataset['key']
  if (id !== undefined) found(id)
}

const idsOf = (chosen: Selection, rows: readonly { id: string }[]): ReadonlySet<string> =>
  new Set(chosen === 'all' ? rows.map(({ id }) => id) : [...chosen].map(String))
