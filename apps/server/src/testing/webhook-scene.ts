import type { Webhook, WebhookDelivery } from '@postroom/contract/webhook'
import { WEBHOOK_EVENTS } from '@postroom/contract/webhook-event'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LightMyRequestResponse } from 'fastify'
import { claimDeliveries } from '../features/webhooks/delivery.store.ts'
import { shareEvents } from '../features/webhooks/report-events.store.ts'
import { deliver } from '../features/webhooks/send-deliveries.ts'
import { aBuyer, type Buyer, type PurchaseScene } from './purchase-scene.ts'
import { quietLog } from './quiet-log.ts'
import { signInto } from './sign-into.ts'
import { asOwner } from './test-database.ts'

/** A post as it arrived. */
export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
  message: { type: string; timestamp: string; data: Record<string, unknown> }
}

/** A server that an organisation has named. */
export interface Receiver {
  url: string
  received: Received[]
  types(): string[]
  /** How it answers a post; with 204 unless a test changes it. */
  answer: (response: ServerResponse, received: Received) => void
  stop(): void
}

export async function aReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      const message = body === '' ? {} : (JSON.parse(body) as object)
      const received = { path: request.url, headers: request.headers, body, message } as Received
      receiver.received.push(received)
      receiver.answer(response, received)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    types: () => receiver.received.map(({ message }) => message.type),
    answer: (response) => void response.writeHead(204).end(),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return receiver
}

/** An organisation with a manager and a receiver. */
export interface WebhookScene {
  buyer: Buyer
  receiver: Receiver
  /** Calls the API as the manager, below `/webhook`. */
  ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object): Promise<LightMyRequestResponse>
  /** Has the events of all kinds, or some, reported to the receiver. */
  create(change?: object): Promise<{ webhook: Webhook; secret: string }>
  /** Makes every delivery that is due, in the order of the sender, until none is. @returns how many attempts */
  deliverAll(): Promise<number>
  /** As if the pauses between attempts had passed. */
  makeDue(): Promise<unknown>
  deliveries(webhook: string, query?: string): Promise<WebhookDelivery[]>
  listed(): Promise<Webhook[]>
}

export async function webhookScene(scene: PurchaseScene): Promise<WebhookScene> {
  const buyer = await aBuyer(scene, 100_00)
  const receiver = await aReceiver()
  const { authorization } = await signInto(scene, buyer.organisation)
  const { context, app, database } = scene
  const ask: WebhookScene['ask'] = (method, path, payload) =>
    app.inject({ method, url: `/api/stamp/v1/webhook${path}`, headers: { authorization }, ...(payload && { payload }) })
  const its = `organisation_id = '${buyer.organisation}'`
  return {
    buyer,
    receiver,
    ask,
    create: async (change) => (await ask('POST', '', { url: receiver.url, events: WEBHOOK_EVENTS, ...change })).json(),
    deliverAll: async () => {
      await shareEvents(context.db)
      for (let attempts = 0; ;) {
        const claimed = await claimDeliveries(context.db, 100)
        if (claimed.length === 0) return attempts
        attempts += claimed.length
        await Promise.all(claimed.map((each) => deliver(context, each, quietLog)))
      }
    },
    makeDue: () =>
      asOwner(database.url, `update webhook_delivery set due_at = now(), leased_until = null where ${its}`),
    deliveries: async (webhook, query = '') =>
      (await ask('GET', `/${webhook}/delivery${query}`)).json<{ data: WebhookDelivery[] }>().data,
    listed: async () => (await ask('GET', '')).json<{ data: Webhook[] }>().data,
  }
}
