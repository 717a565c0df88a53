import type { Context } from '../../context.ts'
import type { Log } from '../../log.ts'
import { repeatEvery } from '../../operation/repeat-every.ts'
import { claimDeliveries, recordAttempt, type ClaimedDelivery } from './delivery.store.ts'
import { postEvent } from './post-event.ts'
import { shareEvents } from './report-events.store.ts'

const LOOK_EVERY_MS = 1_000
/** Deliveries that one process makes at the same time. */
const AT_ONCE = 100

/** Delivers events to webhooks while the server runs; a slow one holds up no other. @returns stops it, after the deliveries in flight */
export function startDelivering(context: Context, log: Log): () => Promise<void> {
  const inFlight = new Set<Promise<void>>()
  const { stop, wake } = repeatEvery(LOOK_EVERY_MS, begin, { log, failure: 'could not look for events to deliver' })

  async function begin(): Promise<void> {
    await shareEvents(context.db)
    for (const claimed of await claimDeliveries(context.db, AT_ONCE - inFlight.size)) {
      const delivery = deliver(context, claimed, log).finally(() => {
        inFlight.delete(delivery)
        wake()
      })
      inFlight.add(delivery)
    }
  }

  return async () => {
    await stop()
    await Promise.all(inFlight)
  }
}

/** Makes one attempt. A process that dies before it has recorded the answer leaves it to another, which sends the same id again. */
export async function deliver(context: Context, claimed: ClaimedDelivery, log: Log): Promise<void> {
  const { id, event_id, type, attempts } = claimed
  try {
    const outcome = await postEvent(context, claimed, { ...claimed, id: event_id })
    await recordAttempt(context.db, claimed, outcome)
    const facts = { webhook: id, event: event_id, type, attempts, trouble: outcome.trouble, status: outcome.status }
    if (!outcome.accepted) log.warn(facts, 'a webhook has not accepted an event')
  } catch (err) {
    log.warn({ err, webhook: id, event: event_id }, 'the outcome of a delivery was not recorded; it is sent again')
  }
}
