import { toPence, type Pence } from '@postroom/domain/money'
import type { Stripe } from 'stripe'
import type { Decline } from '../../db/tables/money/payments.ts'
import type { SeenPayment } from './seen-payment.ts'
import { reversalsOf } from './stripe-reversals.ts'

/** What a saved card is to be charged. */
export interface AskedCharge {
  id: string
  amount: Pence
  reference: string
  customer_id: string
  payment_method_id: string
}

/** What Stripe knows of a charge, and what it waits for: to be confirmed, or to be cancelled because it was declined. */
export type SeenCharge = SeenPayment & { waits_for?: 'confirmation' | 'cancellation'; decline?: Decline | undefined }

/**
 * The calls that charge a saved card. A charge is prepared first: no money moves before it is confirmed, and Stripe
 * confirms it once. So what became of a lost answer can always be asked.
 */
export const stripeCharges = (stripe: Stripe, isRefusal: (error: unknown) => boolean) => ({
  /** Prepares a charge; the same payment has the same one. @returns its id; undefined when Stripe refuses the card */
  prepare: async ({ id, amount, reference, ...card }: AskedCharge): Promise<string | undefined> => {
    const wanted = {
      amount,
      currency: 'gbp',
      customer: card.customer_id,
      payment_method: card.payment_method_id,
      payment_method_types: ['card'],
      description: reference,
      metadata: { payment_id: id, kind: 'automatic' },
    }
    try {
      return (await stripe.paymentIntents.create(wanted, { idempotencyKey: id })).id
    } catch (error) {
      if (isRefusal(error)) return undefined
      throw error
    }
  },

  /** Charges the card. What became of it is looked at, whatever this call answers. */
  confirm: async (intentId: string, paymentId: string): Promise<void> => {
    const key = { idempotencyKey: `${paymentId}-confirm` }
    await stripe.paymentIntents.confirm(intentId, { off_session: true }, key)
  },

  /** Cancels a charge that was not made. What became of it is looked at too. */
  cancel: async (intentId: string): Promise<void> => void (await stripe.paymentIntents.cancel(intentId)),

  /** What Stripe knows now of a charge. */
  look: async (intentId: string): Promise<SeenCharge> => {
    const intent = await stripe.paymentIntents.retrieve(intentId)
    const { metadata, amount, currency, status } = intent
    const known = { payment_id: metadata['payment_id'] ?? '', amount: toPence(amount), currency }
    if (status === 'succeeded') return { ...known, state: 'paid', reversals: await reversalsOf(stripe, intentId) }
    if (status === 'processing') return { ...known, state: 'pending', reversals: [] }
    if (status === 'canceled') return { ...known, state: 'failed', reversals: [] }
    const unpaid = { ...known, state: 'open' as const, reversals: [] }
    if (status === 'requires_confirmation') return { ...unpaid, waits_for: 'confirmation' }
    return { ...unpaid, waits_for: 'cancellation', decline: declineOf(intent) }
  },
})

/** `requires_action`: the bank wants the owner of the card, who is not present. */
function declineOf({ status, last_payment_error }: Stripe.PaymentIntent): Decline {
  const { code, decline_code } = last_payment_error ?? {}
  if (status === 'requires_action' || [code, decline_code].includes('authentication_required'))
    return 'authentication_required'
  if (code === 'expired_card') return 'card_expired'
  return decline_code === 'insufficient_funds' ? 'insufficient_funds' : 'card_declined'
}
