import { Check, CircleAlert } from 'lucide-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { addressLines } from '../../../addresses/address-lines.ts'
import { fieldErrorText } from '../../../forms/form-error.ts'
import { fieldName } from './field-name.ts'
import type { RowLook } from '../filtered-table.tsx'
import { nameOfAddressee } from './row-name.ts'
import type { ReadRow } from './rows.ts'
import { StateWord } from '../../../ui/lists/state-word.tsx'

const nameOf = ({ typed }: ReadRow, t: TFunction) => nameOfAddressee(typed, t)

/** How the addressees look. */
export const addresseeLook = (t: TFunction): RowLook<ReadRow> => ({
  columns: [
    { id: 'number', name: t('many.row_head'), width: 75, cell: ({ number }) => number },
    { id: 'to', name: t('shipping.to'), width: '2fr', isRowHeader: true, cell: (row) => <b>{nameOf(row, t)}</b> },
    { id: 'address', name: t('shipping.address.address1'), width: '3fr', from: 720, cell: addressOf },
    { id: 'reference', name: t('shipping.reference'), width: 132, from: 900, cell: ({ reference }) => reference },
    { id: 'state', name: t('many.state_head'), width: 260, cell: (row) => <RowState row={row} /> },
  ],
  nameOf: (row) => nameOf(row, t),
  lines: (row) => ({ first: <b>{nameOf(row, t)}</b>, second: <RowState row={row} /> }),
})

const addressOf = ({ address }: ReadRow): string => (address ? addressLines(address).slice(1).join(', ') : '')

/** Whether a row can be sent to, or the first thing that is wrong with it. */
function RowState({ row: { problems } }: { row: ReadRow }) {
  const { t } = useTranslation()
  const [first] = problems
  if (!first)
    return (
      <StateWord icon={Check} tone="good">
        {t('many.row_ready')}
      </StateWord>
    )
  const text = t('common.about', { what: fieldName(first.field, t), text: fieldErrorText(t, { message: first.code }) })
  return (
    <StateWord icon={CircleAlert} tone="error">
      {text}
    </StateWord>
  )
}
