import type { FoundShipment } from '@postroom/contract/shipment-search'
import { isDomestic } from '@postroom/domain/catalogue/countries'
import { toPence } from '@postroom/domain/money'
import type { TFunction } from 'i18next'
import { PenLine } from 'lucide-react'
import { ShipmentState } from '../../shipments/shipment-state.tsx'
import type { Column, TwoLines } from '../../ui/lists/columns.ts'
import { StateWord } from '../../ui/lists/state-word.tsx'
import { Money } from '../../ui/money.tsx'
import css from './history.module.css'
import { nameOf } from './history-queries.ts'

/** What the cells need beside their row. */
export interface CellContext {
  t: TFunction
  language: string
  /** Names of colleagues by id. */
  names: ReadonlyMap<string, string>
}

/** Reference, item number and person make room for the drawer. */
const WIDE = 900

export const historyColumns = (context: CellContext): Column<FoundShipment>[] => [
  {
    id: 'created_at',
    name: context.t('history.sent'),
    width: 118,
    isSortable: true,
    cell: (row) => sentAt(row, context.language),
  },
  {
    id: 'to',
    name: context.t('history.to'),
    width: '1fr',
    isRowHeader: true,
    cell: (row) => <To row={row} {...context} />,
  },
  { id: 'service', name: context.t('history.service'), width: 164, cell: (row) => serviceName(row, context.t) },
  { id: 'reference', name: context.t('history.reference'), width: 100, from: WIDE, cell: (row) => row.references[0] },
  { id: 'number', name: context.t('history.number'), width: 132, from: WIDE, cell: numberOf },
  { id: 'by', name: context.t('history.by'), width: 75, from: WIDE, cell: (row) => <By row={row} {...context} /> },
  { id: 'state', name: context.t('history.state'), width: 172, cell: (row) => <State row={row} t={context.t} /> },
  {
    id: 'total_charge',
    name: context.t('history.price'),
    width: 84,
    align: 'end',
    isSortable: true,
    cell: (row) => <Money pence={priceOf(row)} />,
  },
]

/** A shipment on two lines, for a phone. */
export const historyLines =
  (context: CellContext) =>
  (row: FoundShipment): TwoLines => ({
    first: <To row={row} {...context} />,
    end: <Money pence={priceOf(row)} />,
    second: (
      <span className={css.second}>
        {sentAt(row, context.language)} · <State row={row} t={context.t} />
      </span>
    ),
  })

export const serviceName = (row: FoundShipment, t: TFunction): string =>
  row.transaction_type === 'manual' ? `${row.carrier} ${row.service_name}` : t(`service.${row.service}`)

const priceOf = (row: FoundShipment) => toPence(row.transaction_type === 'manual' ? row.total_charge : row.amount)

const numberOf = (row: FoundShipment): string | undefined =>
  row.transaction_type === 'manual' ? row.number : row.item_numbers[0]

export function State({ row, t }: { row: FoundShipment; t: TFunction }) {
  if (row.transaction_type === 'postage') return <ShipmentState shipment={row} />
  return (
    <StateWord icon={PenLine} tone="neutral">
      {t('history.by_hand')}
    </StateWord>
  )
}

function To({ row, t, language }: CellContext & { row: FoundShipment }) {
  const { city, postal_code, country } = row.to
  const place = isDomestic(country)
    ? [city, postal_code].filter(Boolean).join(' ')
    : [city, new Intl.DisplayNames(language, { type: 'region' }).of(country)].filter(Boolean).join(', ')
  const labels = row.transaction_type === 'postage' ? row.item_numbers.length || 1 : 1
  const name = nameOf(row)
  return (
    <span title={`${name} ${place}`}>
      <b>{name || t('home.unaddressed', { count: labels })}</b> <span className={css.quiet}>{name && place}</span>
    </span>
  )
}

function By({ row, names }: CellContext & { row: FoundShipment }) {
  const name = row.transaction_type === 'postage' ? names.get(row.bought_by) : undefined
  return name === undefined ? null : (
    <span title={name} className={css.by}>
      <span aria-hidden="true">{initialsOf(name)}</span>
      <span className="visually-hidden">{name}</span>
    </span>
  )
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join('')
    .toUpperCase()

function sentAt({ created_at }: FoundShipment, language: string) {
  const at = new Date(created_at)
  const isThisYear = at.getFullYear() === new Date().getFullYear()
  return (
    <time dateTime={created_at}>
      {at.toLocaleDateString(language, { day: 'numeric', month: 'short', ...(!isThisYear && { year: '2-digit' }) })}{' '}
      <span className={css.quiet}>{at.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' })}</span>
    </time>
  )
}
