import type { Context } from '../../context.ts'
import type { Log } from '../../log.ts'
import { repeatEvery } from '../../operation/repeat-every.ts'
import { beginCharges } from './automatic/charge.store.ts'
import { lookAtDueCards } from './automatic/follow-card.ts'
import { maybeLostSince, unknownAmong } from './event.store.ts'
import { lookAtDue } from './look-at-payment.ts'
import type { StripeApi } from './stripe-api.ts'
import { troubleOf } from './stripe-trouble.ts'
import { report, takeEvent } from './take-event.ts'

const LOOK_EVERY_MS = 5_000
const CATCH_UP_EVERY_MS = 15 * 60_000

type Following = Pick<Context, 'db' | 'now'> & { stripe: StripeApi }

/** Charges saved cards where a balance is low, looks at payments and cards that are due, and at those whose events were lost, while the server runs. @returns stops it */
export function startFollowingPayments(context: Following, log: Log): () => Promise<void> {
  const looking = repeatEvery(
    LOOK_EVERY_MS,
    async () => {
      await beginCharges(context.db)
      for (const { payment, differences, error } of await lookAtDue(context)) {
        if (error !== undefined)
          log.warn({ ...troubleOf(error), payment: payment.id }, 'could not look at a payment; it is repeated')
        report(log, differences)
      }
      for (const error of await lookAtDueCards(context))
        log.warn(troubleOf(error), 'could not look at a saved card; it is repeated')
    },
    { log, failure: 'could not look at open payments' },
  )
  const catchingUp = repeatEvery(CATCH_UP_EVERY_MS, () => takeLostEvents({ ...context, log }), {
    log,
    failure: 'could not ask Stripe for lost events',
  })
  return async () => void (await Promise.all([looking.stop(), catchingUp.stop()]))
}

/** Asks Stripe for its events and takes those that were not received. */
export async function takeLostEvents(context: Following & { log: Log }): Promise<void> {
  const since = await maybeLostSince(context.db)
  if (!since) return
  for await (const events of context.stripe.eventsSince(since))
    for (const event of await unknownAmong(context.db, events)) await takeEvent(context, event)
}
