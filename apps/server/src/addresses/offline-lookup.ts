import { isDomestic } from '@postroom/domain/catalogue/countries'
import { countryOfPostcode, isPostcode, normalisePostcode } from '@postroom/domain/catalogue/postcode'
import { postcodeAreaOf } from '@postroom/domain/catalogue/postcode-areas'
import type { AddressLookup } from './address-lookup.ts'

/**
 * Sends no request: knows the post town of the areas that have only one, and finds nothing in the others, since their
 * name is not the town of most of their addresses. It can tell that a postcode is well formed, never that it exists.
 */
export const offlineLookup: AddressLookup = {
  async find({ country, postal_code, id }) {
    const area = postcodeAreaOf(postal_code)
    if (id !== '' || !isDomestic(country) || !isPostcode(postal_code) || !area) return []
    const written = normalisePostcode(postal_code)
    const city = area.post_town
    if (city === undefined) return []
    return [
      {
        id: '',
        text: `${written}, ${city}`,
        address1: '',
        address2: '',
        address3: '',
        city,
        state_province: '',
        postal_code: written,
        country: countryOfPostcode(written),
      },
    ]
  },
}
