import * as z from 'zod'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Log } from '../../log.ts'
import { lookAtCard } from './automatic/follow-card.ts'
import { recordDifference, type Difference } from './difference.store.ts'
import { recordEvent } from './event.store.ts'
import { lookAtPayment } from './look-at-payment.ts'
import { findAnyPayment, keepPage } from './payment.store.ts'
import type { StripeApi, StripeEvent } from './stripe-api.ts'
import { troubleOf } from './stripe-trouble.ts'

type Taking = Pick<Context, 'db' | 'now'> & { stripe: StripeApi; log: Log }

/**
 * Takes a verified event, once. The event only says which payment to look at; its amounts and states are not read, so
 * events may come late, twice and in any order. A look that fails is repeated by the worker.
 *
 * @throws AppError try_again, when Stripe does not say which payment the event is about
 */
export async function takeEvent(context: Taking, event: StripeEvent): Promise<void> {
  const { db, log } = context
  if (event.card_id !== undefined) return takeCardEvent(context, event.card_id)
  const id = event.payment_id ?? (event.intent_id && (await askWhose(context, event.intent_id)))
  if (!z.uuid().safeParse(id).success || id === undefined) return // a payment of another business at the same account
  const difference = await strangerOf(context, event, id)
  if (difference) return report(log, await recordDifference(db, difference))
  if (!(await recordEvent(db, event, id))) return
  try {
    report(log, await lookAtPayment(context, id))
  } catch (error) {
    log.warn({ ...troubleOf(error), payment: id }, 'could not look at a payment; it is repeated')
  }
}

/** Nothing is stored of it: a page that was looked at once more is as it was. */
async function takeCardEvent(context: Taking, id: string): Promise<void> {
  if (!z.uuid().safeParse(id).success) return
  await lookAtCard(context, id).catch((error: unknown) =>
    context.log.warn({ ...troubleOf(error), card: id }, 'could not look at a card; it is repeated'),
  )
}

const askWhose = ({ stripe, log }: Taking, intentId: string): Promise<string | undefined> =>
  stripe.paymentOfIntent(intentId).catch((error: unknown) => {
    log.warn(
      { ...troubleOf(error), intent: intentId },
      'could not ask which payment an event is about; Stripe repeats it',
    )
    throw new AppError('try_again')
  })

/** Why the event is about none of our payments. */
async function strangerOf({ db }: Taking, { session_id }: StripeEvent, id: string): Promise<Difference | undefined> {
  const payment = await findAnyPayment(db, id)
  if (!payment) return { payment_id: null, kind: 'unknown_payment', object: session_id ?? id, ours: '', stripes: id }
  if (session_id === undefined || payment.session_id === session_id) return undefined
  if (payment.session_id !== null)
    return { payment_id: id, kind: 'other_session', object: session_id, ours: payment.session_id, stripes: session_id }
  await keepPage(db, id, session_id) // Stripe's answer with it was lost
  return undefined
}

/** A person has to look at each difference. */
export function report(log: Log, differences: readonly Difference[]): void {
  for (const { kind, payment_id: payment, object } of differences)
    log.error({ kind, payment, object }, 'Stripe and the ledger disagree about a payment: nothing is booked')
}
