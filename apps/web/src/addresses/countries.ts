import { COUNTRIES } from '@postroom/domain/catalogue/country-table'

/** Every country with its name in the user's language, sorted by that language; the United Kingdom first. */
export function countryOptions(language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const { compare } = new Intl.Collator(language)
  return COUNTRIES.map(({ code, name }) => ({ value: code, label: names.of(code) ?? name })).toSorted(
    (a, b) => Number(b.value === 'GB') - Number(a.value === 'GB') || compare(a.label, b.label),
  )
}
