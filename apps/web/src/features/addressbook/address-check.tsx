import type { AddressText } from '@postroom/contract/address'
import type { AddressDraft, ListedAddress } from '@postroom/contract/address-book'
import { validateAddress } from '@postroom/contract/address-calls'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { formErrorOf } from '../../forms/form-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useChangeAddresses } from './address-queries.ts'
import css from './addressbook.module.css'
import { differencesIn, DifferenceTable } from './difference-table.tsx'

const TEXT = [
  'name',
  'company_name',
  'address1',
  'address2',
  'address3',
  'city',
  'state_province',
  'postal_code',
  'country',
  'phone1',
  'email',
] as const satisfies readonly (keyof AddressText)[]

const textOf = (draft: AddressDraft): AddressText =>
  Object.fromEntries(TEXT.map((field) => [field, draft[field]])) as AddressText

interface AddressCheckProps {
  address: ListedAddress | undefined
  form: UseFormReturn<AddressDraft>
  /** The suggestion is in the form: save it. */
  onUse: () => void
}

/** Checks what is in the form, and shows the suggestion beside it. Nothing is taken over unasked. */
export function AddressCheck({ address, form, onUse }: AddressCheckProps) {
  const { t } = useTranslation()
  const change = useChangeAddresses()
  const check = useMutation({
    mutationFn: () => call(validateAddress, { body: textOf(form.getValues()) }),
    onSuccess: ({ problems }) => {
      for (const problem of problems) form.setError(problem.field as keyof AddressDraft, formErrorOf(problem, 'server'))
    },
  })
  const stored = address?.suggested
  const suggested = check.data?.status === 'corrected' ? check.data.address : check.data ? undefined : stored
  const use = (found: AddressText) => {
    for (const field of TEXT) form.setValue(field, found[field], { shouldDirty: true })
    check.reset()
    onUse()
  }
  const keepMine = () => {
    check.reset()
    if (address && stored) change.mutate({ ids: [address.id], keep_as_written: true })
  }
  if (suggested)
    return (
      <Difference
        mine={textOf(form.getValues())}
        suggested={suggested}
        onUse={() => use(suggested)}
        onKeep={keepMine}
      />
    )
  return (
    <div className={css.check}>
      <Button isPending={check.isPending} onPress={() => check.mutate()}>
        {t('addressbook.check')}
      </Button>
      <output className={css.quiet}>{check.data && t(`addressbook.checked.${check.data.status}`)}</output>
    </div>
  )
}

interface DifferenceProps {
  mine: AddressText
  suggested: AddressText
  onUse: () => void
  onKeep: () => void
}

function Difference({ mine, suggested, onUse, onKeep }: DifferenceProps) {
  const { t } = useTranslation()
  const acts = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // while the list has the focus, the drawer only follows it
    if (!document.activeElement?.closest('[role=grid]')) acts.current?.querySelector('button')?.focus()
  }, [])
  const count = differencesIn(mine, suggested)
  return (
    <>
      <Notice tone="info" title={t('addressbook.differs', { count })}>
        {t('addressbook.differs_text')}
      </Notice>
      <DifferenceTable mine={mine} suggested={suggested} />
      <div ref={acts} className={css.check}>
        <Button onPress={onUse}>{t('addressbook.use_suggestion')}</Button>
        <Button onPress={onKeep}>{t('addressbook.keep_mine')}</Button>
      </div>
    </>
  )
}
