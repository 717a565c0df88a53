import type { Context } from '../../context.ts'
import type { Log } from '../../log.ts'
import { repeatEvery } from '../../operation/repeat-every.ts'
import type { StripeApi } from './stripe-api.ts'
import { keepDay, listUnreadDays } from './provider-day.store.ts'

const EVERY_MS = 60 * 60_000
/** After a longer stop the next run reads on. */
const DAYS_AT_ONCE = 31

type Reading = Pick<Context, 'db' | 'now'> & { stripe: StripeApi }

/** Asks Stripe once for the movements of each day that is over. A day whose answer fails is asked for again. */
export async function readProviderDays({ db, now, stripe }: Reading): Promise<void> {
  for (const { day, from, to } of await listUnreadDays(db, now(), DAYS_AT_ONCE))
    await keepDay(db, day, await stripe.movementsBetween(from, to))
}

/** Reads days while the server runs. @returns stops it */
export const startReadingProviderDays = (context: Reading, log: Log): (() => Promise<void>) =>
  repeatEvery(EVERY_MS, () => readProviderDays(context), { log, failure: 'could not read a day of Stripe’s balance' })
    .stop
