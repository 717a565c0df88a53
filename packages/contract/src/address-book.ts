import { CORRECTION_STATUSES } from '@postroom/domain/catalogue/address-correction'
import { RETURN_REASONS } from '@postroom/domain/post/returns'
import * as z from 'zod'
import { addressTextSchema, postalAddressSchema } from './address.ts'
import { endpoint } from './endpoint.ts'
import { fieldErrorSchema } from './errors.ts'
import { listQuery, pageOf } from './list.ts'
import { singleLine } from './single-line.ts'

/** `Private`: only its owner sees it. `Public`: everyone in the organisation sees it. @see spec §3 'Address' */
const visibilitySchema = z.enum(['Private', 'Public'])
export type Visibility = z.output<typeof visibilitySchema>

/** A word to find addresses by; case does not matter. No semicolon: it separates the tags in a CSV file. */
const tagSchema = singleLine(40)
  .min(1)
  .regex(/^[^;]*$/)
const tagsSchema = z.array(tagSchema).max(20)

/** An address to save. `code` is the organisation's own name for it; several addresses may share one. */
export const addressDraftSchema = postalAddressSchema.safeExtend({
  code: singleLine(40).default(''),
  isResidential: z.boolean().default(false),
  visibility: visibilitySchema.default('Private'),
  tags: tagsSchema.default([]),
})
export type AddressDraft = z.output<typeof addressDraftSchema>

/** Spec §3 'Address'. `correction_status` is the result of the check when the address was last saved. */
const savedAddressSchema = addressTextSchema.extend({
  id: z.uuid(),
  code: z.string(),
  isResidential: z.boolean(),
  visibility: visibilitySchema,
  tags: z.array(z.string()),
  correction_status: z.enum(CORRECTION_STATUSES),
  /** Why an item sent to it was returned since it was last saved. */
  invalid_reason: z.enum(RETURN_REASONS).nullable(),
  /** How the look-up service writes this address, where that differs. It is never taken over unasked. */
  suggested: addressTextSchema.nullable(),
})
export type SavedAddress = z.output<typeof savedAddressSchema>

/** A saved address with its use. */
const listedAddressSchema = savedAddressSchema.extend({
  /** The same for two addresses of one addressee, however they are punctuated. */
  addressee: z.string(),
  /** Shipments bought for this addressee. */
  sent: z.int(),
  last_sent_at: z.iso.datetime().nullable(),
  /** Another address that the caller sees has the same addressee. */
  is_twice: z.boolean(),
})
export type ListedAddress = z.output<typeof listedAddressSchema>

/** What an address needs: to be checked, a decision about a suggestion, a new address, or a merge. */
export const ADDRESS_STATES = ['unchecked', 'difference', 'wrong', 'returned', 'twice'] as const
export type AddressState = (typeof ADDRESS_STATES)[number]

/** The requirements of every call of the address book. @see spec §6 */
const ADDRESS_BOOK = { tag: 'address', auth: 'session', plan: 'full', permission: 'mod_addressbook' } as const

const idParams = z.strictObject({ id: z.uuid() })
const pageQuery = listQuery(['name', 'company_name', 'known_as', 'code', 'city', 'postal_code'])
const filterQuery = {
  visibility: visibilitySchema.optional(),
  q: singleLine(100).optional(),
  tag: tagSchema.optional(),
}
/** Several addresses at once. */
const idsSchema = z.array(z.uuid()).min(1).max(1000)

export const createAddress = endpoint({
  ...ADDRESS_BOOK,
  id: 'createAddress',
  method: 'POST',
  path: '/stamp/v1/address',
  summary: 'Save an address in its standard form, with the suggestion of the look-up service if that differs',
  scope: 'addresses',
  body: addressDraftSchema,
  responses: { 200: savedAddressSchema },
  errors: [],
})

export const updateAddress = endpoint({
  ...ADDRESS_BOOK,
  id: 'updateAddress',
  method: 'PUT',
  path: '/stamp/v1/address/{id}',
  summary: 'Replace an address; only its owner may make it Private',
  scope: 'addresses',
  params: idParams,
  body: addressDraftSchema,
  responses: { 200: savedAddressSchema },
  errors: [],
})

export const deleteAddress = endpoint({
  ...ADDRESS_BOOK,
  id: 'deleteAddress',
  method: 'DELETE',
  path: '/stamp/v1/address/{id}',
  summary: 'Delete an address; it can be restored for 30 days',
  scope: 'addresses',
  params: idParams,
  responses: { 200: z.object({ id: z.uuid() }) },
  errors: [],
})

export const listAddresses = endpoint({
  ...ADDRESS_BOOK,
  id: 'listAddresses',
  method: 'GET',
  path: '/stamp/v1/address',
  summary: 'Addresses that contain all of these words or word beginnings, in any order; accents do not matter',
  scope: 'addresses',
  query: pageQuery.extend({ ...filterQuery, state: z.enum(ADDRESS_STATES).optional() }),
  responses: { 200: pageOf(listedAddressSchema) },
  errors: [],
})

export const searchAddresses = endpoint({
  ...ADDRESS_BOOK,
  id: 'searchAddresses',
  method: 'POST',
  path: '/stamp/v1/address/search',
  summary: 'Addresses with all of these tags',
  scope: 'addresses',
  query: pageQuery,
  body: z.strictObject({ visibility: visibilitySchema.optional(), tags: tagsSchema.default([]) }),
  responses: { 200: pageOf(listedAddressSchema) },
  errors: [],
})

export const getAddress = endpoint({
  ...ADDRESS_BOOK,
  id: 'getAddress',
  method: 'GET',
  path: '/stamp/v1/address/{id}',
  summary: 'One address of the book',
  scope: 'addresses',
  params: idParams,
  responses: { 200: listedAddressSchema },
  errors: [],
})

export const countAddresses = endpoint({
  ...ADDRESS_BOOK,
  id: 'countAddresses',
  method: 'GET',
  path: '/stamp/v1/address/count',
  summary: 'How many addresses are in each state, and the tags in use',
  query: z.strictObject(filterQuery),
  responses: {
    200: z.object({
      all: z.int(),
      states: z.object({
        unchecked: z.int(),
        difference: z.int(),
        wrong: z.int(),
        returned: z.int(),
        twice: z.int(),
      }),
      /** Of the whole book, the most used first; at most 200. */
      tags: z.array(z.object({ tag: z.string(), count: z.int() })),
    }),
  },
  errors: [],
})

export const changeAddresses = endpoint({
  ...ADDRESS_BOOK,
  id: 'changeAddresses',
  method: 'POST',
  path: '/stamp/v1/address/change',
  summary:
    'Tag, delete or restore several addresses, or keep them as written; those the caller does not see are left out',
  body: z.strictObject({
    ids: idsSchema,
    add_tag: tagSchema.optional(),
    remove_tag: tagSchema.optional(),
    deleted: z.boolean().optional(),
    /** Drops the suggestion of the look-up service. */
    keep_as_written: z.literal(true).optional(),
  }),
  responses: { 200: z.object({ changed: z.int() }) },
  errors: [],
})

export const mergeAddresses = endpoint({
  ...ADDRESS_BOOK,
  id: 'mergeAddresses',
  method: 'POST',
  path: '/stamp/v1/address/{id}/merge',
  summary: 'Replace an address and delete its duplicates, all or nothing; the duplicates can be restored',
  params: idParams,
  body: z.strictObject({
    address: addressDraftSchema,
    duplicates: idsSchema.max(20),
  }),
  responses: { 200: savedAddressSchema },
  errors: [],
})

/** Columns of the CSV file, in any order. Only `address1` and `city` are required. Semicolons separate tags. */
export const ADDRESS_CSV_COLUMNS = [
  'code',
  'company_name',
  'name',
  'address1',
  'address2',
  'address3',
  'city',
  'state_province',
  'postal_code',
  'country',
  'email',
  'phone1',
  'isResidential',
  'visibility',
  'tags',
] as const satisfies readonly (keyof AddressDraft)[]

export const importAddresses = endpoint({
  ...ADDRESS_BOOK,
  id: 'importAddresses',
  method: 'POST',
  path: '/stamp/v1/address/import',
  summary: 'Add up to 5,000 addresses from a CSV file of up to 1 MiB: all of them, or none if one is invalid',
  query: z.strictObject({
    /** `true`: only report the addresses to add and the invalid fields. */
    preview: z.enum(['true', 'false']).default('false'),
  }),
  body: z.string(),
  bodyType: 'csv',
  responses: {
    200: z.object({
      /** Valid addresses in the file. */
      rows: z.int(),
      imported: z.int(),
      /** The first hundred; `field` is `{row}.{column}`, row 1 being the header. Empty except in a preview. */
      problems: z.array(fieldErrorSchema),
      /** In a preview, the first rows as they would be saved. */
      data: z.array(savedAddressSchema.omit({ id: true })),
    }),
  },
  errors: [],
})

export const exportAddresses = endpoint({
  ...ADDRESS_BOOK,
  id: 'exportAddresses',
  method: 'GET',
  path: '/stamp/v1/address/export',
  summary: 'Every address the caller can see, as a CSV file that can be imported again',
  responses: { 200: z.instanceof(Uint8Array) },
  answerType: 'csv',
  errors: [],
})
