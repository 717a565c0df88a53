import type { PostalAddress } from '@postroom/contract/address'
import { isPostcode, normalisePostcode } from '@postroom/domain/catalogue/postcode'

/** As it is written on an item: 'SY23 2HT', also when it was typed without its space. */
export const writtenPostcode = ({ country, postal_code }: PostalAddress): string =>
  country === 'GB' && isPostcode(postal_code) ? normalisePostcode(postal_code) : postal_code.toUpperCase()

/** The lines of an address as written on an item, without empty ones; no lines while only the country is set. */
export function addressLines(address: PostalAddress): string[] {
  const lines = [
    address.name,
    address.company_name,
    address.address1,
    address.address2,
    address.address3,
    [address.city, address.state_province].filter(Boolean).join(', '),
    writtenPostcode(address),
  ]
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}
