import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { singleLine } from './single-line.ts'

/**
 * The refund of a voided shipment. `amount` is the whole payment in pence, including Postroom's fees. `expected_by` is the
 * day of the refund, or the latest day expected; null when there is none.
 */
const refundSchema = z.object({
  amount: z.int().min(0),
  status: z.enum(['submitted', 'refunded', 'rejected']),
  expected_by: z.iso.date().nullable(),
})

/** One step of a void: requested and why, granted, or rejected and why. */
const voidEventSchema = z.object({
  status: z.enum(['void_requested', 'voided', 'void_rejected']),
  at: z.iso.datetime(),
  reason: z.string(),
})

/** The refund of a shipment with its events, oldest first. */
export const refundTimelineSchema = refundSchema.extend({ events: z.array(voidEventSchema) })
export type RefundTimeline = z.output<typeof refundTimelineSchema>

/** `void_rejected`: the carrier refused. The shipment stays bought, its documents stay valid, and a void may be requested again. */
export const voidAnswerSchema = z.object({
  id: z.uuid(),
  status: voidEventSchema.shape.status,
  /** The reason, in the carrier's words. */
  message: z.string().optional(),
  refund: refundSchema,
})
export type VoidAnswer = z.output<typeof voidAnswerSchema>

export const voidShipment = endpoint({
  id: 'voidShipment',
  method: 'PUT',
  path: '/stamp/v1/shipment/{id}/void',
  summary: 'Void postage before it is used. 202 while the carrier has not answered: get the shipment again later',
  tag: 'shipment',
  auth: 'session',
  permission: 'void',
  scope: 'void',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({ cancellation_reason: singleLine(200).min(1) }),
  responses: { 200: voidAnswerSchema, 202: voidAnswerSchema },
  errors: ['shipment_not_voidable', 'void_too_late'],
})
