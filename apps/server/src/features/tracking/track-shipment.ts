import type { Tracking } from '@postroom/contract/shipment-tracking'
import { isTrackedToTheEnd } from '@postroom/domain/post/tracking'
import { answerWithin } from '../../carriers/answer-within.ts'
import type { Context } from '../../context.ts'
import type { Purchase } from '../shipments/purchase/purchase.store.ts'
import { claimQuestion, findTracking, keepAnswer } from './tracking.store.ts'

const ASK_EVERY_MS = 5 * 60_000
/** Somebody waits, and what is kept can be shown at once. */
const CARRIER_MS = 3_000

/**
 * What happened to a shipment's items. The carrier is asked at most once in five minutes, by one of many callers, and never
 * again when all is over. Its silence is answered with what is kept and how old that is. No money depends on it.
 */
export async function trackShipment(context: Context, purchase: Purchase): Promise<Tracking> {
  const reason = whyUntold(purchase)
  if (reason) return { data: [], as_of: null, is_final: false, reason }
  if (await claimQuestion(context.db, purchase.id, context.now(), ASK_EVERY_MS)) await ask(context, purchase)
  const { about, events } = await findTracking(context.db, purchase.id)
  return {
    data: events.map((event) => ({ ...event, at: event.at.toISOString() })),
    as_of: about?.as_of?.toISOString() ?? null,
    is_final: about?.is_final ?? false,
  }
}

function whyUntold({ quote, state, is_test }: Purchase): Tracking['reason'] {
  if (quote.meta_data.tracking_type === 'none') return 'service_not_tracked'
  const isBought = state === 'BOUGHT' || state === 'VOID_REQUESTED'
  return isBought && !is_test ? undefined : 'not_bought'
}

async function ask({ db, carrier, now, settings }: Context, purchase: Purchase): Promise<void> {
  const { id, carrier_no, further_nos, draft, quote, labels } = purchase
  const ms = settings.purchaseTimings?.carrier_ms ?? CARRIER_MS
  const told = await answerWithin(ms, async () => {
    return { kind: 'told' as const, events: await carrier.track(id, { draft, quote, labels }) }
  })
  if (told.kind === 'unknown') return
  const items = carrier_no === null ? [] : [carrier_no, ...further_nos]
  const is_final = isTrackedToTheEnd(items, told.events)
  await keepAnswer(db, id, { events: told.events, as_of: now(), is_final })
}
