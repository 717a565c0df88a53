import * as z from 'zod'
import { DOCUMENT_TYPES } from './document.ts'
import { endpoint } from './endpoint.ts'
import { shipmentDraftSchema, shipmentSchema } from './shipment.ts'
import { singleLine } from './single-line.ts'

const params = z.strictObject({ id: z.uuid() })

/** The fields that may change after the purchase. Absent fields keep their values. */
const shipmentChangeSchema = z.strictObject({
  references: z.array(singleLine(20)).max(3).optional(),
  notes: singleLine(500).optional(),
  costcenter: shipmentDraftSchema.shape.costcenter.unwrap().optional(),
})
export type ShipmentChange = z.output<typeof shipmentChangeSchema>

export const updateShipment = endpoint({
  id: 'updateShipment',
  method: 'PUT',
  path: '/stamp/v1/shipment/{id}',
  summary: 'Change the references, cost centre and notes of a shipment',
  tag: 'shipment',
  auth: 'session',
  params,
  body: shipmentChangeSchema,
  responses: { 200: shipmentSchema },
  errors: ['budget_exceeded'],
})

/** Why a label is printed again. It is recorded, because only one of the labels may be posted. */
export const REPRINT_REASONS = ['jam', 'lost', 'wrong_printer'] as const
export type ReprintReason = (typeof REPRINT_REASONS)[number]

export const reprintShipment = endpoint({
  id: 'reprintShipment',
  method: 'POST',
  path: '/stamp/v1/shipment/{id}/reprint',
  summary:
    'Allow one more print of these documents, at no cost and as often as needed; answers with fresh links to all',
  tag: 'shipment',
  auth: 'session',
  params,
  body: z.strictObject({
    documents: z.array(z.enum(DOCUMENT_TYPES)).min(1).max(DOCUMENT_TYPES.length),
    reason: z.enum(REPRINT_REASONS).optional(),
  }),
  responses: { 200: shipmentSchema },
  errors: ['document_gone'],
})
