import type { Db } from '../../db/database.ts'
import type { CarrierOrder } from '../carrier-port.ts'
import { checkLabel, stockOf, type UsableLabel } from '../royal-mail/check-label.ts'
import type { PrintedLabel } from './answers.ts'
import { moveOn, referenceOf, type Reference } from './reference.store.ts'
import { SHIPPING_SERVICES } from './service-codes.ts'
import { isTurnedAway, type ShippingV3Api } from './shipping-v3-api.ts'

/** A shipment in flight. */
export interface ShipmentWork {
  db: Db
  api: ShippingV3Api
  ref: string
  order: CarrierOrder
  shipmentId: string
}

const NO_USABLE_LABEL = 'Royal Mail made no label that can be printed.'

/**
 * Finishes a shipment: with its label, or by cancelling it when none can be had. Until either is certain, nothing changes.
 *
 * @param isLate the shipment has waited so long for a label that it is cancelled
 */
export async function completeShipment(work: ShipmentWork, isLate = false): Promise<Reference> {
  const { db, api, ref, shipmentId } = work
  const printed = await api.printLabel(shipmentId)
  if (isTurnedAway(printed)) return (await referenceOf(db, ref))!
  if (printed.kind === 'refused') return cancelWith(work, printed.reason)
  const usable = printed.kind === 'ok' ? await usableLabel(work, printed.value) : undefined
  if (!usable) return isLate ? cancelWith(work, NO_USABLE_LABEL) : (await referenceOf(db, ref))!
  if ('unusable' in usable) return cancelWith(work, usable.unusable)
  return moveOn(db, ref, 'asked', { state: 'live', ...usable })
}

/** Cancels a shipment that no process sells any more. */
export async function cancelShipment({ db, api, ref, shipmentId }: Omit<ShipmentWork, 'order'>): Promise<Reference> {
  const cancelled = await api.cancel(shipmentId)
  return cancelled.kind === 'ok' ? moveOn(db, ref, 'cancelling', { state: 'rejected' }) : (await referenceOf(db, ref))!
}

async function cancelWith(work: ShipmentWork, reason: string): Promise<Reference> {
  const moved = await moveOn(work.db, work.ref, 'asked', { state: 'cancelling', reason })
  return moved.state === 'cancelling' ? cancelShipment(work) : moved
}

/** The label with its item number when it can be printed, or why not; nothing when it may be better later. */
async function usableLabel(
  { order, shipmentId }: ShipmentWork,
  { pdf, number }: PrintedLabel,
): Promise<(UsableLabel & { carrier_no: string }) | { unusable: string } | undefined> {
  const isUntracked = SHIPPING_SERVICES[order.quote.service.code]?.isUntracked === true
  // the identifier of a shipment is its own, so it stands for the number that an untracked item does not have
  const carrier_no = isUntracked ? shipmentId : number
  if (carrier_no === undefined) return undefined
  const wanted = { stock: stockOf(order.draft), items: 1, numbers: isUntracked ? [] : [carrier_no] }
  const checked = await checkLabel(pdf, wanted).catch(() => undefined)
  return checked && ('unusable' in checked ? checked : { ...checked, carrier_no })
}
