import { foldedName, namesOfCountry } from '@postroom/domain/catalogue/country-names'
import { COUNTRIES } from '@postroom/domain/catalogue/country-table'

export interface CountryOption {
  value: string
  label: string
}

/** Every country with its name in the user's language, sorted by that language; the United Kingdom first. */
export function countryOptions(language: string): CountryOption[] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const { compare } = new Intl.Collator(language)
  return COUNTRIES.map(({ code }) => ({ value: code, label: names.of(code)! })).toSorted(
    (a, b) => Number(b.value === 'GB') - Number(a.value === 'GB') || compare(a.label, b.label),
  )
}

/**
 * The countries of which some name begins with the typed text, likeliest first: that name itself, then the shown name,
 * a later word of the shown name, and names in other languages.
 */
export function findCountries(options: readonly CountryOption[], typed: string): CountryOption[] {
  const text = foldedName(typed)
  if (text === '') return [...options]
  return options
    .map((option) => ({ option, rank: rankOf(option, text) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ option }) => option)
}

const NO_MATCH = 4

function rankOf({ value, label }: CountryOption, text: string): number {
  const shown = foldedName(label)
  const others = namesOfCountry(value)
  if (shown === text || others.includes(text) || value.toLowerCase() === text) return 0
  if (shown.startsWith(text)) return 1
  if (shown.includes(` ${text}`)) return 2
  return others.some((name) => name.startsWith(text)) ? 3 : NO_MATCH
}
