import { CORRECTION_STATUSES } from '@postroom/domain/catalogue/address-correction'
import * as z from 'zod'
import { addressTextSchema } from './address.ts'
import { endpoint } from './endpoint.ts'
import { fieldErrorSchema } from './errors.ts'
import { singleLine } from './single-line.ts'

export const listCountries = endpoint({
  id: 'listCountries',
  method: 'GET',
  path: '/stamp/v1/address/validate/countries',
  summary: 'Every country an address may be in, with its English name',
  tag: 'address',
  auth: 'session',
  responses: { 200: z.object({ data: z.array(z.object({ code: z.string(), name: z.string() })) }) },
  errors: [],
})

/** The known parts of an address. `id` asks for one that an earlier look-up found. */
const lookupQuerySchema = z.strictObject({
  country: singleLine(2).default('GB'),
  city: singleLine(40).default(''),
  postal_code: singleLine(15).default(''),
  state_province: singleLine(40).default(''),
  id: singleLine(100).default(''),
})
export type LookupQuery = z.output<typeof lookupQuerySchema>

/** One address that matches the query. Unknown fields are empty; without `address1` it is only a place. */
export const foundAddressSchema = z.object({
  /** Looks the same address up in full; empty when there is nothing more to look up. */
  id: z.string(),
  /** The address or place in one line, to choose from. */
  text: z.string(),
  ...addressTextSchema.pick({
    address1: true,
    address2: true,
    address3: true,
    city: true,
    state_province: true,
    postal_code: true,
    country: true,
  }).shape,
})
export type FoundAddress = z.output<typeof foundAddressSchema>

export const lookUpAddress = endpoint({
  id: 'lookUpAddress',
  method: 'GET',
  path: '/stamp/v1/address/validate/lookup',
  summary: 'Addresses or places that match a postal code, a city or an id',
  tag: 'address',
  auth: 'session',
  query: lookupQuerySchema,
  responses: { 200: z.object({ data: z.array(foundAddressSchema) }) },
  errors: ['too_many_requests'],
})

export const validateAddress = endpoint({
  id: 'validateAddress',
  method: 'POST',
  path: '/stamp/v1/address/validate',
  summary: 'An address in its standard form, with the changes made and the problems found',
  tag: 'address',
  auth: 'session',
  query: z.strictObject({
    /** What decides: the tables of this server or its look-up service. Absent: the service, if one is set. */
    validator: z.enum(['offline', 'http']).optional(),
  }),
  body: addressTextSchema,
  responses: {
    200: z.object({
      address: addressTextSchema,
      status: z.enum(CORRECTION_STATUSES),
      changes: z.array(z.object({ field: addressTextSchema.keyof(), from: z.string(), to: z.string() })),
      /** The field errors a purchase to this address would be refused with, and what the look-up service found. */
      problems: z.array(fieldErrorSchema),
    }),
  },
  errors: ['too_many_requests'],
})
