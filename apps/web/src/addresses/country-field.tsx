import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ComboBox, type ComboBoxProps } from '../ui/combo-box.tsx'
import { countryOptions, findCountries } from './countries.ts'

interface CountryFieldProps extends Omit<ComboBoxProps, 'options' | 'find' | 'error' | 'noMatch'> {
  /** A code of `FIELD_CODES`. */
  error: string | undefined
  /** The country chosen last, offered first. */
  lastUsed?: string | undefined
}

/** A choice of any country, found by typing part of its name in any usual language. */
export function CountryField({ error, lastUsed, ...rest }: CountryFieldProps) {
  const { t, i18n } = useTranslation()
  const options = useMemo(() => {
    const all = countryOptions(i18n.language)
    const last = all.filter(({ value }) => value === lastUsed)
    return [
      ...last.map((option) => ({ ...option, note: t('shipping.last_used') })),
      ...all.filter(({ value }) => value !== lastUsed),
    ]
  }, [t, i18n.language, lastUsed])
  return (
    <ComboBox
      {...rest}
      options={options}
      find={(typed) => findCountries(options, typed)}
      noMatch={(typed) => t('shipping.address.no_country', { typed })}
      error={error === undefined ? undefined : t(`fieldError.${error}`)}
    />
  )
}
