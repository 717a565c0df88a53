import type { Log } from '../../../log.ts'
import { carrierOf } from '../../../carriers/carriers.ts'
import type { Context } from '../../../context.ts'
import { repeatEvery } from '../../../operation/repeat-every.ts'
import { applyOutcome } from './apply-outcome.ts'
import { applyVoid } from '../void/apply-void.ts'
import { timingsOf } from './purchase-timings.ts'
import { claimOverdue, type Purchase } from './purchase.store.ts'

const AT_ONCE = 10
/** From this many attempts on, a person should look; the money stays held and nothing is guessed. */
const ALERT_AFTER_ATTEMPTS = 20

/** Settles purchases and voids left open by a crash or a silent carrier, while the server runs. @returns stops it */
export const startSettling = (context: Context, log: Log): (() => Promise<void>) =>
  repeatEvery(
    timingsOf(context).settle_every_ms,
    async () => {
      for (const { purchase, error } of await settleOverdue(context)) {
        const facts = { purchase: purchase.id, attempts: purchase.attempts }
        if (error !== undefined) log.warn({ ...facts, err: error }, 'could not settle a purchase; it is retried')
        if (purchase.attempts % ALERT_AFTER_ATTEMPTS === 0) log.error(facts, 'the carrier does not settle a purchase')
      }
    },
    { log, failure: 'could not settle open purchases' },
  ).stop

/**
 * One run: claims what is overdue and asks the carrier for the final outcome of each. One that cannot be settled delays
 * no other. @returns what was claimed, with its errors
 */
export async function settleOverdue(context: Context): Promise<{ purchase: Purchase; error: unknown }[]> {
  const overdue = await claimOverdue(context.db, timingsOf(context).lease_ms, AT_ONCE)
  return Promise.all(
    overdue.map(async (purchase) => {
      const error: unknown = await settle(context, purchase).catch((cause: unknown) => cause)
      return { purchase, error }
    }),
  )
}

async function settle(context: Context, purchase: Purchase): Promise<void> {
  if (purchase.state === 'VOID_REQUESTED') return settleVoid(context, purchase)
  context.checkpoint('worker_before_asking')
  const { id, carrier_code, draft, quote, labels } = purchase
  const outcome = await carrierOf(context, carrier_code).resolve(id, { draft, quote, labels })
  context.checkpoint('worker_after_asking')
  await applyOutcome(context, purchase, outcome)
}

/** Repeats the request under the same void number: the carrier repeats its first answer, if it gave one. */
async function settleVoid(context: Context, purchase: Purchase): Promise<void> {
  context.checkpoint('worker_before_voiding')
  const outcome = await carrierOf(context, purchase.carrier_code).void(purchase.id, purchase.void_no)
  context.checkpoint('worker_after_voiding')
  await applyVoid(context, purchase, outcome)
}
