import type { ListedOrganisation } from '@postroom/contract/organisation-list'
import { toPence } from '@postroom/domain/money'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { penceFromText } from '../../item-form/measure-input.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormActs } from '../../ui/form-acts.tsx'
import { formatPence } from '../../ui/format-pence.ts'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { MoneyAttempt } from './money-attempt.ts'
import css from './operator.module.css'

/** The most that the server books at once. */
const MOST_PENCE = 100_000_00

interface BookMoneyDialogProps {
  organisation: ListedOrganisation
  onBook: (attempt: MoneyAttempt) => void
  onClose: () => void
}

/** Asks for the amount that has arrived and its text on the bank statement. The button repeats the amount. */
export function BookMoneyDialog({ organisation, onBook, onClose }: BookMoneyDialogProps) {
  const { t, i18n } = useTranslation()
  const { accounts, name } = organisation
  const [account_id, setAccount] = useState(accounts[0]?.id ?? '')
  const [typed, setTyped] = useState('')
  const [reference, setReference] = useState('')
  const [isAsked, setAsked] = useState(false)
  const amount = penceFromText(typed)
  const isAmount = amount !== undefined && amount >= 1 && amount <= MOST_PENCE
  const errors = {
    amount: isAmount
      ? undefined
      : t('operator.amount_wrong', { most: formatPence(toPence(MOST_PENCE), i18n.language) }),
    reference: reference.trim() === '' ? t('operator.reference_missing') : undefined,
  }
  return (
    <Dialog title={t('operator.book_for', { name })} isOpen onClose={onClose}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
          if (!isAmount || errors.reference) return
          onBook({ key: crypto.randomUUID(), account_id, organisation: name, amount, reference: reference.trim() })
        }}
      >
        {accounts.length > 1 && (
          <Select
            name="account"
            label={t('operator.account')}
            value={account_id}
            onChange={setAccount}
            options={accounts.map((account) => ({ value: account.id, label: account.name }))}
          />
        )}
        <TextField
          name="amount"
          label={t('operator.amount')}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={setTyped}
          error={isAsked ? errors.amount : undefined}
        />
        <TextField
          name="reference"
          label={t('operator.reference')}
          hint={t('operator.reference_hint')}
          autoComplete="off"
          maxLength={100}
          value={reference}
          onChange={setReference}
          error={isAsked ? errors.reference : undefined}
        />
        <FormActs
          submit={
            isAmount
              ? t('operator.book_amount', { amount: formatPence(toPence(amount), i18n.language) })
              : t('operator.book')
          }
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
