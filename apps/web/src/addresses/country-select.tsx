import { SENDER_COUNTRIES } from '@postroom/domain/catalogue/destinations'
import { useTranslation } from 'react-i18next'
import { Select } from '../ui/select.tsx'

/** A choice of the countries an item can be sent from, with their names in the user's language. */
export function CountrySelect(props: {
  name: string
  value: string
  error: string | undefined
  onChange: (country: string) => void
}) {
  const { t, i18n } = useTranslation()
  const names = new Intl.DisplayNames(i18n.language, { type: 'region' })
  const options = SENDER_COUNTRIES.map((code) => ({ value: code as string, label: names.of(code) ?? code }))
  return <Select {...props} label={t('shipping.address.country')} options={options} />
}
