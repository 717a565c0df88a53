import { useState } from 'react'
import { useController, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormTextField } from '../../forms/form-text-field.tsx'
import { Button } from '../../ui/button.tsx'
import css from './address-card.module.css'
import { CountrySelect } from './country-select.tsx'
import type { ShippingForm } from './shipping-form.ts'

export type Side = 'to' | 'from'

/** The fields of one address, seldom needed ones folded away. */
export function AddressFields(props: {
  control: Control<ShippingForm>
  side: Side
  /** Called instead of a plain change, where the country decides about more than the address. */
  onCountry?: (country: string) => void
}) {
  const { control, side, onCountry } = props
  const { t } = useTranslation()
  const country = useController({ control, name: `${side}.country` })
  const [hasMore, setMore] = useState(false)
  const token = (name: string) => (side === 'from' ? name : 'off')
  const text = (name: Exclude<keyof ShippingForm['to'], 'country'>) =>
    ({ control, name: `${side}.${name}`, label: t(`shipping.address.${name}`) }) as const

  return (
    <div className={css.fields}>
      <FormTextField {...text('name')} autoComplete={token('name')} maxLength={80} />
      <FormTextField {...text('company_name')} hint={optional(t)} autoComplete={token('organization')} maxLength={64} />
      <div className={css.whole}>
        <FormTextField {...text('address1')} autoComplete={token('address-line1')} maxLength={80} />
      </div>
      <FormTextField {...text('city')} autoComplete={token('address-level2')} maxLength={40} />
      <FormTextField {...text('postal_code')} autoComplete={token('postal-code')} maxLength={15} />
      <div className={css.whole}>
        <CountrySelect
          name={`${side}.country`}
          value={country.field.value ?? 'GB'}
          onChange={onCountry ?? country.field.onChange}
          {...(onCountry && { description: t('shipping.country_hint') })}
        />
      </div>
      {hasMore && (
        <>
          <FormTextField
            {...text('address2')}
            hint={optional(t)}
            autoComplete={token('address-line2')}
            maxLength={80}
          />
          <FormTextField
            {...text('address3')}
            hint={optional(t)}
            autoComplete={token('address-line3')}
            maxLength={80}
          />
          <FormTextField
            {...text('state_province')}
            hint={optional(t)}
            autoComplete={token('address-level1')}
            maxLength={40}
          />
          <FormTextField {...text('phone1')} type="tel" hint={optional(t)} autoComplete={token('tel')} maxLength={25} />
          <FormTextField
            {...text('email')}
            type="email"
            hint={optional(t)}
            autoComplete={token('email')}
            maxLength={60}
          />
        </>
      )}
      {!hasMore && (
        <div className={css.whole}>
          <Button variant="link" onPress={() => setMore(true)}>
            {t('shipping.address.more')}
          </Button>
        </div>
      )}
    </div>
  )
}

const optional = (t: (key: string) => string): string => t('shipping.address.optional')
