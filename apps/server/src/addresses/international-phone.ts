import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * A telephone number in international form: `020 7946 0018` in GB is `+44 20 7946 0018`. Nothing when it is not a
 * possible number. Without a country that the library knows, only numbers that begin with + can be read.
 */
export function internationalPhone(typed: string, country: string): string | undefined {
  const number = parsePhoneNumberFromString(typed, {
    ...(isSupportedCountry(country) && { defaultCountry: country }),
    extract: false,
  })
  return number?.isValid() && !number.ext ? number.formatInternational() : undefined
}
