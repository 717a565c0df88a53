import type { PostalAddress } from '@postroom/contract/address'

/** The lines of an address as written on an item, without empty ones; no lines while only the country is set. */
export function addressLines(address: PostalAddress): string[] {
  const lines = [
    address.name,
    address.company_name,
    address.address1,
    address.address2,
    address.address3,
    [address.city, address.state_province].filter(Boolean).join(', '),
    address.postal_code.toUpperCase(),
  ]
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}
