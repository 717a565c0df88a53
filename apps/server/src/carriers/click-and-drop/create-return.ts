import type { PostalAddress } from '@postroom/contract/address'
import { personOrCompany } from '@postroom/domain/catalogue/addressed-name'
import { isDomestic } from '@postroom/domain/catalogue/countries'
import type { ReturnOrder } from '../carrier-port.ts'
import { given } from './create-order.ts'

/** The body of a return label. */
export type CreateReturn = ReturnType<typeof createReturn>

/** ISO 3166-1 alpha-3; return services serve no other country. */
const COUNTRIES = {
  GB: ['United Kingdom', 'GBR'],
  JE: ['Jersey', 'JEY'],
  GG: ['Guernsey', 'GGY'],
  IM: ['Isle of Man', 'IMN'],
} as const

/**
 * A return label under our reference, which Click & Drop cannot be asked for. Its description does not say which address is
 * which; `shippingAddress` is read as that of the person who sends the parcel back.
 */
export const createReturn = (reference: string, { service, content: { from, to } }: ReturnOrder) => ({
  service: { serviceCode: service },
  shipment: {
    shippingAddress: addressOf(from),
    returnAddress: addressOf(to),
    customerReference: { reference },
  },
})

/** @throws RangeError outside the United Kingdom and the islands, where no return label is asked for */
function addressOf({ name, company_name, ...address }: PostalAddress) {
  if (!isDomestic(address.country)) throw new RangeError(`No return service in ${address.country}`)
  const [country, countryIsoCode] = COUNTRIES[address.country]
  return {
    ...namesOf(personOrCompany({ name, company_name })),
    ...given({
      companyName: company_name,
      addressLine2: address.address2,
      addressLine3: address.address3,
      county: address.state_province,
    }),
    addressLine1: address.address1,
    city: address.city,
    postcode: address.postal_code,
    country,
    countryIsoCode,
  }
}

/** The interface wants both names: the last word, and what is before it. A single word is both. */
function namesOf(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/)
  const lastName = words.at(-1)!
  return { firstName: words.slice(0, -1).join(' ') || lastName, lastName }
}
