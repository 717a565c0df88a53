import type { CostCenter, CostCenterFields } from '@postroom/contract/shipment-references'
import { BUDGET_PERIODS, ON_EXCEED } from '@postroom/domain/purchase/budget'
import { Archive } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { announceFailure } from '../../api/query-client.ts'
import { penceFromText } from '../../item-form/measure-input.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useSaveCostCenter } from './cost-center-queries.ts'
import css from './references.module.css'

type Budget = NonNullable<CostCenterFields['budget']>

interface CostCenterDialogProps {
  /** Undefined for a new one. */
  center: CostCenter | undefined
  onSaved: (saved: CostCenter) => void
  /** Takes it out of use; what was bought for it keeps it. */
  onArchive: () => void
  onClose: () => void
}

/** A cost centre and its budget. */
export function CostCenterDialog({ center, onSaved, onArchive, onClose }: CostCenterDialogProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState(center?.code ?? '')
  const [name, setName] = useState(center?.name ?? '')
  const [amount, setAmount] = useState(center?.budget ? (center.budget.amount / 100).toFixed(2) : '')
  const [period, setPeriod] = useState<Budget['period']>(center?.budget?.period ?? 'month')
  const [on_exceed, setOnExceed] = useState<Budget['on_exceed']>(center?.budget?.on_exceed ?? 'warn')
  const [isAsked, setAsked] = useState(false)
  const saving = useSaveCostCenter()

  const pence = amount.trim() === '' ? undefined : penceFromText(amount)
  const errors = {
    code: code.trim() === '' ? t('cost_centers.code_missing') : undefined,
    name: name.trim() === '' ? t('cost_centers.name_missing') : undefined,
    amount: amount.trim() !== '' && pence === undefined ? t('cost_centers.amount_wrong') : undefined,
  }
  const isTaken = saving.error instanceof ApiError && saving.error.code === 'cost_center_code_taken'
  const shown = isAsked ? errors : { code: undefined, name: undefined, amount: undefined }
  const save = () => {
    setAsked(true)
    const [first] = (['code', 'name', 'amount'] as const).filter((field) => errors[field])
    if (first) return document.getElementById(first)?.focus()
    saving.mutate(
      {
        code: code.trim(),
        name: name.trim(),
        is_active: true,
        ...(pence !== undefined && { budget: { amount: pence, period, on_exceed } }),
        ...(center ? { version: center.version } : { is_new: true as const }),
      },
      {
        onSuccess: onSaved,
        onError: (error) => {
          const refusal = error instanceof ApiError ? error.code : undefined
          if (refusal === 'cost_center_code_taken') return document.getElementById('code')?.focus()
          announceFailure(error)
          // the list shows what the colleague saved
          if (refusal === 'cost_center_changed') onClose()
        },
      },
    )
  }
  return (
    <Dialog title={center ? center.name : t('cost_centers.add')} isOpen onClose={onClose}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <TextField
          name="code"
          label={t('cost_centers.code')}
          value={code}
          onChange={(typed) => {
            setCode(typed)
            saving.reset()
          }}
          maxLength={20}
          autoComplete="off"
          isRequired
          isDisabled={center !== undefined}
          description={t(center ? 'cost_centers.code_stays' : 'cost_centers.code_hint')}
          error={isTaken ? t('backendError.cost_center_code_taken') : shown.code}
        />
        <TextField
          name="name"
          label={t('cost_centers.name')}
          value={name}
          onChange={setName}
          maxLength={80}
          autoComplete="off"
          isRequired
          error={shown.name}
        />
        <TextField
          name="amount"
          label={t('cost_centers.budget')}
          description={t('cost_centers.budget_hint')}
          value={amount}
          onChange={setAmount}
          inputMode="decimal"
          suffix="£"
          maxLength={12}
          autoComplete="off"
          error={shown.amount}
        />
        {amount.trim() !== '' && (
          <>
            <Select
              name="period"
              label={t('cost_centers.period')}
              value={period}
              onChange={setPeriod}
              options={BUDGET_PERIODS.map((value) => ({ value, label: t(`cost_centers.periods.${value}`) }))}
            />
            <Choice
              label={t('cost_centers.when_spent')}
              name="on_exceed"
              look="cards"
              value={on_exceed}
              onChange={setOnExceed}
              options={ON_EXCEED.map((value) => ({
                value,
                label: t(`cost_centers.on_exceed.${value}`),
                hint: t(`cost_centers.on_exceed_hint.${value}`),
              }))}
            />
          </>
        )}
        <div className={css.acts}>
          <Button type="submit" variant="primary" isPending={saving.isPending}>
            {t('cost_centers.save')}
          </Button>
          <Button variant="quiet" onPress={onClose}>
            {t('common.cancel')}
          </Button>
          {center && (
            <Button variant="quiet" icon={Archive} onPress={onArchive}>
              {t('references.archive')}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
