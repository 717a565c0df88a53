import { X } from 'lucide-react'
import { useController, useFormState, useWatch, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CountryField } from '../addresses/country-field.tsx'
import { fieldErrorText } from '../forms/form-error.ts'
import { FormTextField, type FormTextFieldProps } from '../forms/form-text-field.tsx'
import type { CustomsForm } from '../item-form/customs-form.ts'
import { useLastOrigin } from '../item-form/last-used.ts'
import type { ShippingForm } from '../item-form/shipping-form.ts'
import { IconButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import css from './customs-rows.module.css'
import { HsField } from './hs-field.tsx'

type ItemField = keyof CustomsForm['contents_items'][number]

/** Product identifiers, on a line of their own when customs ask for them. */
const IDENTIFIERS = ['sku', 'manufacturer_id'] as const

const FIELDS = [
  'description',
  'quantity',
  'weight',
  'value',
  'hs_code',
  'origin_country',
  ...IDENTIFIERS,
] as const satisfies readonly ItemField[]

/** One customs item as a row. Documents have no value, HS code or origin. */
export function CustomsItem(props: {
  control: Control<ShippingForm>
  index: number
  /** Names of the fields customs ask for. */
  asked: ReadonlySet<string>
  isGoods: boolean
  /** Whether product codes are shown although nobody asks for them. */
  hasCodes: boolean
  onRemove?: () => void
}) {
  const { control, index, asked, isGoods, hasCodes, onRemove } = props
  const { t } = useTranslation()
  const nameOf = <Field extends ItemField>(field: Field) => `customs.contents_items.${index}.${field}` as const
  const origin = useController({ control, name: nameOf('origin_country') })
  const lastOrigin = useLastOrigin()
  const { errors } = useFormState({ control, name: `customs.contents_items.${index}` })
  const refused = errors.customs?.contents_items?.[index] ?? {}
  const item = useWatch({ control, name: `customs.contents_items.${index}` })
  const optional = (field: ItemField) =>
    asked.has(nameOf(field)) ? {} : ({ hint: t('shipping.address.optional') } as const)
  const text = (field: ItemField): FormTextFieldProps<ShippingForm> => ({
    control,
    name: nameOf(field),
    label: t(`shipping.customs.${field}`),
    autoComplete: 'off',
  })
  // fields with a value are always shown: they are sent to the server
  const showsCodes =
    hasCodes || IDENTIFIERS.some((field) => item?.[field] || asked.has(nameOf(field)) || refused[field])
  const problems = FIELDS.flatMap((field) =>
    refused[field] ? [{ field, text: fieldErrorText(t, refused[field]) }] : [],
  )

  return (
    <fieldset className={classNames(css.row, !isGoods && css.documents)}>
      <legend className={css.legend}>{t('shipping.customs.item', { number: index + 1 })}</legend>
      <div className={css.description}>
        <FormTextField {...text('description')} maxLength={100} spellCheck />
      </div>
      <FormTextField {...text('quantity')} inputMode="numeric" maxLength={5} />
      <FormTextField {...text('weight')} suffix="g" maxLength={12} />
      {isGoods && (
        <>
          <div className={css.money}>
            <FormTextField {...text('value')} inputMode="decimal" suffix="£" maxLength={10} />
          </div>
          <HsField control={control} name={nameOf('hs_code')} {...optional('hs_code')} />
          <CountryField
            name={nameOf('origin_country')}
            label={t('shipping.customs.origin_country')}
            {...optional('origin_country')}
            lastUsed={lastOrigin}
            value={origin.field.value ?? ''}
            error={origin.fieldState.error?.message}
            onChange={origin.field.onChange}
          />
        </>
      )}
      {onRemove && (
        <div className={css.remove}>
          <IconButton icon={X} label={t('shipping.customs.remove_item', { number: index + 1 })} onPress={onRemove} />
        </div>
      )}
      {isGoods && showsCodes && (
        <div className={css.codes}>
          {IDENTIFIERS.map((field) => (
            <FormTextField key={field} {...text(field)} {...optional(field)} maxLength={35} />
          ))}
        </div>
      )}
      {problems.length > 0 && (
        // each field announces its own error; the cells of a row are too narrow to show it
        <ul className={css.problems} aria-hidden="true">
          {problems.map((problem) => (
            <li key={problem.field}>
              {t('common.about', { what: t(`shipping.customs.${problem.field}`), text: problem.text })}
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
