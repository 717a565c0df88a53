import { SENDER_COUNTRIES } from '@postroom/domain/catalogue/destinations'
import { useTranslation } from 'react-i18next'
import { Select } from '../ui/select.tsx'

/** A choice of the countries an item can be sent from, with their names in the user's language. */
export function CountrySelect({
  error,
  ...rest
}: {
  name: string
  value: string
  /** A code of `FIELD_CODES`. */
  error: string | undefined
  onChange: (country: string) => void
}) {
  const { t, i18n } = useTranslation()
  const names = new Intl.DisplayNames(i18n.language, { type: 'region' })
  const options = SENDER_COUNTRIES.map((code) => ({ value: code as string, label: names.of(code)! }))
  return (
    <Select
      {...rest}
      label={t('shipping.address.country')}
      options={options}
      error={error === undefined ? undefined : t(`fieldError.${error}`)}
    />
  )
}
