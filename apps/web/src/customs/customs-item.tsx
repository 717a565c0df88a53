import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useController, useFormState, useWatch, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormTextField, type FormTextFieldProps } from '../forms/form-text-field.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { CountryField } from '../addresses/country-field.tsx'
import css from './customs-card.module.css'
import type { CustomsForm } from '../item-form/customs-form.ts'
import type { ShippingForm } from '../item-form/shipping-form.ts'

type ItemField = keyof CustomsForm['contents_items'][number]

/** Product identifiers, collapsed until customs ask for them. */
const IDENTIFIERS = ['sku', 'manufacturer_id'] as const

/** One customs item. Documents have no value, HS code or origin. */
export function CustomsItem(props: {
  control: Control<ShippingForm>
  index: number
  /** Names of the fields customs ask for. */
  asked: ReadonlySet<string>
  isGoods: boolean
  onRemove?: () => void
}) {
  const { control, index, asked, isGoods, onRemove } = props
  const { t } = useTranslation()
  const [isUnfolded, setUnfolded] = useState(false)
  const { errors } = useFormState({ control, name: `customs.contents_items.${index}` })
  const nameOf = <Field extends ItemField>(field: Field) => `customs.contents_items.${index}.${field}` as const
  const origin = useController({ control, name: nameOf('origin_country') })
  const optional = (field: ItemField) =>
    asked.has(nameOf(field)) ? {} : ({ hint: t('shipping.address.optional') } as const)
  const text = (field: ItemField): FormTextFieldProps<ShippingForm> => ({
    control,
    name: nameOf(field),
    label: t(`shipping.customs.${field}`),
    autoComplete: 'off',
  })
  const item = useWatch({ control, name: `customs.contents_items.${index}` })
  // shown whenever a value is set: it is sent to the server, and the field must not vanish while it is cleared
  if (!isUnfolded && IDENTIFIERS.some((field) => item?.[field])) setUnfolded(true)
  const hasIdentifiers =
    isUnfolded ||
    IDENTIFIERS.some((field) => asked.has(nameOf(field)) || errors.customs?.contents_items?.[index]?.[field])

  return (
    <fieldset className={css.item}>
      <legend className={css.legend}>{t('shipping.customs.item', { number: index + 1 })}</legend>
      {onRemove && (
        <div className={css.remove}>
          <IconButton
            icon={Trash2}
            label={t('shipping.customs.remove_item', { number: index + 1 })}
            onPress={onRemove}
          />
        </div>
      )}
      <div className={css.whole}>
        <FormTextField
          {...text('description')}
          description={t('shipping.customs.description_hint')}
          maxLength={100}
          spellCheck
        />
      </div>
      <FormTextField {...text('quantity')} inputMode="numeric" maxLength={5} />
      <FormTextField {...text('weight')} suffix="g" maxLength={12} />
      {isGoods && (
        <>
          <FormTextField {...text('value')} inputMode="decimal" suffix="£" maxLength={10} />
          <div className={css.half}>
            <FormTextField {...text('hs_code')} {...optional('hs_code')} inputMode="numeric" maxLength={12} />
          </div>
          <div className={css.half}>
            <CountryField
              name={nameOf('origin_country')}
              label={t('shipping.customs.origin_country')}
              {...optional('origin_country')}
              value={origin.field.value ?? ''}
              error={origin.fieldState.error?.message}
              onChange={origin.field.onChange}
            />
          </div>
          {hasIdentifiers ? (
            IDENTIFIERS.map((field) => (
              <div key={field} className={css.half}>
                <FormTextField {...text(field)} {...optional(field)} maxLength={35} />
              </div>
            ))
          ) : (
            <div className={css.whole}>
              <Button variant="link" onPress={() => setUnfolded(true)}>
                {t('shipping.customs.more')}
              </Button>
            </div>
          )}
        </>
      )}
    </fieldset>
  )
}
