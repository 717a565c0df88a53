import { serviceOf, type ServiceCode } from '@postroom/domain/catalogue/services'
import { useWatch, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormTextField } from '../forms/form-text-field.tsx'
import type { OptionRow } from '../item-form/item-form-queries.ts'
import { optionOf, OWN_VALUES } from '../item-form/service-choice.ts'
import type { ShippingForm } from '../item-form/shipping-form.ts'
import type { Extra } from '../item-form/use-choices.ts'
import { Choice } from '../ui/choice.tsx'
import { formatPounds } from '../ui/format-pence.ts'
import { Select } from '../ui/select.tsx'
import css from './service-list.module.css'

export interface ServiceExtrasProps {
  control: Control<ShippingForm>
  service: ServiceCode
  /** The options of the destination, for the choices of their fields. */
  options: readonly OptionRow[]
  onExtra: (service: ServiceCode, name: Extra, value: string) => void
}

/** What can be chosen with a service: more cover, or the amount of the user's own postage. Nothing for most services. */
export function ServiceExtras({ control, service, options, onExtra }: ServiceExtrasProps) {
  const option = optionOf(service)
  const fields = options.find(({ code }) => code === option)?.fields ?? []
  const covers = fields.find(({ code }) => code === 'consequential_loss')?.choices ?? []
  const levels = fields.some(({ code }) => code === 'compensation') ? serviceOf(service).compensation_gbp : []
  if (service !== 'frank_pay' && levels.length < 2 && covers.length === 0) return null
  return (
    // the arrows choose another service only in its own row
    <div className={css.extras} role="presentation" onKeyDown={(event) => event.stopPropagation()}>
      {service === 'frank_pay' && <OwnValue control={control} onKind={(kind) => onExtra(service, 'own_value', kind)} />}
      <Level
        control={control}
        name="compensation"
        none="compensation_included"
        levels={levels}
        onChange={(level) => onExtra(service, 'compensation', level)}
      />
      <Level
        control={control}
        name="consequential_loss"
        none="consequential_loss_none"
        levels={covers.filter((pounds) => pounds > 0)}
        onChange={(level) => onExtra(service, 'consequential_loss', level)}
      />
    </div>
  )
}

function OwnValue({ control, onKind }: { control: Control<ShippingForm>; onKind: (kind: string) => void }) {
  const { t } = useTranslation()
  const kind = useWatch({ control, name: 'own_value' })
  return (
    <>
      <Choice
        label={t('service.frank_pay')}
        look="chips"
        name="own_value"
        value={kind}
        onChange={onKind}
        options={OWN_VALUES.map((value) => ({ value, label: t(`shipping.option.${value}`) }))}
      />
      <FormTextField
        control={control}
        name="amount"
        label={t(kind === 'surcharge' ? 'shipping.surcharge_amount' : 'shipping.amount')}
        description={t('shipping.amount_hint')}
        suffix="£"
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
      />
    </>
  )
}

/** A choice of the cover in whole pounds, or the default. Hidden if there is only one level. */
function Level(props: {
  control: Control<ShippingForm>
  name: 'compensation' | 'consequential_loss'
  none: string
  levels: readonly number[]
  onChange: (level: string) => void
}) {
  const { control, name, none, levels, onChange } = props
  const { t, i18n } = useTranslation()
  const level = useWatch({ control, name })
  if (levels.length < 2) return null
  const choices = levels.map((pounds) => ({
    value: String(pounds),
    label: t('shipping.compensation_up_to', { amount: formatPounds(pounds, i18n.language) }),
  }))
  return (
    <Select
      name={name}
      label={t(`shipping.${name}`)}
      value={level || 'none'}
      onChange={(chosen) => onChange(chosen === 'none' ? '' : chosen)}
      options={[{ value: 'none', label: t(`shipping.${none}`) }, ...choices]}
    />
  )
}
