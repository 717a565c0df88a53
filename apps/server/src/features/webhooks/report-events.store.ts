import type { EventFacts } from '@postroom/contract/webhook-event'
import { sql } from 'kysely'
import type { TrackingEvent } from '../../carriers/carrier-port.ts'
import { inTransaction, type Tx } from '../../db/in-transaction.ts'
import type { Db } from '../../db/database.ts'

type NewEvent = EventFacts & { organisation_id: string }

/** A purchase, as events name it. */
interface Reported {
  id: string
  organisation_id: string
  idem_key: string
}

type OfShipment = Extract<EventFacts['type'], `shipment.${string}`>
type MoreOf<Type extends OfShipment> = Omit<Extract<EventFacts, { type: Type }>['data'], 'shipment_id' | 'pending_id'>

/** An event of a shipment. */
export const eventOf = <Type extends OfShipment>(
  { id, organisation_id, idem_key }: Reported,
  type: Type,
  more: MoreOf<Type>,
): NewEvent => ({ organisation_id, type, data: { shipment_id: id, pending_id: idem_key, ...more } }) as NewEvent

/**
 * Reports events in their transaction to the organisations that want them; a report is written or not with what it is about.
 * Report an event of a shipment after its row is changed: the lock of the row puts the events of a shipment in their order.
 */
export async function reportEvents(tx: Tx, ...events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  await sql`
    insert into webhook_event (organisation_id, type, shipment_id, data)
    select organisation_id, type, (data ->> 'shipment_id')::uuid, data
    from rows from (jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as (organisation_id uuid, type text, data jsonb)) with ordinality as event (organisation_id, type, data, place)
    where exists (
      select from webhook where webhook.organisation_id = event.organisation_id and event.type = any(webhook.events))
    order by place`.execute(tx)
}

const TYPES: Partial<Record<TrackingEvent['code'], OfShipment>> = {
  delivered: 'shipment.delivered',
  returned: 'shipment.returned',
}

/** Reports what the carrier saw, in the order in which it happened. */
export async function reportScans(tx: Tx, purchase_id: string, scans: readonly TrackingEvent[]): Promise<void> {
  if (scans.length === 0) return
  const purchase = await tx
    .selectFrom('purchase')
    .select(['id', 'organisation_id', 'idem_key'])
    .where('id', '=', purchase_id)
    .executeTakeFirstOrThrow()
  const events = scans
    .toSorted((a, b) => +a.at - +b.at)
    .map(({ item_number, code, at }) =>
      eventOf(purchase, TYPES[code] ?? 'shipment.tracked', { item_number, code, at: at.toISOString() }),
    )
  await reportEvents(tx, ...events)
}

/** At most this many events are shared out at once. */
const EVENTS_AT_ONCE = 1000

/**
 * Gives new events to the webhooks that want them, oldest first. One process at a time does, so that no event of a shipment
 * overtakes another.
 */
export const shareEvents = (db: Db): Promise<void> =>
  inTransaction(db, async (tx) => {
    const lock = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(770042) as mine`.execute(tx)
    if (!lock.rows[0]!.mine) return
    await sql`
      with shared as (
        update webhook_event set is_shared = true
        where id in (select id from webhook_event where not is_shared order by n limit ${EVENTS_AT_ONCE})
        returning id, n, organisation_id, type, shipment_id)
      insert into webhook_delivery (webhook_id, event_id, organisation_id, n, shipment_id)
      select webhook.id, shared.id, shared.organisation_id, n, shipment_id
      from shared join webhook on webhook.organisation_id = shared.organisation_id and type = any(events)`.execute(tx)
  })
