import type { Context } from '../../../context.ts'
import type { Payment } from '../payment.store.ts'
import type { StripeApi } from '../stripe-api.ts'
import type { SeenCharge } from '../stripe-charges.ts'
import { isStillWanted, keepDecline, keepIntent } from './charge.store.ts'

type Charging = Pick<Context, 'db'> & { stripe: StripeApi }

/**
 * Moves a charge on as far as it goes: prepares it, charges the card while that is wanted, and cancels what was declined or is no
 * longer wanted. A charge is over only when Stripe says that it was made or cancelled, so none is made twice, whatever
 * answers are lost and however many processes do this at once.
 *
 * @returns what Stripe knows in the end @throws when Stripe does not answer
 */
export async function chargeCard(context: Charging, payment: Payment): Promise<SeenCharge> {
  const { charges } = context.stripe
  const intentId = payment.intent_id ?? (await prepare(context, payment))
  if (intentId === undefined) return refused(context, payment)
  let seen = await charges.look(intentId)
  if (seen.waits_for === 'confirmation' && (await isStillWanted(context.db, payment.id)))
    seen = await lookAfter(context, intentId, charges.confirm(intentId, payment.id))
  if (seen.decline) await keepDecline(context.db, payment.id, seen.decline)
  const isOver = seen.waits_for === undefined
  // a confirmation whose answer is lost waits for the next look
  const isUnwanted = seen.waits_for === 'cancellation' || !(await isStillWanted(context.db, payment.id))
  return isOver || !isUnwanted ? seen : lookAfter(context, intentId, charges.cancel(intentId))
}

async function prepare({ db, stripe }: Charging, { id, amount, reference, ...card }: Payment) {
  const [customer_id, payment_method_id] = [card.customer_id!, card.payment_method_id!]
  const intentId = await stripe.charges.prepare({ id, amount, reference, customer_id, payment_method_id })
  if (intentId !== undefined) await keepIntent(db, id, intentId)
  return intentId
}

/** Stripe does not know the card any more. */
async function refused({ db }: Charging, { id, amount }: Payment): Promise<SeenCharge> {
  await keepDecline(db, id, 'card_declined')
  return { state: 'failed', payment_id: id, amount, currency: 'gbp', reversals: [] }
}

/** The answer to a call does not count, because it may be lost or refuse what another process did: Stripe is asked. */
async function lookAfter({ stripe }: Charging, intentId: string, call: Promise<void>): Promise<SeenCharge> {
  await call.catch(() => undefined)
  return stripe.charges.look(intentId)
}
