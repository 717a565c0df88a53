import * as z from 'zod'
import { addressTextSchema } from './address.ts'
import { endpoint } from './endpoint.ts'
import { listQuery, pageOf } from './list.ts'
import { pendingIdSchema, shipmentDraftSchema } from './shipment.ts'

/** A prepared shipment. The buyer weighs it and chooses service and account, so these may be missing. */
const pendingDraftSchema = shipmentDraftSchema.partial({ parcels: true, service: true, by: true })
export type PendingDraft = z.output<typeof pendingDraftSchema>

/** As saved. The rules for addresses may have changed since. */
const pendingShipmentSchema = z.object({
  pending_id: pendingIdSchema,
  shipment: pendingDraftSchema.extend({ to: addressTextSchema, from: addressTextSchema }),
  created_by: z.uuid(),
  created_at: z.iso.datetime(),
})

const declared = {
  tag: 'shipment',
  auth: 'session',
  permission: 'mod_shipping',
  errors: [],
} as const
const params = z.strictObject({ pending_id: pendingIdSchema })

export const savePending = endpoint({
  ...declared,
  id: 'savePending',
  method: 'POST',
  path: '/stamp/v1/shipment/pending',
  summary: 'Save a prepared shipment. Processing it with its pending_id buys it once and removes it from the queue',
  body: pendingDraftSchema,
  responses: { 200: pendingShipmentSchema },
})

export const listPending = endpoint({
  ...declared,
  id: 'listPending',
  method: 'GET',
  path: '/stamp/v1/shipment/pending',
  summary: 'The prepared shipments of the organisation, oldest first by default',
  query: listQuery(['created_at']),
  responses: { 200: pageOf(pendingShipmentSchema) },
})

export const getPending = endpoint({
  ...declared,
  id: 'getPending',
  method: 'GET',
  path: '/stamp/v1/shipment/pending/{pending_id}',
  summary: 'One prepared shipment',
  params,
  responses: { 200: pendingShipmentSchema },
})

export const deletePending = endpoint({
  ...declared,
  id: 'deletePending',
  method: 'DELETE',
  path: '/stamp/v1/shipment/pending/{pending_id}',
  summary: 'Delete a prepared shipment',
  params,
  responses: { 200: z.object({ pending_id: pendingIdSchema }) },
})
