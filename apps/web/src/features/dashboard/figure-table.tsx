import type { ReactNode } from 'react'
import css from './dashboard.module.css'

interface FigureTableProps<Row> {
  /** For screen readers; sighted users read the heading of the card. */
  caption: string
  /** The first column names the row, the others are amounts. `isMoney` sets the amount that counts. */
  columns: readonly { id: string; name: string; cell: (row: Row) => ReactNode; isMoney?: boolean }[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The sum below. */
  foot?: readonly string[]
}

/** A few figures as a table, with a heading for each row and column. */
export function FigureTable<Row>({ caption, columns, rows, keyOf, foot }: FigureTableProps<Row>) {
  const [first, ...others] = columns
  return (
    <table className={css.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ id, name }) => (
            <th key={id} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <th scope="row">{first!.cell(row)}</th>
            {others.map(({ id, cell, isMoney }) => (
              <td key={id} className={isMoney ? css.money : undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {foot && (
        <tfoot>
          <tr>
            <th scope="row">{foot[0]}</th>
            {others.map(({ id, isMoney }, index) => (
              <td key={id} className={isMoney ? css.money : undefined}>
                {foot[index + 1]}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  )
}
