import { CORRECTION_STATUSES } from '@postroom/domain/catalogue/address-correction'
import * as z from 'zod'
import { addressTextSchema } from './address.ts'
import { endpoint } from './endpoint.ts'
import { singleLine } from './single-line.ts'

/** The most addressees of each kind in one answer. */
export const ADDRESSEES_SHOWN = 8

const addresseeSchema = z.object({
  /** Its address in the book; null for an addressee who is only on shipments. */
  id: z.uuid().nullable(),
  code: z.string(),
  address: addressTextSchema,
  correction_status: z.enum(CORRECTION_STATUSES),
  /** Shipments bought for them, counted up to 1,000. */
  sent: z.int(),
  last_sent_at: z.iso.datetime().nullable(),
})
export type Addressee = z.output<typeof addresseeSchema>

export const findAddressees = endpoint({
  id: 'findAddressees',
  method: 'GET',
  path: '/stamp/v1/addressee',
  summary: 'Whom to send to: addresses of the book, and addressees of earlier shipments who are not in it',
  tag: 'address',
  auth: 'session',
  query: z.strictObject({
    /** Beginnings of words in name, company, town, postal code or code. All must match; without any, the latest are found. */
    q: singleLine(100).default(''),
  }),
  responses: {
    200: z.object({
      /** Empty for the Lite plan, and without the permission for the address book. */
      book: z.array(addresseeSchema).max(ADDRESSEES_SHOWN),
      past: z.array(addresseeSchema).max(ADDRESSEES_SHOWN),
    }),
  },
  errors: [],
})
