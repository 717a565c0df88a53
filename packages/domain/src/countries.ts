/** Countries served at United Kingdom prices (spec §9). */
export const DOMESTIC_COUNTRIES = ['GB', 'JE', 'GG', 'IM'] as const
export type DomesticCountry = (typeof DOMESTIC_COUNTRIES)[number]

export const isDomestic = (country: string): country is DomesticCountry =>
  (DOMESTIC_COUNTRIES as readonly string[]).includes(country)
