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

/** What somebody knows of an address. `id` asks for one that was found before. */
const lookupQuerySchema = z.strictObject({
  country: singleLine(2).default('GB'),
  city: singleLine(40).default(''),
  postal_code: singleLine(15).default(''),
  state_province: singleLine(40).default(''),
  id: singleLine(100).default(''),
})
export type LookupQuery = z.output<typeof lookupQuerySchema>

/** One address that goes with what was asked. Fields that nobody knows are empty; without `address1` it is only a place. */
export const foundAddressSchema = z.object({
  /** Asks for the same address again; empty when there is nothing more to know of it. */
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
  summary: 'Addresses or places that go with a postal code, a city or an id',
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
  summary: 'An address as it should be written, what was changed, and what is wrong with it',
  tag: 'address',
  auth: 'session',
  query: z.strictObject({
    /** Whose word counts: the tables of this server, or the look-up service it has. Not given: the service, if there is one. */
    validator: z.enum(['offline', 'http']).optional(),
  }),
  body: addressTextSchema,
  responses: {
    200: z.object({
      address: addressTextSchema,
      status: z.enum(CORRECTION_STATUSES),
      changes: z.array(z.object({ field: addressTextSchema.keyof(), from: z.string(), to: z.string() })),
      /** The same field errors that a purchase to this address would be refused for, and what a look-up found. */
      problems: z.array(fieldErrorSchema),
    }),
  },
  errors: ['too_many_requests'],
})
