import { trackingCarriers } from '../../carriers/carriers.ts'
import type { Context } from '../../context.ts'
import type { Log } from '../../log.ts'
import { repeatEvery } from '../../operation/repeat-every.ts'
import { findShipment } from '../shipments/show/shipment.store.ts'
import { shipmentsToFollow } from './shipments-to-follow.store.ts'
import { trackShipment } from './track-shipment.ts'

const EVERY_MS = 60_000
const AT_ONCE = 50

/** Asks the carrier about shipments on their way while the server runs. @returns stops it, after the question in flight */
export const startFollowingShipments = (context: Context, log: Log): (() => Promise<void>) =>
  repeatEvery(EVERY_MS, (stopping) => followShipments(context, log, stopping), {
    log,
    failure: 'could not follow shipments',
  }).stop

/**
 * Asks the carrier about the shipments of organisations that mail or report what happens to them. Of several processes one asks about
 * each. A shipment that fails delays no other.
 *
 * @param stopping no further question is asked once it is aborted
 */
export async function followShipments(context: Context, log: Log, stopping?: AbortSignal): Promise<void> {
  const carriers = trackingCarriers(context.carriers)
  for (const { id, organisation_id } of await shipmentsToFollow(context.db, carriers, context.now(), AT_ONCE)) {
    if (stopping?.aborted) return
    try {
      await trackShipment(context, (await findShipment(context.db, organisation_id, id))!)
    } catch (err) {
      log.warn({ err, shipment: id }, 'could not follow a shipment')
    }
  }
}
