import { toPence, type Pence } from '@postroom/domain/money'
import type { Stripe } from 'stripe'
import { stripeCards } from './stripe-cards.ts'
import { stripeCharges } from './stripe-charges.ts'
import { movementsBetween, type Movement } from './stripe-movements.ts'
import type { SeenPayment } from './seen-payment.ts'
import { reversalsOf } from './stripe-reversals.ts'

/** Keys of an account at Stripe, and where its interface is. */
export interface StripeKeys {
  secretKey: string
  webhookSecret: string
  /** Only for the stub of the tests; Stripe itself where it is absent. */
  apiUrl?: URL | undefined
}

/** What a customer is asked to pay. */
export interface AskedPayment {
  id: string
  amount: Pence
  reference: string
  /** Where Stripe's page leads back to. */
  returnUrl: string
}

/** A verified event: something happened to the payment with this id, or to another one of the Stripe account. */
export interface StripeEvent {
  id: string
  type: string
  at: Date
  /** The page on which it is paid, where the event names it. */
  session_id?: string
  /** The payment; absent where only its intent is known. */
  payment_id?: string | undefined
  intent_id?: string | undefined
  /** The card that is entered on the page. */
  card_id?: string | undefined
}

/** The calls to Stripe that payments need. Each may fail; all may be repeated. */
export type StripeApi = Awaited<ReturnType<typeof connectStripe>>

/** Events that change a payment. Others are ignored. */
const SESSION_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
] as const
const REVERSAL_EVENTS = [
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const

/** Of charges of saved cards. */
const CHARGE_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
] as const

const ANSWER_WITHIN_MS = 10_000
const CURRENCY = 'gbp'

/** Loads the SDK, so that only installations with Stripe pay for it at the start. */
export async function connectStripe({ secretKey, webhookSecret, apiUrl }: StripeKeys) {
  const { Stripe: StripeSdk } = await import('stripe')
  const stripe = new StripeSdk(secretKey, {
    timeout: ANSWER_WITHIN_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(apiUrl && { host: apiUrl.hostname, port: apiUrl.port, protocol: 'http' }),
  })

  // a call that Stripe understood and refused: repeated, it would be refused again
  const isRefusal = (error: unknown) => error instanceof StripeSdk.errors.StripeInvalidRequestError

  return {
    cards: stripeCards(stripe, isRefusal),
    charges: stripeCharges(stripe, isRefusal),

    /** Opens the page on which a payment is made. The same payment has the same page for 24 hours. */
    openPage: async (payment: AskedPayment): Promise<{ session_id: string; url: string | null }> => {
      const { id, url } = await stripe.checkout.sessions.create(sessionOf(payment), { idempotencyKey: payment.id })
      return { session_id: id, url }
    },

    /** What Stripe knows now of the payment made on a page. */
    look: async (sessionId: string): Promise<SeenPayment> => {
      const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent'] })
      const intent = session.payment_intent as Stripe.PaymentIntent | null
      return {
        state: stateOf(session, intent),
        payment_id: session.client_reference_id ?? '',
        amount: toPence(session.amount_total ?? 0),
        currency: session.currency ?? '',
        reversals: intent ? await reversalsOf(stripe, intent.id) : [],
      }
    },

    /** The event of a delivery. Undefined: not signed with our secret in the last five minutes. */
    readEvent: (body: string, signature: string): StripeEvent | 'of_no_payment' | undefined => {
      try {
        return eventOf(stripe.webhooks.constructEvent(body, signature, webhookSecret))
      } catch (error) {
        if (error instanceof StripeSdk.errors.StripeSignatureVerificationError || error instanceof SyntaxError)
          return undefined
        throw error
      }
    },

    /** The payment that an intent belongs to; undefined where it is none of ours. */
    paymentOfIntent: async (intentId: string): Promise<string | undefined> =>
      (await stripe.paymentIntents.retrieve(intentId)).metadata['payment_id'],

    /** What moved on our balance at Stripe between two instants. */
    movementsBetween: (from: Date, to: Date): Promise<Movement[]> => movementsBetween(stripe, from, to),

    /** Every event since a time that changes a payment, in pages. Stripe keeps events for 30 days. */
    eventsSince: async function* (since: Date): AsyncGenerator<StripeEvent[]> {
      const created = { gte: Math.floor(since.getTime() / 1000) }
      const types = [...SESSION_EVENTS, ...REVERSAL_EVENTS, ...CHARGE_EVENTS]
      let after: string | undefined
      do {
        const page = await stripe.events.list({ created, types, limit: 100, ...(after && { starting_after: after }) })
        yield page.data.map(eventOf).filter((event) => event !== 'of_no_payment')
        after = page.has_more ? page.data.at(-1)?.id : undefined
      } while (after !== undefined)
    },
  }
}

const sessionOf = ({ id, amount, reference, returnUrl }: AskedPayment): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  client_reference_id: id,
  line_items: [
    {
      quantity: 1,
      price_data: { currency: CURRENCY, unit_amount: amount, product_data: { name: `Postage ${reference}` } },
    },
  ],
  payment_intent_data: { metadata: { payment_id: id }, description: reference },
  success_url: returnUrl,
  cancel_url: returnUrl,
})

/** A delayed payment that failed leaves its page complete and unpaid, like one that is pending. Only the intent differs. */
function stateOf({ status, payment_status }: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null) {
  if (payment_status === 'paid') return 'paid'
  if (status !== 'complete') return status === 'expired' ? 'failed' : 'open'
  return intent?.status === 'requires_payment_method' || intent?.status === 'canceled' ? 'failed' : 'pending'
}

const isOneOf = <Type extends string>(types: readonly Type[], type: string): type is Type =>
  (types as readonly string[]).includes(type)

function eventOf(event: Stripe.Event): StripeEvent | 'of_no_payment' {
  const fact = { id: event.id, type: event.type, at: new Date(event.created * 1000) }
  if (isOneOf(SESSION_EVENTS, event.type)) {
    const session = event.data.object as Stripe.Checkout.Session
    const id = session.client_reference_id ?? undefined
    return { ...fact, session_id: session.id, ...(session.mode === 'setup' ? { card_id: id } : { payment_id: id }) }
  }
  if (isOneOf(CHARGE_EVENTS, event.type)) {
    const { id, metadata } = event.data.object as Stripe.PaymentIntent
    // the intents of pages have events of their pages
    return metadata['kind'] === 'automatic'
      ? { ...fact, intent_id: id, payment_id: metadata['payment_id'] }
      : 'of_no_payment'
  }
  if (!isOneOf(REVERSAL_EVENTS, event.type)) return 'of_no_payment'
  const { payment_intent } = event.data.object as Stripe.Refund | Stripe.Dispute
  return { ...fact, intent_id: typeof payment_intent === 'string' ? payment_intent : payment_intent?.id }
}
