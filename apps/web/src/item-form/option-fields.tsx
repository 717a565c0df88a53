import { useController, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormTextField } from '../forms/form-text-field.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { formatPounds } from '../ui/format-pence.ts'
import { Select } from '../ui/select.tsx'
import type { ShippingForm } from './shipping-form.ts'
import type { OptionRow } from './item-form-queries.ts'

/** The fields of the chosen option. */
export function OptionFields({ control, row }: { control: Control<ShippingForm>; row: OptionRow }) {
  const { t } = useTranslation()
  const choices = (code: string) => row.fields.find((field) => field.code === code)?.choices ?? []
  return (
    <>
      <Level control={control} name="compensation" none="compensation_included" levels={choices('compensation')} />
      {row.code === 'special_delivery' && (
        <>
          <Level
            control={control}
            name="consequential_loss"
            none="consequential_loss_none"
            levels={choices('consequential_loss').filter((pounds) => pounds > 0)}
          />
          <YesNo control={control} name="saturday" />
        </>
      )}
      {row.code === 'tracked' && <YesNo control={control} name="signature" />}
      {(row.code === 'frank_pay' || row.code === 'surcharge') && (
        <FormTextField
          control={control}
          name="amount"
          label={t(row.code === 'surcharge' ? 'shipping.surcharge_amount' : 'shipping.amount')}
          description={t('shipping.amount_hint')}
          suffix="£"
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
        />
      )}
    </>
  )
}

/** A choice of the cover in whole pounds, or the default. Hidden if there is only one level. */
function Level(props: {
  control: Control<ShippingForm>
  name: 'compensation' | 'consequential_loss'
  none: string
  levels: readonly number[]
}) {
  const { control, name, none, levels } = props
  const { t, i18n } = useTranslation()
  const { field, fieldState } = useController({ control, name })
  const code = fieldState.error?.message
  if (levels.length < 2) return null
  const options = levels.map((pounds) => ({
    value: String(pounds),
    label: t('shipping.compensation_up_to', { amount: formatPounds(pounds, i18n.language) }),
  }))
  return (
    <Select
      name={name}
      label={t(`shipping.${name}`)}
      value={field.value || 'none'}
      onChange={(level) => field.onChange(level === 'none' ? '' : level)}
      options={[{ value: 'none', label: t(`shipping.${none}`) }, ...options]}
      error={code === undefined ? undefined : t(`fieldError.${code}`)}
    />
  )
}

function YesNo({ control, name }: { control: Control<ShippingForm>; name: 'saturday' | 'signature' }) {
  const { t } = useTranslation()
  const { field } = useController({ control, name })
  return <Checkbox name={name} label={t(`shipping.${name}`)} isSelected={field.value} onChange={field.onChange} />
}
