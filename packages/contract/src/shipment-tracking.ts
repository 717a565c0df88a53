import { TRACKING_CODES } from '@postroom/domain/post/tracking'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'

/** Something that happened to one item of a shipment. The description is the carrier's words, in English. */
const trackingEventSchema = z.object({
  item_number: z.string(),
  at: z.iso.datetime(),
  code: z.enum(TRACKING_CODES),
  description: z.string(),
  place: z.string(),
})

/**
 * What is known of a shipment's way, oldest first. `as_of` is when the carrier last answered: an old one says that it has
 * been silent since; null that it has never answered. `is_final`: every item has arrived, come back or is lost.
 */
export const trackingSchema = z.object({
  data: z.array(trackingEventSchema),
  as_of: z.iso.datetime().nullable(),
  is_final: z.boolean(),
  /** Why nothing can be told: the service has no tracking, nothing was bought, or the postage was taken back. */
  reason: z.enum(['service_not_tracked', 'not_bought']).optional(),
})
export type Tracking = z.output<typeof trackingSchema>

export const trackShipment = endpoint({
  id: 'trackShipment',
  method: 'GET',
  path: '/stamp/v1/shipment/{id}/tracking',
  summary: 'What happened to the items of a shipment; the carrier is asked at most once in five minutes',
  tag: 'shipment',
  auth: 'session',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: trackingSchema },
  errors: [],
})
