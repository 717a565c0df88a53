import type { Payment } from '@postroom/contract/payment'
import { randomInt } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { buildApp } from '../../app.ts'
import { aCustomer, type Caller } from '../operators.ts'
import { lookAtDue } from '../../features/payments/look-at-payment.ts'
import { connectStripe, type StripeApi } from '../../features/payments/stripe-api.ts'
import { purchaseScene, type Buyer, type PurchaseScene } from '../purchase-scene.ts'
import { asOwner } from '../test-database.ts'
import { signedEvent, type Delivery } from './signed-event.ts'
import type { StubEvent, StubSession } from './stripe-account.ts'
import { StripeStub } from './stripe-stub.ts'

const SECRET_KEY = 'sk_test_postroom'
export const WEBHOOK_SECRET = 'whsec_postroom'

/** A server that takes payments at the stub of Stripe. */
export interface PaymentScene extends PurchaseScene {
  stub: StripeStub
  stripe: StripeApi
  /** An organisation without money, and its manager. */
  customer(): Promise<Customer>
  /** Delivers an event, signed as Stripe signs it unless a delivery is given. */
  deliver(event: StubEvent | Delivery): Promise<LightMyRequestResponse>
  /** Looks at every payment that may still change, as the running server does by and by. */
  lookAtOpen(): Promise<void>
}

export type Customer = Buyer & { manager: Caller }

export async function paymentScene(): Promise<PaymentScene> {
  const stub = await StripeStub.start(SECRET_KEY)
  const stripe = await connectStripe({
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    apiUrl: new URL(stub.url),
  })
  const scene = await purchaseScene(0)
  await scene.app.close()
  scene.context.stripe = stripe
  const app = await buildApp(scene.context, {
    logLevel: 'silent',
    isReady: async () => true,
    publicCallsPerMinute: 1e6,
    trustProxy: '127.0.0.1',
  })
  const served = { ...scene, app }
  return {
    ...served,
    stub,
    stripe,
    customer: () => aCustomer(served),
    deliver: (event) => {
      const delivery = 'payload' in event ? event : signedEvent(event, { secret: WEBHOOK_SECRET })
      return app.inject({ method: 'POST', url: '/api/stamp/v1/payment/stripe/event', ...delivery })
    },
    lookAtOpen: async () => {
      await asOwner(scene.database.url, `update payment set look_at = now() where look_at is not null`)
      while ((await lookAtDue({ ...scene.context, stripe })).length > 0);
    },
    close: async () => {
      await app.close()
      await scene.database.close()
      await stub.stop()
    },
  }
}

/** A started payment and its page at the stub. */
export async function aPayment(
  { stub }: Pick<PaymentScene, 'stub'>,
  { manager, account }: Customer,
  amount: number,
): Promise<{ payment: Payment; session: StubSession }> {
  const from = { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` } // calls are limited by network
  const answer = await manager.post(`/stamp/v1/carrieraccount/${account}/payment`, { amount }, from)
  const payment = answer.json<Payment & { url: string }>()
  return { payment, session: stub.account.sessions.get(payment.url.split('/').at(-1)!)! }
}

/** A payment as its customer sees it. */
export const stateOf = async ({ manager, account }: Customer, { id }: Payment) =>
  (await manager.get(`/stamp/v1/carrieraccount/${account}/payment/${id}`)).json<Payment>()

/** Everything that happens at Stripe from now on is delivered at once and in order. @returns waits for the deliveries */
export function deliverAll(scene: PaymentScene): () => Promise<void> {
  const deliveries: Promise<unknown>[] = []
  let last: Promise<unknown> = Promise.resolve()
  scene.stub.account.onEvent = (event) => {
    last = last.then(async () => expect((await scene.deliver(event)).statusCode).toBe(200))
    deliveries.push(last)
  }
  return async () => void (await Promise.all(deliveries))
}
