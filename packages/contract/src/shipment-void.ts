import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { singleLine } from './single-line.ts'

/**
 * What becomes of the money of a voided shipment. `amount` is in pence and all that was paid, our own fees too.
 * `expected_by` is the day it is back, or is back at the latest; null when it stays spent.
 */
const refundSchema = z.object({
  amount: z.int().min(0),
  status: z.enum(['submitted', 'refunded', 'rejected']),
  expected_by: z.iso.date().nullable(),
})

/** One step on the way of a void: asked for and why, granted, or refused and why. */
const voidEventSchema = z.object({
  status: z.enum(['void_requested', 'voided', 'void_rejected']),
  at: z.iso.datetime(),
  reason: z.string(),
})

/** The refund of a shipment with everything that happened to it, oldest first. */
export const refundTimelineSchema = refundSchema.extend({ events: z.array(voidEventSchema) })
export type RefundTimeline = z.output<typeof refundTimelineSchema>

/** `void_rejected` is the carrier's no: the shipment stays bought, its papers stay good, and it may be asked again. */
export const voidAnswerSchema = z.object({
  id: z.uuid(),
  status: voidEventSchema.shape.status,
  /** Why the carrier refuses, in its words. */
  message: z.string().optional(),
  refund: refundSchema,
})
export type VoidAnswer = z.output<typeof voidAnswerSchema>

export const voidShipment = endpoint({
  id: 'voidShipment',
  method: 'PUT',
  path: '/stamp/v1/shipment/{id}/void',
  summary: 'Take postage back before it is used; 202 while the carrier has not answered, ask the shipment again then',
  tag: 'shipment',
  auth: 'session',
  permission: 'void',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({ cancellation_reason: singleLine(200).min(1) }),
  responses: { 200: voidAnswerSchema, 202: voidAnswerSchema },
  errors: ['shipment_not_voidable', 'void_too_late'],
})
