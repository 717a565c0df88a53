import { RETURN_ACTIONS, RETURN_REASONS } from '@postroom/domain/post/returns'
import * as z from 'zod'
import { addressTextSchema } from './address.ts'
import { dayRange, inOrder, OUT_OF_ORDER } from './day-range.ts'
import { endpoint } from './endpoint.ts'
import { fieldCode } from './field-errors.ts'
import { listQuery, pageOf } from './list.ts'
import { pendingIdSchema } from './shipment.ts'
import { singleLine } from './single-line.ts'

const RETURN_STATES = ['open', 'done'] as const

/** A returned item with the reason and the action. */
const returnedItemSchema = z.object({
  id: z.uuid(),
  shipment_id: z.uuid(),
  transaction_type: z.enum(['postage', 'manual']),
  /** The item number on its label; empty for a manual shipment without one. */
  number: z.string(),
  to: addressTextSchema,
  shipping_date: z.string(),
  reason: z.enum(RETURN_REASONS),
  action: z.enum(RETURN_ACTIONS),
  notes: z.string(),
  state: z.enum(RETURN_STATES),
  /** The key under which it is sent again: of the pending shipment, then of the purchase. */
  pending_id: pendingIdSchema.optional(),
  created_at: z.iso.datetime(),
})
export type ReturnedItem = z.output<typeof returnedItemSchema>

/** The mailroom's calls. None of them moves money. @see spec §2 'rts' */
const RETURNING = { tag: 'shipment', auth: 'session', permission: 'mod_mailing' } as const
const params = z.strictObject({ id: z.uuid() })

/** One item, named by the number on its label or by its shipment, which means the shipment's first label. */
const newReturnSchema = z
  .strictObject({
    barcode: singleLine(60).min(1).optional(),
    shipment_id: z.uuid().optional(),
    reason: z.enum(RETURN_REASONS),
    action: z.enum(RETURN_ACTIONS),
    notes: singleLine(500).default(''),
    /** Marks the addressee in the address book. Refused to users who may not write there, such as those on the Lite plan. */
    mark_address_invalid: z.boolean().default(false),
  })
  .refine(({ barcode, shipment_id }) => barcode !== undefined || shipment_id !== undefined, {
    path: ['barcode'],
    params: fieldCode('required'),
  })
  .refine(({ barcode, shipment_id }) => barcode === undefined || shipment_id === undefined, {
    path: ['barcode'],
    params: fieldCode('not_allowed'),
  })
export type NewReturn = z.output<typeof newReturnSchema>

export const recordReturn = endpoint({
  ...RETURNING,
  id: 'recordReturn',
  method: 'POST',
  path: '/stamp/v1/return',
  summary: 'Record a returned item. While the record is open, recording the item again answers with it',
  body: newReturnSchema,
  responses: {
    200: returnedItemSchema.extend({
      /** How many address book entries were marked, among those the caller can see. */
      addresses_marked: z.int(),
    }),
  },
  errors: ['not_found', 'not_in_plan'],
})

const narrowing = {
  reason: z.enum(RETURN_REASONS).optional(),
  state: z.enum(RETURN_STATES).optional(),
  /** Beginnings of words in the addressee, postcode, item number or references. All must match. */
  text: singleLine(100).default(''),
  /** Days on which they were recorded. */
  ...dayRange,
}
const narrowingQuery = z.strictObject(narrowing).refine(inOrder, OUT_OF_ORDER)
export type ReturnNarrowing = z.output<typeof narrowingQuery>

const returnQuery = listQuery(['created_at'])
  .extend({ orderAsc: z.enum(['true', 'false']).default('false'), ...narrowing })
  .refine(inOrder, OUT_OF_ORDER)
export type ReturnQuery = z.output<typeof returnQuery>

export const listReturns = endpoint({
  ...RETURNING,
  id: 'listReturns',
  method: 'GET',
  path: '/stamp/v1/return',
  summary: 'The returned items, newest first by default',
  query: returnQuery,
  responses: { 200: pageOf(returnedItemSchema) },
  errors: [],
})

export const countReturns = endpoint({
  ...RETURNING,
  id: 'countReturns',
  method: 'GET',
  path: '/stamp/v1/return/reasons',
  summary: 'How many items came back for each reason, the most frequent first, among those that the query narrows to',
  query: z.strictObject(narrowing).omit({ reason: true }).refine(inOrder, OUT_OF_ORDER),
  responses: { 200: z.object({ data: z.array(z.object({ reason: z.enum(RETURN_REASONS), items: z.int() })) }) },
  errors: [],
})

/** The most rows of a file of returned items. */
export const RETURNS_IN_FILE = 10_000
export const RETURN_CSV_COLUMNS = [
  'came_back_at',
  'posted_on',
  'item_number',
  'company',
  'name',
  'town',
  'postcode',
  'country',
  'reason',
  'note',
  'state',
  'shipment_id',
] as const

export const exportReturns = endpoint({
  ...RETURNING,
  id: 'exportReturns',
  method: 'GET',
  path: '/stamp/v1/return.csv',
  summary: 'The returned items that the query narrows to as a CSV file, newest first, up to 10,000',
  query: narrowingQuery,
  responses: { 200: z.instanceof(Uint8Array) },
  answerType: 'csv',
  errors: [],
})

/** The reason and the rest of a record. Absent fields stay as they are. */
const returnChangeSchema = z.strictObject({
  reason: z.enum(RETURN_REASONS).optional(),
  action: z.enum(RETURN_ACTIONS).optional(),
  notes: singleLine(500).optional(),
  state: z.enum(RETURN_STATES).optional(),
})
export type ReturnChange = z.output<typeof returnChangeSchema>

export const updateReturn = endpoint({
  ...RETURNING,
  id: 'updateReturn',
  method: 'PUT',
  path: '/stamp/v1/return/{id}',
  summary: 'Change the record of a returned item. It can be reopened only if the item was not returned again since',
  params,
  body: returnChangeSchema,
  responses: { 200: returnedItemSchema },
  errors: [],
})

export const prepareAgain = endpoint({
  ...RETURNING,
  id: 'prepareAgain',
  method: 'POST',
  path: '/stamp/v1/return/{id}/pending',
  summary:
    'Prepare the item to be sent again as a pending shipment like the first, once however often the call is repeated',
  params,
  responses: { 200: returnedItemSchema },
  errors: [],
})
