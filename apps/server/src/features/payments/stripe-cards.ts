import type { Stripe } from 'stripe'

/** What is kept of a card. */
export interface CardFacts {
  payment_method_id: string
  brand: string
  last4: string
  /** The last month in which it is valid, as `2027-04`. */
  expires: string
}

export interface AskedCard {
  /** Of our row. */
  id: string
  customer_id: string
  /** Where Stripe's page leads back to. */
  returnUrl: string
}

/** The calls about cards that Stripe keeps. Each may fail; all may be repeated. */
export const stripeCards = (stripe: Stripe, isRefusal: (error: unknown) => boolean) => ({
  /** The customer at Stripe that stands for an account, once for each account. */
  customerOf: async (accountId: string): Promise<string> => {
    const facts = { metadata: { account_id: accountId } }
    return (await stripe.customers.create(facts, { idempotencyKey: `customer-${accountId}` })).id
  },

  /** Opens the page on which a card is entered. The same row has the same page for 24 hours. */
  openCardPage: async ({ id, customer_id, returnUrl }: AskedCard) => {
    const wanted = {
      mode: 'setup',
      payment_method_types: ['card'],
      customer: customer_id,
      client_reference_id: id,
      success_url: returnUrl,
      cancel_url: returnUrl,
    } as const
    const session = await stripe.checkout.sessions.create(wanted, { idempotencyKey: id })
    return { session_id: session.id, url: session.url }
  },

  /** The card that was entered on a page; `open` or `expired` without one. */
  lookAtCardPage: async (sessionId: string): Promise<'open' | 'expired' | CardFacts> => {
    const expand = ['setup_intent.payment_method']
    const { status, setup_intent } = await stripe.checkout.sessions.retrieve(sessionId, { expand })
    if (status !== 'complete') return status === 'expired' ? 'expired' : 'open'
    const method = (setup_intent as Stripe.SetupIntent | null)?.payment_method as Stripe.PaymentMethod | null
    return method?.card ? factsOf(method.id, method.card) : 'expired'
  },

  /** Ends a page, so that nothing is entered or paid on it any more, unless that has happened already. */
  endPage: (sessionId: string): Promise<void> => unlessRefused(stripe.checkout.sessions.expire(sessionId), isRefusal),

  /** Stripe forgets a card; one that it has forgotten already is as well. */
  detach: (paymentMethodId: string): Promise<void> =>
    unlessRefused(stripe.paymentMethods.detach(paymentMethodId), isRefusal),
})

const factsOf = (payment_method_id: string, card: Stripe.PaymentMethod.Card): CardFacts => {
  const { brand, last4, exp_month, exp_year } = card
  return { payment_method_id, brand, last4, expires: `${exp_year}-${String(exp_month).padStart(2, '0')}` }
}

/** A refusal of what has happened already is no failure. */
async function unlessRefused(call: Promise<unknown>, isRefusal: (error: unknown) => boolean): Promise<void> {
  await call.catch((error: unknown) => {
    if (!isRefusal(error)) throw error
  })
}
