import { isDomestic } from '@postroom/domain/catalogue/countries'
import { countryOfPostcode, isBfpoNumber, isPostcode, normalisePostcode } from '@postroom/domain/catalogue/postcode'
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'
import type { FieldCode } from './field-codes.ts'

/** Countries whose postal codes are rarely used. Source: Universal Postal Union, addressing systems by country. */
const HARDLY_USED: readonly string[] = ['PA', 'SO', 'TZ']

/** Formats in use that postcode-validator lacks. Source: Universal Postal Union, addressing systems by country. */
const FURTHER_FORMS: Readonly<Record<string, RegExp>> = {
  AZ: /^AZ \d{4}$/,
  NI: /^\d{5}$/,
  SO: /^[A-Z]{2} \d{5}$/,
}

/** Whether addresses in `country` must have a postal code. False where there are none or their format is not known. */
export const needsPostalCode = (country: string): boolean =>
  isDomestic(country) ||
  (postcodeValidatorExistsForCountry(country) && !HARDLY_USED.includes(country) && !postcodeValidator('', country))

/** Why `typed` is not a valid postal code for `country`; undefined when it is. */
export function postalCodeProblem(country: string, typed: string): FieldCode | undefined {
  if (typed === '') return needsPostalCode(country) ? 'required' : undefined
  if (!isDomestic(country)) return writtenAbroad(country, typed) === undefined ? 'invalid_postal_code' : undefined
  if (isBfpoNumber(typed)) return 'bfpo_number'
  if (!isPostcode(typed)) return 'invalid_postcode'
  return countryOfPostcode(typed) === country ? undefined : 'postcode_elsewhere'
}

/** The postal code in the written form of `country`. An invalid one stays as typed. */
export function normalisePostalCode(country: string, typed: string): string {
  if (!isDomestic(country)) return writtenAbroad(country, typed) ?? typed
  return isPostcode(typed) ? normalisePostcode(typed) : typed
}

/**
 * In capitals with single spaces. Spaces and hyphens are removed where only the bare code is valid (India's `110 001`); Japan's
 * hyphen is added.
 */
function writtenAbroad(country: string, typed: string): string | undefined {
  const upper = typed.toUpperCase().replaceAll(/\s+/g, ' ')
  if (!postcodeValidatorExistsForCountry(country)) return upper
  const bare = upper.replaceAll(/[\s-]/g, '')
  const isCode = (written: string) => postcodeValidator(written, country) || FURTHER_FORMS[country]?.test(written)
  return [upper, bare, `${bare.slice(0, 3)}-${bare.slice(3)}`].find(isCode)
}
