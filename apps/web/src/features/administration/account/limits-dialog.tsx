import type { CarrierAccount } from '@postroom/contract/carrier'
import { updateCarrierAccount } from '@postroom/contract/carrier-account'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { penceFromText } from '../../../item-form/measure-input.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldGrid } from '../../../ui/field-grid.tsx'
import { FormActs } from '../../../ui/form-acts.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import css from '../administration.module.css'

const MOST_ALERT_PENCE = 100_000_00
const MOST_A_MINUTE = 100_000

const inPounds = (pence: number | null): string => (pence === null ? '' : (pence / 100).toFixed(2))

/** Changes when managers are notified of a low balance, and what the account may spend. An empty field is no limit. */
export function LimitsDialog({ account, onClose }: { account: CarrierAccount; onClose: () => void }) {
  const { t } = useTranslation()
  const [alert, setAlert] = useState(inPounds(account.low_balance))
  const [day, setDay] = useState(inPounds(account.limits.pence_per_day))
  const [minute, setMinute] = useState(account.limits.purchases_per_minute?.toString() ?? '')
  const [isAsked, setAsked] = useState(false)
  const save = useSaveLimits(account.id)
  const low_balance = penceOf(alert, MOST_ALERT_PENCE)
  const pence_per_day = penceOf(day)
  const purchases_per_minute = countOf(minute)
  const wrong = (value: number | null | undefined) =>
    isAsked && value === undefined ? t('administration.limit_wrong') : undefined
  return (
    <Dialog title={t('administration.limits')} isOpen onClose={onClose}>
      <p>{t('administration.limits_note')}</p>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
          if (low_balance === undefined || pence_per_day === undefined || purchases_per_minute === undefined) return
          const limits = { pence_per_day, purchases_per_minute }
          save.mutate({ low_balance, limits }, { onSuccess: onClose })
        }}
      >
        <FieldGrid>
          <TextField
            name="low_balance"
            label={t('administration.low_balance')}
            inputMode="decimal"
            autoComplete="off"
            value={alert}
            onChange={setAlert}
            error={wrong(low_balance)}
          />
          <TextField
            name="pence_per_day"
            label={t('administration.a_day')}
            inputMode="decimal"
            autoComplete="off"
            value={day}
            onChange={setDay}
            error={wrong(pence_per_day)}
          />
          <TextField
            name="purchases_per_minute"
            label={t('administration.a_minute')}
            inputMode="numeric"
            autoComplete="off"
            value={minute}
            onChange={setMinute}
            error={wrong(purchases_per_minute)}
          />
        </FieldGrid>
        <FormActs submit={t('administration.save_limits')} isPending={save.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

/** Null: no limit. Undefined: not understood, or out of bounds. */
function penceOf(text: string, most = Infinity): number | null | undefined {
  if (text.trim() === '') return null
  const pence = penceFromText(text)
  return pence !== undefined && pence >= 1 && pence <= most ? pence : undefined
}

function countOf(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const count = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0
  return count >= 1 && count <= MOST_A_MINUTE ? count : undefined
}

/** Saves the limits; everything that knows the account is stale afterwards. */
function useSaveLimits(accountId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Pick<CarrierAccount, 'low_balance' | 'limits'>) =>
      call(updateCarrierAccount, { params: { accountId }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['accounts'] }),
  })
}
