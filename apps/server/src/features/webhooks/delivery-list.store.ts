import type { DeliveryState, WebhookDelivery } from '@postroom/contract/webhook'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import { pageOf } from '../../db/page.ts'

/** A webhook of an organisation. */
interface Of {
  organisation_id: string
  webhook: string
}

const deliveries = (db: Db, { organisation_id, webhook }: Of) =>
  db
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('webhook_event as event', 'event.id', 'delivery.event_id')
    .where('delivery.organisation_id', '=', organisation_id)
    .where('delivery.webhook_id', '=', webhook)

const shownOf = (found: ReturnType<typeof deliveries>) =>
  found.select([
    'delivery.event_id',
    'delivery.shipment_id',
    'delivery.state',
    'delivery.attempts',
    'delivery.tried_at',
    'delivery.due_at',
    'delivery.status',
    'delivery.trouble',
    'delivery.answer',
    'event.type',
    'event.created_at',
  ])
type Shown = Awaited<ReturnType<ReturnType<typeof shownOf>['execute']>>[number]

/** One page of the deliveries of a webhook, newest first, and their total. */
export async function pageDeliveries(
  db: Db,
  of: Of,
  { state, start, length }: { state?: DeliveryState | undefined; start: number; length: number },
): Promise<{ rows: WebhookDelivery[]; total: number }> {
  let found = deliveries(db, of)
  if (state) found = found.where('delivery.state', '=', state)
  const { rows, total } = await pageOf(found, shownOf(found).orderBy('delivery.n', 'desc'), { start, length })
  return { rows: rows.map(presented), total }
}

export async function findDelivery(db: Db, of: Of, eventId: string): Promise<WebhookDelivery | undefined> {
  const found = await shownOf(deliveries(db, of)).where('event_id', '=', eventId).executeTakeFirst()
  return found && presented(found)
}

/** Sends deliveries again: one that is not being sent at this moment, or all that were given up since a time. @returns how many */
export async function replay(
  tx: Tx,
  { organisation_id, webhook }: Of,
  which: { eventId: string } | { failedSince: string },
): Promise<number> {
  const chosen =
    'eventId' in which
      ? sql<boolean>`event_id = ${which.eventId} and (leased_until is null or leased_until <= clock_timestamp())`
      : sql<boolean>`state = 'failed' and tried_at >= ${which.failedSince}`
  const { numUpdatedRows } = await tx
    .updateTable('webhook_delivery')
    .set({ state: 'waiting', attempts: 0, due_at: sql<Date>`clock_timestamp()`, leased_until: null })
    .where('organisation_id', '=', organisation_id)
    .where('webhook_id', '=', webhook)
    .where(chosen)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

const presented = ({
  type,
  tried_at,
  due_at,
  status,
  trouble,
  answer,
  shipment_id,
  ...row
}: Shown): WebhookDelivery => ({
  event_id: row.event_id,
  event: type,
  state: row.state,
  attempts: row.attempts,
  created_at: row.created_at.toISOString(),
  ...(shipment_id !== null && { shipment_id }),
  ...(tried_at && { tried_at: tried_at.toISOString() }),
  ...(row.state === 'waiting' && { due_at: due_at.toISOString() }),
  ...(status !== null && { status }),
  ...(trouble !== null && { trouble }),
  ...(answer !== null && { answer }),
})
