import { TRACKING_CODES } from '@postroom/domain/post/tracking'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'

/** A tracking event of one item. The description is in the carrier's words, in English. */
const trackingEventSchema = z.object({
  item_number: z.string(),
  at: z.iso.datetime(),
  code: z.enum(TRACKING_CODES),
  description: z.string(),
  place: z.string(),
})

/**
 * The tracking events of a shipment, oldest first. `as_of` is when the carrier last answered about every item; null: never.
 * `is_final`: every item was delivered, returned or lost.
 */
export const trackingSchema = z.object({
  data: z.array(trackingEventSchema),
  as_of: z.iso.datetime().nullable(),
  is_final: z.boolean(),
  /**
   * Why there are no events: the service has no tracking, nothing was bought, or the shipment was voided. `not_connected`:
   * no new ones, since the server cannot ask the carrier where items are.
   */
  reason: z.enum(['service_not_tracked', 'not_bought', 'not_connected']).optional(),
})
export type Tracking = z.output<typeof trackingSchema>

export const trackShipment = endpoint({
  id: 'trackShipment',
  method: 'GET',
  path: '/stamp/v1/shipment/{id}/tracking',
  summary: 'The tracking events of a shipment; the server polls the carrier at most once in five minutes',
  tag: 'shipment',
  auth: 'session',
  scope: 'tracking',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: trackingSchema },
  errors: [],
})
