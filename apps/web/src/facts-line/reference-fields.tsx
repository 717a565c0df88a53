import type { ReferenceField } from '@postroom/domain/people/reference-fields'
import { useController, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fieldErrorText } from '../forms/form-error.ts'
import { FormTextField } from '../forms/form-text-field.tsx'
import type { ShippingForm } from '../item-form/shipping-form.ts'
import { FieldGrid } from '../ui/field-grid.tsx'
import { Select } from '../ui/select.tsx'

const NAMES = ['reference', 'reference2', 'reference3'] as const

/** The references of the organisation, by its rules; without rules, one free text. */
export function ReferenceFields(props: { control: Control<ShippingForm>; rules: readonly ReferenceField[] }) {
  const { control, rules } = props
  const { t } = useTranslation()
  return (
    <FieldGrid>
      {NAMES.slice(0, Math.max(1, rules.length)).map((name, index) => {
        const rule = rules[index]
        const label = rule?.label ?? t('shipping.reference')
        if (rule && rule.choices.length > 0) return <Choices key={name} {...{ control, name, rule }} />
        return (
          <FormTextField
            key={name}
            control={control}
            name={name}
            label={label}
            hint={rule?.required ? t('shipping.facts.required') : t('shipping.reference_hint')}
            {...(rule?.pattern && { description: t('shipping.facts.pattern', { pattern: rule.pattern }) })}
            autoComplete="off"
            maxLength={20}
          />
        )
      })}
    </FieldGrid>
  )
}

const NONE = 'none '

function Choices(props: { control: Control<ShippingForm>; name: (typeof NAMES)[number]; rule: ReferenceField }) {
  const { control, name, rule } = props
  const { t } = useTranslation()
  const { field, fieldState } = useController({ control, name })
  const options = rule.choices.map((choice) => ({ value: choice, label: choice }))
  return (
    <Select
      name={name}
      label={rule.label}
      {...(rule.required && { hint: t('shipping.facts.required') })}
      value={field.value || NONE}
      onChange={(choice) => field.onChange(choice === NONE ? '' : choice)}
      options={[{ value: NONE, label: t('shipping.facts.none') }, ...options]}
      error={fieldState.error && fieldErrorText(t, fieldState.error)}
    />
  )
}
