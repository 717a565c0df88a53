import * as z from 'zod'
import { TRACKING_CODES } from '@postroom/domain/post/tracking'

/** A shipment, and the key under which it was bought. */
const shipment = { shipment_id: z.uuid(), pending_id: z.string() }
/** What the carrier saw of one item. */
const scan = { ...shipment, item_number: z.string(), code: z.enum(TRACKING_CODES), at: z.iso.datetime() }

/** The content of each event that organisations may choose: ids and states, and nothing of a person. */
export const EVENT_DATA = {
  'shipment.bought': z.object({ ...shipment, item_numbers: z.array(z.string()) }),
  'shipment.rejected': z.object(shipment),
  'shipment.cancelled': z.object(shipment),
  'shipment.voided': z.object(shipment),
  'shipment.void_refused': z.object(shipment),
  'shipment.printed': z.object(shipment),
  'shipment.tracked': z.object(scan),
  'shipment.delivered': z.object(scan),
  'shipment.returned': z.object(scan),
  'batch.finished': z.object({ batch_id: z.string(), bought: z.int(), failed: z.int(), stopped: z.int() }),
  'balance.low': z.object({ account_id: z.uuid(), balance: z.int(), low_balance: z.int() }),
} as const satisfies Record<string, z.ZodObject>

export type WebhookEvent = keyof typeof EVENT_DATA
export const WEBHOOK_EVENTS = Object.keys(EVENT_DATA) as [WebhookEvent, ...WebhookEvent[]]

/** An event and its content. */
export type EventFacts = {
  [Name in WebhookEvent]: { type: Name; data: z.output<(typeof EVENT_DATA)[Name]> }
}[WebhookEvent]

/** What is posted to an address. `timestamp` is when it happened; `ping` is what the test button sends. */
export const webhookMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ping'), timestamp: z.iso.datetime(), data: z.object({ webhook_id: z.uuid() }) }),
  ...WEBHOOK_EVENTS.map((type) =>
    z.object({ type: z.literal(type), timestamp: z.iso.datetime(), data: EVENT_DATA[type] }),
  ),
])
