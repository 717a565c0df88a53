import { Check, CircleAlert } from 'lucide-react'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import { toPence } from '@postroom/domain/money'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/lists/columns.ts'
import { Money } from '../../ui/money.tsx'
import { nameOfRow } from './addressees/row-name.ts'
import { StateWord } from '../../ui/lists/state-word.tsx'
import type { PricedRow } from './use-check.ts'

/** The columns of the check. @param usual the service of all rows but the exceptions */
export const checkColumns = (t: TFunction, usual: ServiceCode): Column<PricedRow>[] => [
  { id: 'number', name: t('many.row_head'), width: 64, cell: ({ row }) => row.number },
  { id: 'to', name: t('shipping.to'), width: '2fr', isRowHeader: true, cell: ({ row }) => <b>{nameOfRow(row, t)}</b> },
  {
    id: 'service',
    name: t('shipping.service'),
    width: 240,
    from: 720,
    cell: ({ shipment }) => (
      <>
        {t(`service.${shipment.service}`)} {shipment.service !== usual && <Badge>{t('many.exception')}</Badge>}
      </>
    ),
  },
  { id: 'state', name: t('many.state_head'), width: '2fr', from: 600, cell: (row) => <CheckState row={row} /> },
  { id: 'price', name: t('many.price'), width: 96, align: 'end', cell: (row) => <CheckPrice row={row} /> },
]

/** Whether a row can be bought, or why not. */
export function CheckState({ row: { answer } }: { row: PricedRow }) {
  const { t } = useTranslation()
  if (!answer) return null
  if (!answer.error)
    return (
      <StateWord icon={Check} tone="good">
        {t('many.row_ready')}
      </StateWord>
    )
  return (
    <StateWord icon={CircleAlert} tone="error">
      {t(`backendError.${answer.error.code}`)}
    </StateWord>
  )
}

/** What a row costs. */
export const CheckPrice = ({ row: { answer } }: { row: PricedRow }) =>
  answer?.amount === undefined ? '–' : <Money pence={toPence(answer.amount)} />
