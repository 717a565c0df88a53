import { Users, type LucideIcon } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state.tsx'
import { DataTable, type DataTableProps } from '../../ui/lists/data-table.tsx'
import { FilterChips } from '../../ui/lists/filter-chips.tsx'
import css from './many-page.module.css'

/** How the rows of a step look. */
export type RowLook<Row extends { id: string }> = Pick<DataTableProps<Row>, 'columns' | 'nameOf' | 'lines'>

/** Some of the rows, behind a chip. */
interface Part<Row> {
  value: string
  label: string
  icon?: LucideIcon
  has: (row: Row) => boolean
}

interface FilteredTableProps<Row extends { id: string }> extends Pick<
  DataTableProps<Row>,
  'label' | 'rows' | 'selected' | 'onSelect' | 'failure'
> {
  look: RowLook<Row>
  parts: readonly Part<Row>[]
  /** Beside the chips: what can be done with the rows. */
  acts?: ReactNode
}

const ALL = 'all'

/** The rows of a mailing in one of its steps, all of them or those behind a chip. */
export function FilteredTable<Row extends { id: string }>(props: FilteredTableProps<Row>) {
  const { look, parts, acts, rows, ...table } = props
  const { t } = useTranslation()
  const [shown, setShown] = useState(ALL)
  const part = parts.find(({ value }) => value === shown)
  const inPart = useMemo(() => (part ? rows?.filter(part.has) : rows), [rows, part])
  const all = rows ?? []
  return (
    <DataTable
      {...table}
      {...look}
      rows={inPart}
      empty={<EmptyState icon={Users} title={t('many.nobody')} />}
      above={
        <div className={css.filters}>
          <FilterChips
            label={t('many.filter')}
            value={shown}
            onChange={setShown}
            chips={[
              { value: ALL, label: t('many.all'), count: all.length },
              ...parts.map(({ has, ...chip }) => ({ ...chip, count: all.filter(has).length })),
            ]}
          />
          {acts}
        </div>
      }
    />
  )
}
