import * as z from 'zod'
import { addressTextSchema, postalAddressSchema } from './address.ts'
import { calendarDay } from './calendar-day.ts'
import { endpoint } from './endpoint.ts'
import { penceSchema } from './rate.ts'
import { shipmentDraftSchema } from './shipment.ts'
import { singleLine } from './single-line.ts'

/** A shipment posted without Postroom: franked elsewhere or bought at a counter. Nothing is printed and no money moves. */
const manualDraftSchema = z.strictObject({
  carrier: singleLine(40).min(1),
  service_name: singleLine(80).min(1),
  /** The item number, if any; stored in capitals without spaces. */
  number: singleLine(40).default(''),
  shipping_date: calendarDay,
  to: postalAddressSchema,
  from: postalAddressSchema.optional(),
  /** The price paid elsewhere, in pence. */
  total_charge: penceSchema.default(0),
  /** Stored as given. The rules for references apply only to purchases. */
  references: z.array(singleLine(20)).max(3).default([]),
  costcenter: shipmentDraftSchema.shape.costcenter,
  notes: singleLine(500).default(''),
})
export type ManualDraft = z.output<typeof manualDraftSchema>

/** As entered. The rules for addresses may have changed since. */
export const manualShipmentSchema = manualDraftSchema.extend({
  id: z.uuid(),
  transaction_type: z.literal('manual'),
  to: addressTextSchema,
  from: addressTextSchema.optional(),
  created_at: z.iso.datetime(),
})
export type ManualShipment = z.output<typeof manualShipmentSchema>

const MANUAL = { tag: 'shipment', auth: 'session', permission: 'mod_shipping', errors: [] } as const
const params = z.strictObject({ id: z.uuid() })

export const createManualShipment = endpoint({
  ...MANUAL,
  id: 'createManualShipment',
  method: 'POST',
  path: '/stamp/v1/shipment/manual',
  summary: 'Enter a shipment that was posted without Postroom, so that the search finds it',
  body: manualDraftSchema,
  responses: { 200: manualShipmentSchema },
})

export const updateManualShipment = endpoint({
  ...MANUAL,
  id: 'updateManualShipment',
  method: 'PUT',
  path: '/stamp/v1/shipment/manual/{id}',
  summary: 'Replace a shipment entered by hand',
  params,
  body: manualDraftSchema,
  responses: { 200: manualShipmentSchema },
})

export const deleteManualShipment = endpoint({
  ...MANUAL,
  id: 'deleteManualShipment',
  method: 'DELETE',
  path: '/stamp/v1/shipment/manual/{id}',
  summary: 'Delete a shipment entered by hand, and the record of its return',
  params,
  responses: { 200: z.object({ id: z.uuid() }) },
})
