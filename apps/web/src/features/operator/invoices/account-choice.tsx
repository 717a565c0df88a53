import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '../../../api/use-debounced.ts'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { organisationsQuery } from '../operator-queries.ts'

const EVERY = 'every'
const DEBOUNCE_MS = 200

interface AccountChoiceProps {
  /** Undefined: every account of the carrier. */
  value: string | undefined
  onChange: (account: string | undefined) => void
}

/** The account that an invoice is for. Where there are more organisations than one page, they are found by name first. */
export function AccountChoice({ value, onChange }: AccountChoiceProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const { data } = useInfiniteQuery(organisationsQuery(useDebounced(typed.trim(), DEBOUNCE_MS)))
  const first = data?.pages[0]
  const accounts =
    first?.data.flatMap(({ name, accounts: own }) =>
      own.map((account) => ({ value: account.id, label: own.length > 1 ? `${name}, ${account.name}` : name })),
    ) ?? []
  const isLong = typed !== '' || (first !== undefined && first.total > first.data.length)
  return (
    <>
      {isLong && (
        <TextField
          name="invoice-organisation"
          label={t('operator.find')}
          value={typed}
          maxLength={100}
          onChange={(text) => {
            setTyped(text)
            onChange(undefined)
          }}
        />
      )}
      <Select
        name="invoice-account"
        label={t('carrier_invoice.for_account')}
        value={value ?? EVERY}
        onChange={(chosen) => onChange(chosen === EVERY ? undefined : chosen)}
        options={[{ value: EVERY, label: t('carrier_invoice.every_account') }, ...accounts]}
      />
    </>
  )
}
