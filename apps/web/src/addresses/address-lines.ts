import type { PostalAddress } from '@postroom/contract/address'

/** An address as it is written on an item, empty lines left out; nothing before there is more than a country. */
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
