import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery, pageOf } from './list.ts'
import { WEBHOOK_EVENTS } from './webhook-event.ts'

/** The most webhooks that an organisation has. */
export const WEBHOOKS_MAX = 10
/** How long the secret before the last one signs too. */
export const OVERLAP_HOURS = 24

/** `off`: Postroom has switched it off, because nothing was accepted for days. Its events wait, as those of a paused one. */
export const WEBHOOK_STATES = ['on', 'paused', 'off'] as const

/**
 * Why an event was not accepted. `refused`: the status of the answer was not 2xx. `address_refused`: the address is not one on the
 * public internet. `unreadable`: the stored secret cannot be opened with the server's secret.
 */
export const WEBHOOK_TROUBLES = ['refused', 'unreachable', 'address_refused', 'unreadable'] as const
export type WebhookTrouble = (typeof WEBHOOK_TROUBLES)[number]

/** `waiting`: not accepted yet, and attempted again. `failed`: given up, until somebody sends it again. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** A name and password before the host would be stored in the clear. */
const WITHOUT_PASSWORD = /^https?:\/\/[^/?#\\@]+(?:[/?#]|$)/i

const wanted = {
  url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .regex(WITHOUT_PASSWORD),
  events: z
    .array(z.enum(WEBHOOK_EVENTS))
    .min(1)
    .max(WEBHOOK_EVENTS.length)
    .refine((events) => new Set(events).size === events.length),
}

/** An address that events are reported to. Its secret is returned only when it is made. */
const webhookSchema = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  state: z.enum(WEBHOOK_STATES),
  created_at: z.iso.datetime(),
  /** When the first attempt failed since one was last accepted. */
  failing_since: z.iso.datetime().optional(),
  /** Events that are not accepted yet, and those that were given up. */
  waiting: z.int(),
  failed: z.int(),
})
export type Webhook = z.output<typeof webhookSchema>

const withSecretSchema = z.object({ webhook: webhookSchema, secret: z.string() })

/** What an attempt led to. `answer` is the beginning of the body of the answer, as text. */
const outcome = {
  status: z.int().optional(),
  trouble: z.enum(WEBHOOK_TROUBLES).optional(),
  answer: z.string().optional(),
}

const testSchema = z.object({ accepted: z.boolean(), ...outcome })
export type WebhookTest = z.output<typeof testSchema>

const deliverySchema = z.object({
  /** The `webhook-id` under which it is sent. */
  event_id: z.uuid(),
  event: z.enum(WEBHOOK_EVENTS),
  shipment_id: z.uuid().optional(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  created_at: z.iso.datetime(),
  /** The last attempt, and the next one. */
  tried_at: z.iso.datetime().optional(),
  due_at: z.iso.datetime().optional(),
  ...outcome,
})
export type WebhookDelivery = z.output<typeof deliverySchema>

const OF_MANAGERS = { tag: 'shipment', auth: 'session', permission: 'administration' } as const
const PATH = '/stamp/v1/webhook'
const params = z.strictObject({ webhookId: z.uuid() })

export const listWebhooks = endpoint({
  ...OF_MANAGERS,
  id: 'listWebhooks',
  method: 'GET',
  path: PATH,
  summary: `The addresses that events of the organisation are reported to, oldest first: ${WEBHOOKS_MAX} at most`,
  responses: { 200: z.object({ data: z.array(webhookSchema) }) },
  errors: [],
})

export const createWebhook = endpoint({
  ...OF_MANAGERS,
  id: 'createWebhook',
  method: 'POST',
  path: PATH,
  summary: 'Report events to an address from now on. The secret that signs them is returned this once',
  body: z.strictObject(wanted),
  responses: { 200: withSecretSchema },
  errors: ['too_many_webhooks', 'webhook_address_refused'],
})

export const changeWebhook = endpoint({
  ...OF_MANAGERS,
  id: 'changeWebhook',
  method: 'PUT',
  path: `${PATH}/{webhookId}`,
  summary: 'Change a webhook, pause it, or turn it on again: the events that waited are then sent in their order',
  params,
  body: z.strictObject({ ...wanted, state: z.enum(['on', 'paused']) }).partial(),
  responses: { 200: webhookSchema },
  errors: ['webhook_address_refused'],
})

export const renewWebhookSecret = endpoint({
  ...OF_MANAGERS,
  id: 'renewWebhookSecret',
  method: 'POST',
  path: `${PATH}/{webhookId}/secret`,
  summary: `Make a new secret. For ${OVERLAP_HOURS} hours the one before signs too`,
  params,
  responses: { 200: withSecretSchema },
  errors: [],
})

export const testWebhook = endpoint({
  ...OF_MANAGERS,
  id: 'testWebhook',
  method: 'POST',
  path: `${PATH}/{webhookId}/test`,
  summary: 'Send the event ping now, once, and return what came of it',
  params,
  responses: { 200: testSchema },
  errors: ['too_many_requests'],
})

export const removeWebhook = endpoint({
  ...OF_MANAGERS,
  id: 'removeWebhook',
  method: 'DELETE',
  path: `${PATH}/{webhookId}`,
  summary: 'Report nothing more to an address, and forget what was reported',
  params,
  responses: { 200: z.object({ webhookId: z.uuid() }) },
  errors: [],
})

export const listWebhookDeliveries = endpoint({
  ...OF_MANAGERS,
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: `${PATH}/{webhookId}/delivery`,
  summary: 'The events of the last 30 days for an address, newest first, with what came of the last attempt of each',
  params,
  query: listQuery(['created_at'])
    .pick({ start: true, length: true })
    .extend({ state: z.enum(DELIVERY_STATES).optional() }),
  responses: { 200: pageOf(deliverySchema) },
  errors: [],
})

export const replayWebhookDelivery = endpoint({
  ...OF_MANAGERS,
  id: 'replayWebhookDelivery',
  method: 'POST',
  path: `${PATH}/{webhookId}/delivery/{eventId}/replay`,
  summary: 'Send one event again, under the same webhook-id',
  params: params.extend({ eventId: z.uuid() }),
  responses: { 202: deliverySchema },
  errors: [],
})

export const replayFailedDeliveries = endpoint({
  ...OF_MANAGERS,
  id: 'replayFailedDeliveries',
  method: 'POST',
  path: `${PATH}/{webhookId}/replay`,
  summary: 'Send all events again that were given up since a time',
  params,
  body: z.strictObject({ since: z.iso.datetime() }),
  responses: { 202: z.object({ replayed: z.int() }) },
  errors: [],
})
