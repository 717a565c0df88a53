/** Price zones of the carrier. */
export const ZONES = ['UK', 'EUR_1', 'EUR_2', 'EUR_3', 'W1', 'W2', 'W3'] as const
export type Zone = (typeof ZONES)[number]

/** Countries served at United Kingdom prices (spec §9). */
export const DOMESTIC_COUNTRIES = ['GB', 'JE', 'GG', 'IM'] as const
export type DomesticCountry = (typeof DOMESTIC_COUNTRIES)[number]

/** Whether post to this country is priced and treated as inside the United Kingdom (spec §9). @param country ISO 3166 code */
export const isDomestic = (country: string): country is DomesticCountry =>
  (DOMESTIC_COUNTRIES as readonly string[]).includes(country)
