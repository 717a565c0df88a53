import { countryOf } from '@postroom/domain/catalogue/country-table'
import * as z from 'zod'
import { fieldCode } from './field-errors.ts'
import { normalisePostalCode, postalCodeProblem } from './postal-code.ts'
import { singleLine } from './single-line.ts'

const optionalLine = (max: number) => singleLine(max).default('')
const POSTAL_CODE_MAX_CHARS = 15

/** 7 to 15 digits with the punctuation people write between them. Does not check that the number exists. */
const isPhone = (typed: string): boolean =>
  /^[+()\-./\s\d]*$/.test(typed) && /^\d{7,15}$/.test(typed.replaceAll(/\D/g, ''))

/** The fields of an address (spec §3) with the carrier's maximum lengths. Their content is not checked. */
export const addressTextSchema = z.strictObject({
  name: optionalLine(80),
  company_name: optionalLine(64),
  address1: optionalLine(80),
  address2: optionalLine(80),
  address3: optionalLine(80),
  city: optionalLine(40),
  state_province: optionalLine(40),
  postal_code: optionalLine(POSTAL_CODE_MAX_CHARS),
  country: singleLine(2).default('GB'),
  phone1: optionalLine(25),
  email: optionalLine(60),
})
export type AddressText = z.output<typeof addressTextSchema>

/**
 * The postal address of a shipment. Give `name`, `company_name` or both. The postal code must have the form of its
 * country and may be left out only where a country has none. A postcode of Jersey, Guernsey or the Isle of Man is accepted only
 * with that country.
 */
export const postalAddressSchema = addressTextSchema
  .extend({
    address1: singleLine(80).min(1),
    city: singleLine(40).min(1),
    country: z
      .string()
      .refine((code) => countryOf(code) !== undefined, { params: fieldCode('invalid_country') })
      .default('GB'),
    phone1: optionalLine(25).refine((typed) => typed === '' || isPhone(typed), { params: fieldCode('invalid_phone') }),
    email: z.union([z.literal(''), z.email().max(60)]).default(''),
  })
  .refine((address) => address.name !== '' || address.company_name !== '', {
    path: ['name'],
    params: fieldCode('name_or_company_required'),
  })
  .superRefine(
    ({ country, postal_code }, context) => {
      const code = postalCodeProblem(country, postal_code)
      if (code) context.addIssue({ code: 'custom', path: ['postal_code'], params: fieldCode(code) })
    },
    { when: ({ value }) => canReadPostalCode(value) },
  )

export type PostalAddress = z.output<typeof postalAddressSchema>

/** Stands for the addressee of labels without one: franking labels for letters that are addressed by hand or already. */
export const NO_ADDRESSEE: PostalAddress = addressTextSchema.parse({})

/** Whether this is an address, and not `NO_ADDRESSEE`. */
export const hasAddressee = ({ address1 }: Pick<AddressText, 'address1'>): boolean => address1 !== ''

/** The address with its postal code in the written form of its country. */
export const normaliseAddress = (address: PostalAddress): PostalAddress => ({
  ...address,
  postal_code: normalisePostalCode(address.country, address.postal_code),
})

/**
 * Whether country and postal code can be read, so that they are checked together even while other fields are wrong. A longer
 * code is not checked: normalising combining marks takes time quadratic in their number.
 */
const canReadPostalCode = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'country' in value &&
  'postal_code' in value &&
  typeof value.country === 'string' &&
  typeof value.postal_code === 'string' &&
  value.postal_code.length <= 2 * POSTAL_CODE_MAX_CHARS // a character may take two UTF-16 units
