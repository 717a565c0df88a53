import type { Tracking } from '@postroom/contract/shipment-tracking'
import { itemsOnTheirWay } from '@postroom/domain/post/tracking'
import type { Track } from '../../carriers/carrier-port.ts'
import { carrierOf } from '../../carriers/carriers.ts'
import type { Context } from '../../context.ts'
import { numbersOf } from '../../documents/draw-document.ts'
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
  const { track } = carrierOf(context, purchase.carrier_code)
  if (track && (await claimTracking(context.db, purchase.id, context.now(), ASK_EVERY_MS)))
    await ask(context, purchase, track)
  const { about, events } = await findTracking(context.db, purchase.id)
  const is_final = about?.is_final ?? false
  return {
    data: events.map((event) => ({ ...event, at: event.at.toISOString() })),
    as_of: about?.as_of?.toISOString() ?? null,
    is_final,
    ...(!track && !is_final && { reason: 'not_connected' as const }),
  }
}

function reasonWithoutEvents({ quote, state, is_test }: Purchase): Tracking['reason'] {
  if (quote.meta_data.tracking_type === 'none') return 'service_not_tracked'
  const isBought = state === 'BOUGHT' || state === 'VOID_REQUESTED'
  return isBought && !is_test ? undefined : 'not_bought'
}

async function ask({ db, now }: Context, purchase: Purchase, track: Track): Promise<void> {
  const { id, draft, quote, labels } = purchase
  const items = numbersOf(purchase)
  const { events: known } = await findTracking(db, id)
  const outcome = await track(id, { draft, quote, labels }, itemsOnTheirWay(items, known))
  if (outcome.kind === 'unknown' || outcome.kind === 'refused') return
  const { kind, events } = outcome
  await keepAnswer(db, id, {
    events,
    as_of: kind === 'tracked' ? now() : undefined,
    is_final: itemsOnTheirWay(items, [...known, ...events]).length === 0,
  })
}
