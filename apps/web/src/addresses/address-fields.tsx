import { needsPostalCode } from '@postroom/contract/postal-code'
import { isDomestic } from '@postroom/domain/catalogue/countries'
import { useState } from 'react'
import { useController, useFormState, useWatch, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormTextField, type FormTextFieldProps } from '../forms/form-text-field.tsx'
import { Button } from '../ui/button.tsx'
import { FieldGrid, WholeRow } from '../ui/field-grid.tsx'
import { CountryField } from './country-field.tsx'
import { CountrySelect } from './country-select.tsx'
import { PostcodeOffer } from './postcode-offer.tsx'
import type { ShippingForm } from '../item-form/shipping-form.ts'

export type Side = 'to' | 'from'

/** Contact fields beside the postal lines. Customs and carriers abroad use all three. */
const BESIDE = [
  { name: 'state_province', token: 'address-level1', type: 'text', maxLength: 40 },
  { name: 'phone1', token: 'tel', type: 'tel', maxLength: 25 },
  { name: 'email', token: 'email', type: 'email', maxLength: 60 },
] as const

const LINES = ['address2', 'address3'] as const
const FOLDED = [...LINES, ...BESIDE.map(({ name }) => name)] as const

/** The fields of one address. Rarely used fields are collapsed. */
export function AddressFields(props: {
  control: Control<ShippingForm>
  side: Side
  /** The fields replace a button that was pressed, so the first one takes the focus, or the first to check. */
  isChanging: boolean
  /** Fields to check, because a split address did not say them clearly. */
  uncertain?: readonly string[]
  /** Replaces the plain change where the country affects more than the address. */
  onCountry?: (country: string) => void
}) {
  const { control, side, isChanging, uncertain = [], onCountry } = props
  const { t } = useTranslation()
  const country = useController({ control, name: `${side}.country` })
  const { errors } = useFormState({ control, name: side })
  const [isUnfolded, setOpen] = useState(false)
  const code = country.field.value ?? 'GB'
  const isAbroad = !isDomestic(code)
  const address = useWatch({ control, name: side })
  // shown whenever a value is set: it is sent to the server, and the field must not vanish while it is cleared
  if (!isUnfolded && (isAbroad ? LINES : FOLDED).some((name) => address[name])) setOpen(true)
  const isOpen = isUnfolded || FOLDED.some((name) => errors[side]?.[name])
  const first = uncertain.find((name) => name !== 'country') ?? 'name'
  const token = (name: string) => (side === 'from' ? name : 'off')
  const text = (name: Exclude<keyof ShippingForm['to'], 'country'>, words: string = name) =>
    ({
      control,
      name: `${side}.${name}`,
      label: t(`shipping.address.${words}`),
      // the button that had the focus is removed
      autoFocus: isChanging && name === first,
      ...(uncertain.includes(name) && { description: t('shipping.who.guess') }),
    }) as const
  const optional = { hint: t('shipping.address.optional') }
  const line = (name: 'address2' | 'address3', number: 2 | 3): FormTextFieldProps<ShippingForm> => ({
    ...text(name),
    ...optional,
    autoComplete: token(`address-line${number}`),
    maxLength: 80,
  })

  return (
    <FieldGrid>
      <FormTextField {...text('name')} autoComplete={token('name')} maxLength={80} />
      <FormTextField {...text('company_name')} {...optional} autoComplete={token('organization')} maxLength={64} />
      <WholeRow>
        <FormTextField {...text('address1')} autoComplete={token('address-line1')} maxLength={80} />
      </WholeRow>
      <FormTextField {...text('city')} autoComplete={token('address-level2')} maxLength={40} />
      <div>
        <FormTextField
          {...text('postal_code', isAbroad ? 'postal_code_abroad' : 'postal_code')}
          {...(!needsPostalCode(code) && optional)}
          autoComplete={token('postal-code')}
          maxLength={15}
        />
        <PostcodeOffer control={control} side={side} />
      </div>
      <WholeRow>
        {onCountry ? (
          <CountryField
            name={`${side}.country`}
            label={t('shipping.address.country')}
            description={t(uncertain.includes('country') ? 'shipping.who.guess' : 'shipping.country_hint')}
            value={code}
            error={country.fieldState.error?.message}
            // ignores a cleared text: it names no country
            onChange={(chosen) => chosen !== '' && onCountry(chosen)}
          />
        ) : (
          <CountrySelect
            name={`${side}.country`}
            value={code}
            error={country.fieldState.error?.message}
            onChange={country.field.onChange}
          />
        )}
      </WholeRow>
      {isOpen && (
        <>
          <FormTextField {...line('address2', 2)} />
          <FormTextField {...line('address3', 3)} />
        </>
      )}
      {(isOpen || isAbroad) &&
        BESIDE.map(({ name, token: auto, ...field }) => (
          <FormTextField
            key={name}
            {...text(name, isAbroad && name === 'state_province' ? 'state_province_abroad' : name)}
            {...optional}
            {...field}
            autoComplete={token(auto)}
          />
        ))}
      {!isOpen && (
        <WholeRow>
          <Button variant="link" onPress={() => setOpen(true)}>
            {t(isAbroad ? 'shipping.address.more_lines' : 'shipping.address.more')}
          </Button>
        </WholeRow>
      )}
    </FieldGrid>
  )
}
