import type { Context } from '../../context.ts'
import { chargeCard } from './automatic/charge-card.ts'
import { applySeen } from './apply-seen.ts'
import type { Difference } from './difference.store.ts'
import { beginDueLooks, beginLook } from './look.store.ts'
import type { Payment } from './payment.store.ts'
import type { StripeApi } from './stripe-api.ts'

/** After this time a payment whose page was never opened is given up: nobody has got its address. */
const GIVEN_UP_AFTER_MS = 24 * 3_600_000
const AT_ONCE = 10

type Looking = Pick<Context, 'db' | 'now'> & { stripe: StripeApi }

/** Asks Stripe for the state of a payment and applies it. @returns new differences @throws when Stripe does not answer */
export async function lookAtPayment(context: Looking, id: string): Promise<Difference[]> {
  const payment = await beginLook(context.db, id)
  return payment ? look(context, payment) : []
}

/** Looks at the payments that are due. One whose look fails delays no other. @returns what became of each */
export async function lookAtDue(
  context: Looking,
): Promise<{ payment: Payment; differences: Difference[]; error?: unknown }[]> {
  const due = await beginDueLooks(context.db, AT_ONCE)
  return Promise.all(
    due.map(async (payment) => {
      try {
        return { payment, differences: await look(context, payment) }
      } catch (error) {
        return { payment, differences: [], error }
      }
    }),
  )
}

async function look({ db, now, stripe }: Looking, payment: Payment): Promise<Difference[]> {
  const { id, amount, session_id, created_at, state } = payment
  if (payment.payment_method_id !== null) return applySeen(db, payment, await chargeCard({ db, stripe }, payment))
  if (session_id !== null) return applySeen(db, payment, await stripe.look(session_id))
  const isGivenUp = now().getTime() - created_at.getTime() > GIVEN_UP_AFTER_MS
  const unopened = { payment_id: id, amount, currency: 'gbp', reversals: [] }
  return applySeen(db, payment, { ...unopened, state: isGivenUp || state === 'failed' ? 'failed' : 'open' })
}
