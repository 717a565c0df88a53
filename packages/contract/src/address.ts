import { isDomestic } from '@postroom/domain/countries'
import { isPostcode, normalisePostcode } from '@postroom/domain/postcode'
import * as z from 'zod'
import { fieldCode } from './field-errors.ts'

const line = (max: number) => z.string().trim().max(max)
const optionalLine = (max: number) => line(max).default('')

/**
 * A postal address as a shipment carries it (spec §3). Lengths are the carrier's field limits. Give `name`,
 * `company_name` or both. For GB, JE, GG and IM the postcode must have a United Kingdom shape.
 */
export const postalAddressSchema = z
  .strictObject({
    name: optionalLine(80),
    company_name: optionalLine(64),
    address1: line(80).min(1),
    address2: optionalLine(80),
    address3: optionalLine(80),
    city: line(40).min(1),
    state_province: optionalLine(40),
    postal_code: line(15).min(1),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .default('GB'),
    phone1: optionalLine(25),
    email: z.union([z.literal(''), z.email().max(60)]).default(''),
  })
  .refine((address) => address.name !== '' || address.company_name !== '', {
    path: ['name'],
    params: fieldCode('name_or_company_required'),
  })
  .refine((address) => !isDomestic(address.country) || isPostcode(address.postal_code), {
    path: ['postal_code'],
    params: fieldCode('invalid_postcode'),
    when: ({ value }) => typeof (value as { postal_code?: unknown } | undefined)?.postal_code === 'string',
  })

export type PostalAddress = z.output<typeof postalAddressSchema>

/** The address with its postcode in the written form, where it is domestic. */
export const normaliseAddress = (address: PostalAddress): PostalAddress =>
  isDomestic(address.country) ? { ...address, postal_code: normalisePostcode(address.postal_code) } : address
