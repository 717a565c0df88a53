import { Check, CircleAlert } from 'lucide-react'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import { toPence } from '@postroom/domain/money'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/badge.tsx'
import { Money } from '../../ui/money.tsx'
import { nameOfAddressee } from './addressees/row-name.ts'
import type { RowLook } from './filtered-table.tsx'
import { StateWord } from '../../ui/lists/state-word.tsx'
import type { PricedRow } from './use-check.ts'

const nameOf = ({ shipment: { to } }: PricedRow, t: TFunction) => nameOfAddressee(to, t)

/** How the rows of the check look. @param usual the service of all rows but the exceptions */
export const checkLook = (t: TFunction, usual: ServiceCode | undefined): RowLook<PricedRow> => ({
  columns: [
    { id: 'number', name: t('many.row_head'), width: 75, cell: ({ number }) => number },
    { id: 'to', name: t('shipping.to'), width: '2fr', isRowHeader: true, cell: (row) => <b>{nameOf(row, t)}</b> },
    {
      id: 'service',
      name: t('shipping.service'),
      width: 240,
      from: 720,
      cell: ({ shipment: { service } }) => (
        <>
          {t(`service.${service}`)} {service !== usual && <Badge>{t('many.exception')}</Badge>}
        </>
      ),
    },
    { id: 'state', name: t('many.state_head'), width: '2fr', from: 600, cell: (row) => <CheckState row={row} /> },
    { id: 'price', name: t('many.price'), width: 96, align: 'end', cell: (row) => <CheckPrice row={row} /> },
  ],
  nameOf: (row) => nameOf(row, t),
  lines: (row) => ({
    first: <b>{nameOf(row, t)}</b>,
    end: <CheckPrice row={row} />,
    second: row.answer?.error ? <CheckState row={row} /> : t(`service.${row.shipment.service}`),
  }),
})

/** Whether a row can be bought, or why not. */
function CheckState({ row: { answer } }: { row: PricedRow }) {
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
const CheckPrice = ({ row: { answer } }: { row: PricedRow }) =>
  answer?.amount === undefined ? '–' : <Money pence={toPence(answer.amount)} />
