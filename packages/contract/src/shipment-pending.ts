import * as z from 'zod'
import { addressTextSchema, postalAddressSchema } from './address.ts'
import { endpoint } from './endpoint.ts'
import { listQuery, pageOf } from './list.ts'
import { parcelSchema } from './rate.ts'
import { pendingIdSchema, shipmentDraftSchema } from './shipment.ts'
import { shopOrderSchema } from './shop.ts'
import { singleLine } from './single-line.ts'

/** A prepared shipment. The buyer weighs it and chooses service and account, so these may be missing. */
const pendingDraftSchema = shipmentDraftSchema.partial({ service: true, by: true }).extend({
  to: postalAddressSchema,
  parcels: z
    .array(parcelSchema.partial({ weight: true }))
    .length(1)
    .optional(),
})
export type PendingDraft = z.output<typeof pendingDraftSchema>

/** What the person who prepared it asks of the mailroom. */
const noteSchema = singleLine(200)
/** Why it cannot be sent as it is, as an operator reported it. Empty: no problem. */
const problemSchema = singleLine(200)

/**
 * `weighed`: its weight is known. `problem`: an operator reported one, or its order of a shop has one or was changed, whether or
 * not it is weighed.
 */
export const QUEUE_STATES = ['waiting', 'weighed', 'problem'] as const

/** As saved. The rules for addresses may have changed since. */
const pendingShipmentSchema = z.object({
  pending_id: pendingIdSchema,
  /** The short code to write on the item or to scan, such as `K-2041`. It stays when `pending_id` changes. */
  code: z.string(),
  state: z.enum(QUEUE_STATES),
  shipment: pendingDraftSchema.extend({ to: addressTextSchema, from: addressTextSchema }),
  note: z.string(),
  problem: z.string(),
  /** Counts the changes. A change names the version it was made from. */
  version: z.int(),
  /** The operator who is working on it now, if any, and when their claim ends unless they renew it. */
  claimed_by: z.object({ id: z.uuid(), fullname: z.string(), until: z.iso.datetime() }).optional(),
  /** The order of a shop that it was prepared for. */
  order: shopOrderSchema.optional(),
  created_by: z.uuid(),
  created_at: z.iso.datetime(),
})
export type QueuedShipment = z.output<typeof pendingShipmentSchema>

const declared = {
  tag: 'shipment',
  auth: 'session',
  permission: 'mod_shipping',
} as const
const params = z.strictObject({ pending_id: pendingIdSchema })

export const savePending = endpoint({
  ...declared,
  id: 'savePending',
  method: 'POST',
  path: '/stamp/v1/shipment/pending',
  summary: 'Save a prepared shipment. Processing it with its pending_id buys it once and removes it from the queue',
  body: pendingDraftSchema.extend({ note: noteSchema.default('') }),
  responses: { 200: pendingShipmentSchema },
  errors: [],
})

export const listPending = endpoint({
  ...declared,
  id: 'listPending',
  method: 'GET',
  path: '/stamp/v1/shipment/pending',
  summary: 'The prepared shipments of the organisation, oldest first by default, and how many there are in each state',
  query: listQuery(['created_at']).extend({
    state: z.enum(QUEUE_STATES).optional(),
    costcenter: z.uuid().optional(),
    /** Only the one with this code. */
    code: z
      .string()
      .regex(/^K-[1-9]\d{0,14}$/)
      .optional(),
    /** Beginnings of words in the code, the addressee, the town, the postcode or the references. All must match. */
    text: singleLine(100).default(''),
    /** Only those saved, changed, claimed or released since `at` of an earlier answer. */
    changed_after: z.iso.datetime().optional(),
  }),
  responses: {
    200: pageOf(pendingShipmentSchema).extend({
      /** Of the organisation's whole queue, whatever the query asks for. */
      counts: z.object({ waiting: z.int(), weighed: z.int(), problem: z.int() }),
      /** What `changed_after` of the next call should be. It overlaps a little, so that no change is missed. */
      at: z.iso.datetime(),
      /** With `changed_after`: the keys of all purchases since then, whose shipments have left the queue. */
      sold: z.array(pendingIdSchema),
    }),
  },
  errors: [],
})

export const getPending = endpoint({
  ...declared,
  id: 'getPending',
  method: 'GET',
  path: '/stamp/v1/shipment/pending/{pending_id}',
  summary: 'One prepared shipment',
  params,
  responses: { 200: pendingShipmentSchema },
  errors: [],
})

export const updatePending = endpoint({
  ...declared,
  id: 'updatePending',
  method: 'PUT',
  path: '/stamp/v1/shipment/pending/{pending_id}',
  summary:
    'Replace a prepared shipment, for example with its weight. Refused if it was changed since `version` was read',
  params,
  body: pendingDraftSchema.extend({ note: noteSchema, problem: problemSchema, version: z.int().min(1) }),
  responses: { 200: pendingShipmentSchema },
  errors: ['pending_claimed', 'pending_changed'],
})

/** How long a claim lasts unless it is renewed. */
export const CLAIM_MS = 120_000

export const claimPending = endpoint({
  ...declared,
  id: 'claimPending',
  method: 'PUT',
  path: '/stamp/v1/shipment/pending/{pending_id}/claim',
  summary:
    'Claim a prepared shipment for two minutes, so that others see who works on it. Repeating the call renews it',
  params,
  responses: { 200: pendingShipmentSchema },
  errors: ['pending_claimed'],
})

export const releasePending = endpoint({
  ...declared,
  id: 'releasePending',
  method: 'DELETE',
  path: '/stamp/v1/shipment/pending/{pending_id}/claim',
  summary: 'Give up one’s claim of a prepared shipment',
  params,
  responses: { 200: pendingShipmentSchema },
  errors: [],
})

export const deletePending = endpoint({
  ...declared,
  id: 'deletePending',
  method: 'DELETE',
  path: '/stamp/v1/shipment/pending/{pending_id}',
  summary: 'Delete a prepared shipment',
  params,
  responses: { 200: z.object({ pending_id: pendingIdSchema }) },
  errors: ['pending_claimed'],
})
