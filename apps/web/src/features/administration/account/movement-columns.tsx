import type { StatementLine } from '@postroom/contract/carrier-account'
import { toPence } from '@postroom/domain/money'
import type { TFunction } from 'i18next'
import { formatPence } from '../../../ui/format-pence.ts'
import type { Column, TwoLines } from '../../../ui/lists/columns.ts'
import css from '../administration.module.css'

/** A line of the statement with an id that a table can use. */
export type MovementRow = Omit<StatementLine, 'id'> & { id: string }

const timeOf = ({ at }: MovementRow, language: string): string =>
  new Date(at).toLocaleString(language, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

export const money = (pence: number, language: string): string =>
  `${pence < 0 ? '−' : ''}${formatPence(toPence(Math.abs(pence)), language)}`

/** With its sign, also when money came in. */
export const signed = (amount: number, language: string): string =>
  `${amount < 0 ? '−' : '+'}${formatPence(toPence(Math.abs(amount)), language)}`

export const movementColumns = (t: TFunction, language: string): Column<MovementRow>[] => [
  { id: 'at', name: t('administration.time'), width: 140, cell: (row) => timeOf(row, language) },
  { id: 'what', name: t('administration.what'), width: '1fr', isRowHeader: true, cell: (row) => what(row, t) },
  {
    id: 'amount',
    name: t('administration.amount'),
    width: 130,
    align: 'end',
    cell: ({ amount }) => signed(amount, language),
  },
  {
    id: 'balance',
    name: t('administration.balance'),
    width: 130,
    align: 'end',
    cell: ({ balance }) => money(balance, language),
  },
]

/** A movement on two lines, for a phone. */
export const movementLines =
  (t: TFunction, language: string) =>
  (row: MovementRow): TwoLines => ({
    first: what(row, t),
    end: signed(row.amount, language),
    second: `${timeOf(row, language)} · ${t('administration.balance')} ${money(row.balance, language)}`,
  })

const what = ({ kind, reference, tracking }: MovementRow, t: TFunction) => (
  <>
    <b>{t(`administration.movement.${kind}`)}</b>{' '}
    <span className={css.quiet}>{[reference, tracking].filter(Boolean).join(' · ')}</span>
  </>
)
