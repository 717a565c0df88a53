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
  summary: 'The countries of addresses, with their English names',
  tag: 'address',
  auth: 'session',
  scope: 'rates',
  responses: { 200: z.object({ data: z.array(z.object({ code: z.string(), name: z.string() })) }) },
  errors: [],
})

/** The known parts of an address. `id` names a result of an earlier look-up. */
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
  /** The id that looks up the full address; empty when this is already full. */
  id: z.string(),
  /** The address or place on one line, for a list. */
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
  scope: 'addresses',
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
  scope: 'addresses',
  query: z.strictObject({
    /** Where to look: the tables of this server, or its look-up service. By default the service, if one is set. */
    validator: z.enum(['offline', 'http']).optional(),
  }),
  body: addressTextSchema,
  responses: {
    200: z.object({
      address: addressTextSchema,
      status: z.enum(CORRECTION_STATUSES),
      changes: z.array(z.object({ field: addressTextSchema.keyof(), from: z.string(), to: z.string() })),
      /** The field errors that would reject a purchase to this address, and the problems that the look-up service found. */
      problems: z.array(fieldErrorSchema),
    }),
  },
  errors: ['too_many_requests'],
})
