import type { Tracking } from '@postroom/contract/shipment-tracking'
import { isTrackedToTheEnd } from '@postroom/domain/post/tracking'
import { carrierOf } from '../../carriers/carriers.ts'
import type { Context } from '../../context.ts'
import type { Purchase } from '../shipments/purchase/purchase.store.ts'
import { claimTracking, findTracking, keepAnswer } from './tracking.store.ts'

const ASK_EVERY_MS = 5 * 60_000

/**
 * The tracking events of a shipment's items. The carrier is asked at most once in five minutes, by one of many callers,
 * and never again after the last event. If it is silent, the answer is the stored events and their age. No money
 * depends on it.
 */
export async function trackShipment(context: Context, purchase: Purchase): Promise<Tracking> {
  const reason = reasonWithoutEvents(purchase)
  if (reason) return { data: [], as_of: null, is_final: false, reason }
  if (await claimTracking(context.db, purchase.id, context.now(), ASK_EVERY_MS)) await ask(context, purchase)
  const { about, events } = await findTracking(context.db, purchase.id)
  return {
    data: events.map((event) => ({ ...event, at: event.at.toISOString() })),
    as_of: about?.as_of?.toISOString() ?? null,
    is_final: about?.is_final ?? false,
  }
}

function reasonWithoutEvents({ quote, state, is_test }: Purchase): Tracking['reason'] {
  if (quote.meta_data.tracking_type === 'none') return 'service_not_tracked'
  const isBought = state === 'BOUGHT' || state === 'VOID_REQUESTED'
  return isBought && !is_test ? undefined : 'not_bought'
}

async function ask(context: Context, purchase: Purchase): Promise<void> {
  const { id, carrier_code, carrier_no, further_nos, draft, quote, labels } = purchase
  const outcome = await carrierOf(context, carrier_code).track(id, { draft, quote, labels })
  if (outcome.kind === 'unknown') return
  const { events } = outcome
  const items = carrier_no === null ? [] : [carrier_no, ...further_nos]
  await keepAnswer(context.db, id, { events, as_of: context.now(), is_final: isTrackedToTheEnd(items, events) })
}
