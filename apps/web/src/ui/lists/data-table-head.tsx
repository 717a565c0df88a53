import { ChevronDown, ChevronUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Column as AriaColumn, TableHeader } from 'react-aria-components'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import type { Column } from './columns.ts'
import css from './data-table.module.css'
import { RowBox } from './row-box.tsx'

const BOX_WIDTH = 52

interface DataTableHeadProps<Row> {
  columns: readonly Column<Row>[]
  /** One column of two lines replaces the others. */
  isNarrow: boolean
  hasBoxes: boolean
}

/** The heads of a `DataTable`; a sortable one sorts by its column. */
export function DataTableHead<Row>({ columns, isNarrow, hasBoxes }: DataTableHeadProps<Row>) {
  const { t } = useTranslation()
  const name = columns.find(({ isRowHeader }) => isRowHeader)
  return (
    <TableHeader className={css.head ?? ''}>
      {hasBoxes && (
        <AriaColumn id="box" width={BOX_WIDTH} className={css.heading ?? ''} textValue={t('table.choose')}>
          <RowBox />
        </AriaColumn>
      )}
      {isNarrow ? (
        <AriaColumn id="lines" isRowHeader width="1fr" className={css.heading ?? ''}>
          {name?.name}
        </AriaColumn>
      ) : (
        columns.map((column) => (
          <AriaColumn
            key={column.id}
            id={column.id}
            isRowHeader={column.isRowHeader ?? false}
            allowsSorting={column.isSortable ?? false}
            width={column.width}
            className={classNames(css.heading, column.align && css.end)}
          >
            {({ sortDirection }) => (
              <>
                <span>{column.name}</span>
                {sortDirection && <Icon of={sortDirection === 'ascending' ? ChevronUp : ChevronDown} size="tiny" />}
              </>
            )}
          </AriaColumn>
        ))
      )}
    </TableHeader>
  )
}
