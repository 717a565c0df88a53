import { Check, Circle, CircleAlert, LoaderCircle, Printer, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { BatchRow } from '@postroom/contract/shipment-batch'
import { toPence } from '@postroom/domain/money'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Money } from '../../../ui/money.tsx'
import { StateWord } from '../../../ui/lists/state-word.tsx'
import type { Tone } from '../../../ui/badge.tsx'
import { nameOfAddressee } from '../addressees/row-name.ts'
import type { RowLook } from '../filtered-table.tsx'
import { numberOf } from '../row-key.ts'

export const RESULTS = ['printed', 'not_printed', 'refused', 'to_come'] as const
export type Result = (typeof RESULTS)[number]
interface Shape {
  result: Result
  icon: LucideIcon
  tone: Tone
}
const SHAPES = {
  waiting: { result: 'to_come', icon: Circle, tone: 'neutral' },
  buying: { result: 'to_come', icon: LoaderCircle, tone: 'info' },
  unknown: { result: 'to_come', icon: LoaderCircle, tone: 'info' },
  failed: { result: 'refused', icon: CircleAlert, tone: 'error' },
  stopped: { result: 'refused', icon: Circle, tone: 'neutral' },
  printed: { result: 'printed', icon: Check, tone: 'good' },
  queued: { result: 'not_printed', icon: Printer, tone: 'info' },
  not_printed: { result: 'not_printed', icon: TriangleAlert, tone: 'warn' },
  print_unknown: { result: 'not_printed', icon: TriangleAlert, tone: 'warn' },
} as const satisfies Record<string, Shape>

/** The state of a row as shown: of its purchase, and once it is bought of its print. */
function stateOf({ state, bought }: BatchRow): keyof typeof SHAPES {
  if (state !== 'bought') return state
  return bought?.print_state === 'unknown' ? 'print_unknown' : (bought?.print_state ?? 'not_printed')
}
const shapeOf = (row: BatchRow): Shape => SHAPES[stateOf(row)]

/** What became of a row. */
export const resultOf = (row: BatchRow): Result => shapeOf(row).result

/** A row of a batch in a table. */
export type ShownRow = BatchRow & { id: string }

/** How the rows of a batch look. */
export const batchLook = (t: TFunction): RowLook<ShownRow> => ({
  columns: [
    { id: 'number', name: t('many.row_head'), width: 75, cell: numberOf },
    { id: 'to', name: t('shipping.to'), width: '2fr', isRowHeader: true, cell: (row) => <b>{nameOf(row, t)}</b> },
    {
      id: 'service',
      name: t('shipping.service'),
      width: 200,
      from: 900,
      cell: ({ bought }) => bought && t(`service.${bought.service}`),
    },
    { id: 'state', name: t('many.state_head'), width: '3fr', from: 600, cell: (row) => <BatchRowState row={row} /> },
    { id: 'price', name: t('many.price'), width: 96, align: 'end', cell: (row) => <BatchRowPrice row={row} /> },
  ],
  nameOf: (row) => nameOf(row, t),
  lines: (row) => ({
    first: <b>{nameOf(row, t)}</b>,
    end: <BatchRowPrice row={row} />,
    second: <BatchRowState row={row} />,
  }),
})

/** The addressee, or the row where they were erased. */
const nameOf = (row: BatchRow, t: TFunction): string => (row.to ? nameOfAddressee(row.to, t) : String(numberOf(row)))

/** What became of a row, and why or under which number. */
function BatchRowState({ row }: { row: BatchRow }) {
  const { t } = useTranslation()
  const { icon, tone } = shapeOf(row)
  const reason = row.error ? t(`backendError.${row.error.code}`) : (row.bought?.item_numbers[0] ?? '')
  return (
    <StateWord icon={icon} tone={tone}>
      {[t(`many.state.${stateOf(row)}`), reason].filter(Boolean).join(' · ')}
    </StateWord>
  )
}

/** What a bought row cost. */
const BatchRowPrice = ({ row: { bought } }: { row: BatchRow }) =>
  bought ? <Money pence={toPence(bought.amount)} /> : '–'
