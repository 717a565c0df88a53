import type { DeliveryMails } from '@postroom/contract/organisation-settings'
import { deliveryEventsOf, type DeliveryEvent } from '@postroom/domain/post/delivery-event'
import type { Tx } from '../../db/in-transaction.ts'
import { queueDeliveries } from '../../notices/outbox.store.ts'

/**
 * Queues the mails about what has happened to a shipment since its organisation chose them, each once. A shipment that is
 * being taken back has none.
 */
export async function queueDeliveryMails(tx: Tx, purchase_id: string): Promise<void> {
  const shipment = await tx
    .selectFrom('purchase')
    .innerJoin('organisation_setting as chosen', 'chosen.organisation_id', 'purchase.organisation_id')
    .where('section', '=', 'delivery_mails')
    .where('purchase.id', '=', purchase_id)
    .where('state', '=', 'BOUGHT')
    .select(['purchase.organisation_id', 'created_by', 'carrier_no', 'further_nos', 'value', 'since'])
    .executeTakeFirst()
  if (!shipment) return
  const { organisation_id, created_by, value, since } = shipment
  const scans = await tx
    .selectFrom('tracking_event')
    .select(['item_number', 'code', 'at'])
    .where('purchase_id', '=', purchase_id)
    .execute()
  const happened = deliveryEventsOf([shipment.carrier_no!, ...shipment.further_nos], scans)
  const reported = happened.filter(({ at }) => at >= since).map(({ event }) => event)
  const rows = wantedOf(value as DeliveryMails, reported).map((mail) => ({ purchase_id, ...mail }))
  if (rows.length === 0) return
  const queued = await tx
    .insertInto('delivery_mail')
    .values(rows)
    .onConflict((sent) => sent.doNothing())
    .returning(['event', 'recipient'])
    .execute()
  await queueDeliveries(
    tx,
    queued.map(({ event: about, recipient }) => ({
      organisation_id,
      user_id: recipient === 'sender' ? created_by : null,
      notice: { event: 'delivery', purchase_id, about, recipient },
    })),
  )
}

const wantedOf = (chosen: DeliveryMails, happened: readonly DeliveryEvent[]) =>
  (['addressee', 'sender'] as const).flatMap((recipient) =>
    happened.filter((event) => chosen[recipient].includes(event)).map((event) => ({ event, recipient })),
  )
