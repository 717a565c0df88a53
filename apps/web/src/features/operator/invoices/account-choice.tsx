import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '../../../api/use-debounced.ts'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { organisationsQuery } from '../operator-queries.ts'

const NONE = 'none'
const DEBOUNCE_MS = 200

interface AccountChoiceProps {
  label: string
  /** Undefined: none is chosen. */
  value: string | undefined
  /** What no account means. */
  none: string
  error?: string | undefined
  onChange: (account: string | undefined) => void
}

/** The account that an invoice or a contract is for. Where there are more organisations than one page, they are found by name first. */
export function AccountChoice({ label, value, none, error, onChange }: AccountChoiceProps) {
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
        name="of-account"
        label={label}
        error={error}
        value={value ?? NONE}
        onChange={(chosen) => onChange(chosen === NONE ? undefined : chosen)}
        options={[{ value: NONE, label: none }, ...accounts]}
      />
    </>
  )
}
