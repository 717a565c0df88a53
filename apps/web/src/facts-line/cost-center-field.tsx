import { useController, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fieldErrorText } from '../forms/form-error.ts'
import type { ShippingForm } from '../item-form/shipping-form.ts'
import { FieldGrid } from '../ui/field-grid.tsx'
import { Select } from '../ui/select.tsx'

const NONE = 'none'

/** The cost centre that pays for the shipment, if any. */
export function CostCenterField(props: {
  control: Control<ShippingForm>
  centers: readonly { id: string; code: string; name: string }[]
}) {
  const { t } = useTranslation()
  const { field, fieldState } = useController({ control: props.control, name: 'costcenter' })
  const options = props.centers.map(({ id, code, name }) => ({ value: id, label: name ? `${name} (${code})` : code }))
  return (
    <FieldGrid>
      <Select
        name="costcenter"
        label={t('shipping.facts.costcenter')}
        value={field.value || NONE}
        onChange={(id) => field.onChange(id === NONE ? '' : id)}
        options={[{ value: NONE, label: t('shipping.facts.none') }, ...options]}
        error={fieldState.error && fieldErrorText(t, fieldState.error)}
      />
    </FieldGrid>
  )
}
