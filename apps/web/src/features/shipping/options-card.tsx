import { toPence } from '@postroom/domain/money'
import { OPTION_CODES, type Plan } from '@postroom/domain/services'
import { useQuery } from '@tanstack/react-query'
import { useController, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormTextField } from '../../forms/form-text-field.tsx'
import { Card } from '../../ui/card.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Select } from '../../ui/select.tsx'
import { formatPence } from '../../ui/format-pence.ts'
import css from './options-card.module.css'
import { hasPlainServices } from './plain-services.ts'
import type { ShippingForm } from './shipping-form.ts'
import { optionsQuery } from './shipping-queries.ts'

/** The extras that this user can have; what cannot be had is not shown. */
export function OptionsCard(props: {
  control: Control<ShippingForm>
  plan: Plan
  onOption: (option: ShippingForm['option']) => void
}) {
  const { control, plan, onOption } = props
  const { t } = useTranslation()
  const available = useQuery(optionsQuery()).data ?? []
  const option = useController({ control, name: 'option' })
  const codes = [
    ...(hasPlainServices(plan) ? (['none'] as const) : []),
    ...OPTION_CODES.filter((code) => available.some((row) => row.code === code)),
  ]
  const levels = available.find(({ code }) => code === 'special_delivery')?.fields[0]?.choices ?? []
  return (
    <Card title={t('shipping.options')}>
      <div className={css.options}>
        <Choice
          label={t('shipping.options')}
          look="chips"
          name="option"
          value={option.field.value}
          onChange={onOption}
          options={codes.map((code) => ({ value: code, label: t(`shipping.option.${code}`) }))}
        />
        {option.field.value === 'special_delivery' && <Compensation control={control} levels={levels} />}
        {option.field.value === 'frank_pay' && (
          <FormTextField
            control={control}
            name="amount"
            label={t('shipping.amount')}
            description={t('shipping.amount_hint')}
            suffix="£"
            inputMode="decimal"
            autoComplete="off"
            maxLength={10}
          />
        )}
      </div>
    </Card>
  )
}

function Compensation({ control, levels }: { control: Control<ShippingForm>; levels: readonly number[] }) {
  const { t, i18n } = useTranslation()
  const { field } = useController({ control, name: 'compensation' })
  const options = levels.map((pounds) => ({
    value: String(pounds),
    label: t('shipping.compensation_up_to', { amount: formatPence(toPence(pounds * 100), i18n.language) }),
  }))
  return (
    <Select
      name="compensation"
      label={t('shipping.compensation')}
      value={field.value || 'included'}
      onChange={(level) => field.onChange(level === 'included' ? '' : level)}
      options={[{ value: 'included', label: t('shipping.compensation_included') }, ...options]}
    />
  )
}
